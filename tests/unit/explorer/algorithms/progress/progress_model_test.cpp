#include "explorer/algorithms/progress/progress_model.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace drover::progress::progress_model_test {

namespace {

// A letter per thread: `-` not begun, `s` steps forever, `h` halted after it has begun, `e` ended.
ThreadsAtEnd threads(std::string_view text) {
  ThreadsAtEnd out;
  for (const char each : text) {
    out.has_begun.push_back(each != '-');
    out.may_step.push_back(each != 'e');
    out.steps.push_back(each == 's');
  }
  return out;
}

// The models that allow it, as a letter each: f(air), h(sa), o(be), H(sa-obe), l(obe), u(nfair).
std::string allowing(std::string_view text, const Topology* topology = nullptr) {
  constexpr std::string_view Letters = "fhoHlu";
  std::string out;
  for (std::size_t i = 0; i < ProgressNames.size(); ++i) {
    if (allows(ProgressNames[i].model, topology, threads(text))) out += Letters[i];
  }
  return out;
}

}  // namespace

TEST_CASE("progress: which threads must go on") {
  CHECK(allowing("ss") == "fhoHlu");
  CHECK(allowing("ee") == "fhoHlu");
  // The second thread need not begin under obe, nor the first one under unfair.
  CHECK(allowing("s-") == "hoHlu");
  CHECK(allowing("-s") == "ou");
  // A thread that has begun goes on under obe, but not under hsa.
  CHECK(allowing("sh") == "hu");
  CHECK(allowing("hs") == "u");
  CHECK(allowing("eh") == "");
  CHECK(allowing("s-h") == "hu");
  CHECK(allowing("s--") == "hoHlu");
  // Under lobe a thread below one that has begun goes on.
  CHECK(allowing("s-s") == "hoHu");
}

TEST_CASE("progress: some thread goes on that can") {
  CHECK(allowing("--") == "");
  CHECK(allowing("hh") == "");
}

TEST_CASE("progress: groups of threads are members of larger groups") {
  Topology topology;
  topology.levels = {"sys", "gpu", "cta"};
  topology.places = {{0, 0, 0}, {0, 0, 0}, {0, 0, 1}};
  CHECK(allowing("-s-", &topology) == "ou");
  CHECK(allowing("-ss", &topology) == "ou");
  CHECK(allowing("s-s", &topology) == "hoHlu");  // without groups, not under lobe
}

TEST_CASE("progress: names") {
  CHECK(find_progress_model("hsa-obe") == ProgressModel::HsaObe);
  CHECK_FALSE(find_progress_model("hsa_obe").has_value());
}

}  // namespace drover::progress::progress_model_test
