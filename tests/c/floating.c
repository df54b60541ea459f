// expect: refused `double` options: -DTO_INTEGER
// expect: refused comparison options: -DCOMPARED
// expect: refused condition options: -DCONDITION
// expect: refused comparison options: -DASSERTED
// expect: refused bytes options: -DBYTES
// expect: refused between options: -DCOPIED
// expect: safe
// Values of floating point are not computed, but constants are.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct statistics {
  long count;
  double mean;
  float least, most;
  long double exact;
};
static struct statistics all = {.count = 2, .mean = 0.5};
static double table[3] = {1.5, -2, 1e9};
static double _Complex root;
static __float128 quad = 1;
static _Float128 quad_too;
static __int128 wide = (__int128)1 << 100;
static __int128_t wide_too;
static __uint128_t without_sign;
static __complex__ double other_root;
static double mean_of(double sum, int count) { return sum / count; }
int main(void) {
  double elapsed = all.count * 1.25;
  float half = elapsed / 2;
  all.mean = mean_of(elapsed, 3) + sqrt(half) + atof("2.5");
  all.mean += 1;
  all.most++;
  all.exact = all.count > 1 ? half : -half;
  wide += wide_too * 3 + without_sign;
  struct statistics copy = all;
  memcpy(&copy, &all, sizeof copy);
  printf("%f %.2f %Lg %d\n", copy.mean, half, copy.exact, 1);
  assert(copy.count == 2);
  assert(sizeof(float) + sizeof(double) + sizeof(long double) + sizeof root == 44);
  assert(sizeof quad + sizeof quad_too + sizeof wide + sizeof other_root == 64);
  // Constants.
  int million = 1e6;
  assert(million == 1000000 && (int)(0.5 * 7) == 3 && 1.5f < 2 && !(0.0) && 2.5 - 0.5 == 2);
  assert(million < 1000000.5 && !(million > 1e6) && 0.5 <= million && million != 0.5);
  assert(million >= 999999.5 && !(million <= 999999.5) && million == 1e6 && 1e30 > million && 16777217 == 16777216.0f);
  int grown = 1.0 ? 3 : 4;
  assert(grown == 3 && (_Bool)0.25 && (long)-1.75 == -1);
#if defined(TO_INTEGER)
  int number = elapsed;
  return number;
#elif defined(COMPARED)
  if (elapsed > 1) return 1;
#elif defined(CONDITION)
  while (half) half = 0;
#elif defined(ASSERTED)
  assert(all.mean == 2);
#elif defined(BYTES)
  return *(long *)&all.mean != 0;
#elif defined(COPIED)
  long bytes;
  memcpy(&bytes, &elapsed, sizeof bytes);
#endif
  return 0;
}
