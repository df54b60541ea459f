#include "analysis/audit/audit_cache.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace drover::audit_cache_test {

namespace {

class TemporaryFolder {
 public:
  TemporaryFolder()
      : path(std::filesystem::temp_directory_path() /
             ("drover-audit-test-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(path);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path path;
};

TEST_CASE("the result of an audit is cached under the text of the model") {
  const TemporaryFolder folder;
  const audit::AuditCache cache(folder.path / "not" / "yet" / "there");
  audit::CachedAudit audit;
  audit.verdicts = {audit::AuditVerdict::Holds, audit::AuditVerdict::Broken,
                    audit::AuditVerdict::Holds, audit::AuditVerdict::Holds,
                    audit::AuditVerdict::NotApplicable};
  audit.has_coherence = false;
  audit.searched_events = 4;
  CHECK(cache.find("acyclic po | rf\n") == std::nullopt);
  CHECK(cache.store("acyclic po | rf\n", audit));
  CHECK(cache.find("acyclic po | rf\n") == audit);
  CHECK(cache.find("acyclic po | rf") == std::nullopt);
  CHECK(audit::missing_for_spore(audit) ==
        std::vector{ModelProperty::PrefixClosedness, ModelProperty::Extensibility});
  audit.verdicts[1] = audit::AuditVerdict::Holds;
  CHECK(cache.store("acyclic po | rf\n", audit));
  CHECK(cache.find("acyclic po | rf\n") == audit);
}

TEST_CASE("a cached audit of another model is not used, even if its file has the right name") {
  const TemporaryFolder folder;
  const audit::AuditCache cache(folder.path);
  const auto file_of_only = [&] {
    return std::filesystem::directory_iterator(folder.path)->path();
  };
  REQUIRE(cache.store("acyclic po", audit::CachedAudit{}));
  const auto first = file_of_only();
  std::filesystem::rename(first, folder.path / "kept");
  REQUIRE(cache.store("acyclic rf", audit::CachedAudit{}));
  std::filesystem::rename(folder.path / "kept", first);
  CHECK(cache.find("acyclic po").has_value());
  for (const auto& entry : std::filesystem::directory_iterator(folder.path)) {
    if (entry.path() != first) std::filesystem::copy_file(entry.path(), folder.path / "other");
  }
  std::filesystem::rename(folder.path / "other", first);
  CHECK(cache.find("acyclic po") == std::nullopt);
  CHECK(cache.find("acyclic rf").has_value());
}

TEST_CASE("a damaged cache file counts as missing") {
  const TemporaryFolder folder;
  const audit::AuditCache cache(folder.path);
  REQUIRE(cache.store("abc", audit::CachedAudit{}));
  const auto file = std::filesystem::directory_iterator(folder.path)->path();
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  for (std::size_t length = 0; length + 1 < text.size(); ++length) {
    std::ofstream(file) << text.substr(0, length);
    CHECK(cache.find("abc") == std::nullopt);
  }
  std::ofstream(file) << "drover audit 0\n" << text.substr(text.find('\n') + 1);
  CHECK(cache.find("abc") == std::nullopt);
  std::ofstream(file) << std::string(1000, '\xff');
  CHECK(cache.find("abc") == std::nullopt);

  CHECK(!cache.store("", audit::CachedAudit{}));
  CHECK(!audit::AuditCache("").store("abc", audit::CachedAudit{}));
  // A file where the folder should be.
  std::ofstream(folder.path / "file") << "x";
  CHECK(!audit::AuditCache(folder.path / "file").store("abc", audit::CachedAudit{}));
  CHECK(audit::AuditCache(folder.path / "file").find("abc") == std::nullopt);
}

}  // namespace

}  // namespace drover::audit_cache_test
