#ifndef __DROVER_ERR_H
#define __DROVER_ERR_H
/* err and errx end the program, as exit does; nothing is printed. */
#include <stdlib.h>
#endif
