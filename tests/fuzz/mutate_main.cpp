// Drives a libFuzzer entry point where there is no libFuzzer: changes seeds at random, as a
// function of the given number alone, and calls the entry point with each. Each input is written to
// `last-input` before the call, in case the call crashes.
//
// usage: X_mutator ROUNDS SEED FILE…      or X_mutator FILE to try one input again
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::string read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void call(const std::string& text) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

class Mutator {
 public:
  Mutator(std::uint64_t seed, std::vector<std::string> seeds)
      : random_(seed), seeds_(std::move(seeds)) {}

  std::string next() {
    std::string text = seeds_[below(seeds_.size())];
    for (std::size_t i = 1 + below(6); i > 0; --i) change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t bound) {
    return bound == 0 ? 0 : std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
  }
  // A piece of some seed, from a line or a word on.
  std::string piece() {
    const std::string& other = seeds_[below(seeds_.size())];
    const std::size_t at = below(other.size());
    return other.substr(at, 1 + below(40));
  }
  void change(std::string& text) {
    static const std::string Odd = "{}()[];:,=*&|^~!<>-+/\\\"'%$@#0123456789aPx_ \n\t";
    const std::size_t at = below(text.size() + 1);
    switch (below(8)) {
      case 0: text.insert(at, 1, Odd[below(Odd.size())]); break;
      case 1: text.erase(at, 1 + below(4)); break;
      case 2: text.erase(at, below(80)); break;
      case 3: text.insert(at, piece()); break;
      case 4: text.insert(at, text.substr(below(text.size() + 1), below(60))); break;
      case 5:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      case 6:
        if (at < text.size()) text[at] = Odd[below(Odd.size())];
        break;
      default: text.insert(at, std::string(1 + below(300), Odd[below(Odd.size())])); break;
    }
  }

  std::mt19937_64 random_;
  std::vector<std::string> seeds_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2) {
    call(read_file(argv[1]));
    return 0;
  }
  if (argc < 4) return 2;
  std::vector<std::string> seeds;
  for (int i = 3; i < argc; ++i) seeds.push_back(read_file(argv[i]));
  const std::uint64_t rounds = std::stoull(argv[1]);
  Mutator mutator(std::stoull(argv[2]), std::move(seeds));
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::seconds TooSlow{5};
  for (std::uint64_t i = 0; i < rounds; ++i) {
    const std::string text = mutator.next();
    std::ofstream("last-input", std::ios::binary) << text;
    const Clock::time_point start = Clock::now();
    call(text);
    if (Clock::now() - start > TooSlow) {
      std::printf("slow input in round %llu\n", static_cast<unsigned long long>(i));
      return 1;
    }
  }
  std::printf("%llu inputs\n", static_cast<unsigned long long>(rounds));
  return 0;
}
