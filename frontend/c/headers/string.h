#ifndef __DROVER_STRING_H
#define __DROVER_STRING_H
#include <stddef.h>
#endif
