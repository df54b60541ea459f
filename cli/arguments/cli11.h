#pragma once

// The only include of CLI11.
#include <CLI/CLI.hpp>
