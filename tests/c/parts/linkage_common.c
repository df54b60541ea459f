int common;
_Thread_local int of_thread = 4;
void set_common(int value) { common = value; }
