#ifndef __DROVER_STDNORETURN_H
#define __DROVER_STDNORETURN_H
#define noreturn _Noreturn
#endif
