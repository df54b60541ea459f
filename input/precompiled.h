#pragma once

// What nearly every file of the folders above includes, read once per build. Files include what
// they need all the same: without this header they compile, only slower.

#include "explorer/explore.h"
#include "input/subject.h"
#include "support/precompiled.h"
