int other(int);
int never(void) { return other(1); } /* not reached: nobody minds */
int main(void) { return other(2); }
