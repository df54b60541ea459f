#ifndef __DROVER_SYS_TYPES_H
#define __DROVER_SYS_TYPES_H
#include <stddef.h>
#include <stdint.h>
typedef int pid_t, clockid_t;
typedef unsigned int uid_t, gid_t, mode_t, u_int, u_int32_t, uint;
typedef long off_t, time_t, clock_t, suseconds_t;
typedef unsigned long u_long, u_int64_t, ulong, ino_t, dev_t;
typedef unsigned char u_char, u_int8_t;
typedef unsigned short u_short, u_int16_t, ushort;
#endif
