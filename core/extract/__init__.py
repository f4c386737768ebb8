"""From the bytes of a file to its text: the result, the protocol of an extractor, the explicit list."""
