"""Pure: compares outputs, judges requirements, makes the verdict, finds the words, marks a quiz."""
