#pragma once

// The only include of Google Benchmark.
#include <benchmark/benchmark.h>
