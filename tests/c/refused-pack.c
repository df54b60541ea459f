// expect: refused pack
#pragma pack(3)
struct s { char a; int b; };
int main(void) { return sizeof(struct s); }
