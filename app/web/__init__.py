"""HTTP in, pages out: one file a noun. Nothing here knows how a kernel is run."""
