"""What is taught: lessons, questions, exercises, and the proof that they hold."""
