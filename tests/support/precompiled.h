#pragma once

// What nearly every test includes, read once per build.

#include <doctest/doctest.h>

#include "support/precompiled.h"
