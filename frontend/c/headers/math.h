#ifndef __DROVER_MATH_H
#define __DROVER_MATH_H
/* Values of floating point are not computed. */
#define M_PI 3.14159265358979323846
#define M_E 2.71828182845904523536
#define HUGE_VAL 1e999
#define INFINITY 1e999f
#define NAN (0.0 / 0.0)
static inline double sqrt(double x) { return x + 1; }
static inline double cbrt(double x) { return x + 1; }
static inline double sin(double x) { return x + 1; }
static inline double cos(double x) { return x + 1; }
static inline double tan(double x) { return x + 1; }
static inline double asin(double x) { return x + 1; }
static inline double acos(double x) { return x + 1; }
static inline double atan(double x) { return x + 1; }
static inline double sinh(double x) { return x + 1; }
static inline double cosh(double x) { return x + 1; }
static inline double tanh(double x) { return x + 1; }
static inline double exp(double x) { return x + 1; }
static inline double exp2(double x) { return x + 1; }
static inline double log(double x) { return x + 1; }
static inline double log2(double x) { return x + 1; }
static inline double log10(double x) { return x + 1; }
static inline double log1p(double x) { return x + 1; }
static inline double fabs(double x) { return x + 1; }
static inline double floor(double x) { return x + 1; }
static inline double ceil(double x) { return x + 1; }
static inline double round(double x) { return x + 1; }
static inline double trunc(double x) { return x + 1; }
static inline double rint(double x) { return x + 1; }
static inline double pow(double x, double y) { return x + y; }
static inline double fmod(double x, double y) { return x + y; }
static inline double atan2(double x, double y) { return x + y; }
static inline double hypot(double x, double y) { return x + y; }
static inline double fmax(double x, double y) { return x + y; }
static inline double fmin(double x, double y) { return x + y; }
static inline double fdim(double x, double y) { return x + y; }
static inline float sqrtf(float x) { return x + 1; }
static inline float fabsf(float x) { return x + 1; }
static inline float floorf(float x) { return x + 1; }
static inline float ceilf(float x) { return x + 1; }
static inline float powf(float x, float y) { return x + y; }
static inline long lround(double x) { return (long)x; }
static inline long long llround(double x) { return (long long)x; }
static inline long lrint(double x) { return (long)x; }
#endif
