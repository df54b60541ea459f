#include "support/version.h"

#include "support/format.h"

namespace drover {

std::string version_with_commit() {
  const std::string origin =
      commit().empty() ? "no commit: built without git" : format("commit {}", commit());
  return format("{} ({})", version(), origin);
}

}  // namespace drover
