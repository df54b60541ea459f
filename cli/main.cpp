#include "cli/run_main.h"

int main(int argc, char** argv) {
  return drover::cli::run_main(std::vector<std::string>(argv + 1, argv + argc));
}
