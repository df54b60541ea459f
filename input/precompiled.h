#pragma once

// Headers that nearly every file of the folders above includes, read once per build. Files still
// include what they need: without this header they compile, only slower.

#include "explorer/explore.h"
#include "input/subject.h"
#include "support/precompiled.h"
