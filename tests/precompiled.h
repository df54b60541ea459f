#pragma once

// What nearly every test includes, read once per build, as support/precompiled.h is.

#include <doctest/doctest.h>

#include "support/precompiled.h"
