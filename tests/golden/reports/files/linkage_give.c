int give(long value) { return value != 0; }
