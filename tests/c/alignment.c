// expect: safe
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

struct member { int a; int b __attribute__((aligned(64))); };
struct strict { char c; _Alignas(32) int a; };
struct typed { char c; _Alignas(long) char d; };
struct whole { int a; } __attribute__((aligned(16)));
struct __attribute__((aligned(8))) before { char c; };
struct __attribute__((packed)) tight { char a; int b; long c; };
struct part { char a; int b __attribute__((packed)); short c; };
struct tight_but { char a; int b __attribute__((aligned(4))); long c; } __attribute__((packed));
struct inner { char a; struct member b; } __attribute__((packed));
typedef int wide __attribute__((aligned(16)));
typedef int loose __attribute__((aligned(1)));
struct by_type { char a; wide b; };
struct by_loose { char a; loose b; };
typedef int half __attribute__((mode(HI)));
typedef unsigned twice __attribute__((__mode__(__DI__)));
typedef unsigned int byte_ __attribute__((mode(byte)));
typedef int word_ __attribute__((mode(word)));
enum small { One, Two } __attribute__((packed));
enum __attribute__((packed)) middle { Low = -1, High = 200 };
#pragma pack(push, 1)
struct one { char a; int b; };
#pragma pack(push, 2)
struct two { char a; int b; };
#pragma pack(pop)
struct again { char a; long b; };
#pragma pack(pop)
struct free_ { char a; int b; };
#pragma pack(4)
struct four { char a; long b; };
#pragma pack()
union u { char c; int i __attribute__((aligned(16))); };
enum { Line = 64 };
struct padded { char a; char b __attribute__((aligned(Line))); char c __attribute__((aligned(sizeof(long)))); };
static int x __attribute__((aligned(32)));
_Alignas(64) static char buffer[3];
struct biggest { char c; char d __attribute__((aligned)); };

int main(void) {
  assert(sizeof(struct member) == 128 && offsetof(struct member, b) == 64);
  assert(sizeof(struct strict) == 64 && _Alignof(struct strict) == 32);
  assert(sizeof(struct typed) == 16 && offsetof(struct typed, d) == 8);
  assert(sizeof(struct whole) == 16 && _Alignof(struct whole) == 16);
  assert(sizeof(struct before) == 8);
  assert(sizeof(struct tight) == 13 && offsetof(struct tight, c) == 5);
  assert(_Alignof(struct tight) == 1);
  assert(sizeof(struct part) == 8 && offsetof(struct part, b) == 1 && offsetof(struct part, c) == 6);
  assert(sizeof(struct tight_but) == 16 && offsetof(struct tight_but, c) == 8);
  assert(sizeof(struct inner) == 129);
  assert(sizeof(wide) == 4 && _Alignof(wide) == 16 && sizeof(struct by_type) == 32);
  assert(_Alignof(loose) == 1 && sizeof(struct by_loose) == 5);
  assert(sizeof(half) == 2 && sizeof(twice) == 8 && sizeof(byte_) == 1 && sizeof(word_) == 8);
  assert((half)-1 < 0 && (twice)-1 > 0);
  assert(sizeof(enum small) == 1 && sizeof(enum middle) == 2);
  assert(sizeof(struct one) == 5 && sizeof(struct two) == 6 && sizeof(struct again) == 9);
  assert(sizeof(struct free_) == 8 && sizeof(struct four) == 12);
  assert(sizeof(union u) == 16);
  assert(sizeof(struct padded) == 128 && offsetof(struct padded, c) == 72);
  assert(__alignof__(x) == 32 && _Alignof(__typeof__(x)) == 4);
  assert(((uintptr_t)&x & 31) == 0 && ((uintptr_t)buffer & 63) == 0);
  assert(sizeof(struct biggest) == 32);
  struct tight t = {1, 2, 3};
  struct tight *p = &t;
  p->b += 5;
  struct tight copy = t;
  assert(copy.a == 1 && copy.b == 7 && copy.c == 3);
}
