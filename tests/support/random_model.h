#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

namespace drover::testing {

// Generates random axioms over cat's relations, of usual and unusual kinds.
class RandomModel {
 public:
  explicit RandomModel(std::uint64_t seed) : random_(seed) {}

  // Returns a whole model. `sc` is the text of the model sc.
  std::string text(const std::string& sc) {
    std::string out = "include \"cos.cat\"\n";
    if (pick(3) > 0) out += pick(2) > 0 ? sc : "acyclic po-loc | sync & loc | rf | co | fr\n";
    return out + checks();
  }
  // Returns one or two axioms.
  std::string checks() {
    std::string out;
    const std::size_t checks = 1 + pick(2);
    for (std::size_t i = 0; i < checks; ++i) {
      static constexpr std::array<const char*, 3> Tests{"acyclic ", "irreflexive ", "empty "};
      out += Tests[pick(3)] + relation(3) + "\n";
    }
    return out;
  }

 private:
  std::size_t pick(std::size_t count) { return static_cast<std::size_t>(random_() % count); }

  std::string set(int depth) {
    static constexpr std::array<const char*, 12> Sets{"W",   "R",   "F",  "RMW", "IW", "FW",
                                                      "RLX", "REL", "SC", "_",   "M",  "FAILED"};
    if (depth == 0) return Sets[pick(Sets.size())];
    switch (pick(6)) {
      case 0: return "(" + set(depth - 1) + " | " + set(depth - 1) + ")";
      case 1: return "(" + set(depth - 1) + " \\ " + set(depth - 1) + ")";
      case 2: return "domain(" + relation(depth - 1) + ")";
      case 3: return "range(" + relation(depth - 1) + ")";
      default: return Sets[pick(Sets.size())];
    }
  }

  std::string relation(int depth) {
    static constexpr std::array<const char*, 14> Relations{"po",  "rf",  "co",  "fr",    "rmw",
                                                           "loc", "int", "ext", "sync",  "rfe",
                                                           "fre", "coe", "id",  "po-loc"};
    if (depth == 0) return Relations[pick(Relations.size())];
    const auto part = [&] { return relation(depth - 1 - static_cast<int>(pick(2)) % depth); };
    switch (pick(13)) {
      case 0:
      case 1: return "(" + part() + " | " + part() + ")";
      case 2: return "(" + part() + " & " + part() + ")";
      case 3: return "(" + part() + " \\ " + part() + ")";
      case 4:
      case 5:
      case 6: return "(" + part() + "; " + part() + ")";
      case 7: return "(" + part() + ")+";
      case 8: return "(" + part() + ")?";
      case 9: return "(" + part() + ")^-1";
      case 10: return "[" + set(depth - 1) + "]; " + part();
      case 11: return "(" + part() + "; [" + set(depth - 1) + "])";
      default: return "(" + set(depth - 1) + " * " + set(depth - 1) + ")";
    }
  }

  std::mt19937_64 random_;
};

}  // namespace drover::testing
