#ifndef __DROVER_GETOPT_H
#define __DROVER_GETOPT_H
/* The only argument of a checked program is its name: getopt finds no option. */
static char* optarg;
static int optind = 1;
static int opterr = 1;
static int optopt;
struct option {
  const char* name;
  int has_arg;
  int* flag;
  int val;
};
#define no_argument 0
#define required_argument 1
#define optional_argument 2
static inline int getopt(int count, char* const arguments[], const char* options) { return -1; }
static inline int getopt_long(int count, char* const arguments[], const char* options,
                              const struct option* all, int* index) {
  return -1;
}
#endif
