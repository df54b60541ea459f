#ifndef __DROVER_MATH_H
#define __DROVER_MATH_H
extern double sqrt(double value);
extern double pow(double value, double exponent);
extern double exp(double value);
extern double log(double value);
extern double log2(double value);
extern double log10(double value);
extern double sin(double value);
extern double cos(double value);
extern double fabs(double value);
extern double floor(double value);
extern double ceil(double value);
extern double round(double value);
#endif
