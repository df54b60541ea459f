static int count;
void count_one(void) { ++count; }
