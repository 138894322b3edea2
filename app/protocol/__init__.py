"""What crosses the wall: length-prefixed frames of plain data. Never pickle."""
