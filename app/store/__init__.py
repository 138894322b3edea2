"""The only SQL: rows are the truth, engines only carry attempt ids."""
