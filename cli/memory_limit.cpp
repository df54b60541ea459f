#include "cli/memory_limit.h"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "cli/command_line.h"

namespace drover::cli {

namespace {

constexpr std::uint64_t Unlimited = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t MiB = 1U << 20U;

// While set, allocations of guarded threads fail.
std::atomic<bool> is_memory_refused{false};
thread_local std::uint32_t allocation_guards = 0;

// Returns the bytes of memory this process uses; 0 if the system does not say.
std::uint64_t memory_in_use() {
  std::ifstream statistics("/proc/self/statm");
  std::uint64_t whole = 0;
  std::uint64_t resident = 0;
  if (!(statistics >> whole >> resident)) return 0;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t number_in(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t number = Unlimited;  // also for `max`
  return file >> number ? number : Unlimited;
}

std::uint64_t available_in_machine() {
  std::ifstream file("/proc/meminfo");
  std::string name;
  std::uint64_t kibibytes = 0;
  std::string unit;
  while (file >> name >> kibibytes && std::getline(file, unit)) {
    if (name == "MemAvailable:") return kibibytes << 10U;
  }
  return Unlimited;
}

// Returns what a control group's limit leaves for this process, including its present use.
std::uint64_t left_of(std::uint64_t limit, std::uint64_t used) {
  if (limit == Unlimited || used == Unlimited) return limit;
  const std::uint64_t others = used - std::min(used, memory_in_use());
  return limit - std::min(limit, others);
}

// Returns the memory available in this process's control groups and their ancestors. (cgroups(7):
// `0::PATH` of version 2, `N:memory:PATH` of version 1.)
std::uint64_t available_in_groups() {
  std::uint64_t least = Unlimited;
  std::ifstream file("/proc/self/cgroup");
  std::string line;
  while (std::getline(file, line)) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string kinds = line.substr(first + 1, second - first - 1);
    const bool is_old = kinds.find("memory") != std::string::npos;
    if (!kinds.empty() && !is_old) continue;
    const std::string root = is_old ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup";
    const std::string limit = is_old ? "/memory.limit_in_bytes" : "/memory.max";
    const std::string used = is_old ? "/memory.usage_in_bytes" : "/memory.current";
    for (std::string path = line.substr(second + 1);; path.erase(path.rfind('/'))) {
      while (path.ends_with('/')) path.pop_back();
      least =
          std::min(least, left_of(number_in(root + path + limit), number_in(root + path + used)));
      if (path.empty()) break;
    }
  }
  return least;
}

std::uint64_t address_space() {
  rlimit limit = {};
  const bool is_known = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return is_known ? limit.rlim_cur : Unlimited;
}

// Returns the default limit in bytes: three quarters of the memory available in this machine and in
// this process's control groups.
std::uint64_t usual_memory_limit() {
  const std::uint64_t there =
      std::min({available_in_machine(), available_in_groups(), address_space()});
  return there == Unlimited ? Unlimited : there / 4 * 3;
}

}  // namespace

// Lives as long as a command.
class RunGuard::Watcher {
 public:
  explicit Watcher(std::uint64_t limit) : limit_(limit), thread_([this] { watch(); }) {}
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
  ~Watcher() {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
    }
    over_.notify_all();
    thread_.join();
    is_memory_refused = false;
    if (is_at_memory_limit()) forget_memory_limit();
  }

 private:
  // Returns the memory beyond the limit that runs may use to stop and to report.
  [[nodiscard]] std::uint64_t reserve() const { return std::max(limit_ / 6, 256 * MiB); }

  void watch() {
    std::unique_lock lock(mutex_);
    while (!is_over_) {
      const std::uint64_t used = memory_in_use();
      if (used > limit_) interrupt_at_memory_limit();
      const std::uint64_t above = used - std::min(used, limit_);
      is_memory_refused = above > reserve();
      if (above > reserve() + reserve() / 2) end_process();
      over_.wait_for(lock, pause_at(used), [&] { return is_over_; });
    }
  }

  // Returns the time until the next look: longer if more memory is left.
  [[nodiscard]] std::chrono::milliseconds pause_at(std::uint64_t used) const {
    constexpr std::uint64_t MostPerMillisecond = 4 * MiB;
    constexpr std::uint64_t Least = 2;
    constexpr std::uint64_t Most = 50;
    const std::uint64_t left = limit_ - std::min(used, limit_);
    return std::chrono::milliseconds(std::clamp(left / MostPerMillisecond, Least, Most));
  }

  [[noreturn]] static void end_process() {
    constexpr std::string_view Words =
        "drover: stopped: the limit on memory was reached (--max-memory); what was found so far is "
        "lost\n";
    const auto ignored = ::write(STDERR_FILENO, Words.data(), Words.size());
    static_cast<void>(ignored);
    std::_Exit(ExitIncomplete);
  }

  std::uint64_t limit_;
  std::mutex mutex_;
  std::condition_variable over_;
  bool is_over_ = false;
  std::thread thread_;
};

RunGuard::RunGuard(std::optional<std::uint64_t> max_memory) {
  const std::uint64_t bytes = max_memory.value_or(usual_memory_limit());
  if (bytes != Unlimited) watcher_ = std::make_unique<Watcher>(bytes);
}

RunGuard::~RunGuard() = default;

AllocationGuard::AllocationGuard() { ++allocation_guards; }
AllocationGuard::~AllocationGuard() { --allocation_guards; }

void recover_memory() {
  if (!is_at_memory_limit()) return;
  ::malloc_trim(0);
  is_memory_refused = false;
  forget_memory_limit();  // if memory is still short, the watch sets it again
}

namespace {

// Small blocks that a thread has freed, by size, for its next allocations. Syntax trees and the
// automata of small programs are many blocks of few sizes, freed together; the C library keeps
// seven of a size at hand, and takes longer for the others.
class FreeBlocks {
 public:
  // Returns a block of at least this size; null if there is none.
  [[nodiscard]] void* take(std::size_t size) {
    if (size > Largest) return nullptr;
    List& list = lists_[(size + Header + Step - 1) / Step];
    if (list.first == nullptr) return nullptr;
    --list.count;
    return std::exchange(list.first, list.first->next);
  }
  // False if the block is to be freed.
  [[nodiscard]] bool keep(void* block) {
    const std::size_t at = (::malloc_usable_size(block) + Header) / Step;
    if (at >= Sizes || lists_[at].count == MostOfSize || state_ == State::Closed) return false;
    if (state_ == State::New) open();
    List& list = lists_[at];
    list.first = ::new (block) Block{list.first};
    ++list.count;
    return true;
  }

 private:
  enum class State : std::uint8_t { New, Open, Closed };
  // Closes the lists when the thread ends.
  struct Closing {
    FreeBlocks& blocks;
    ~Closing() { blocks.close(); }
  };

  [[gnu::noinline]] void open() {
    state_ = State::Open;
    thread_local const Closing closing{*this};
  }
  void close() {
    state_ = State::Closed;
    for (List& list : lists_) {
      while (list.first != nullptr) std::free(std::exchange(list.first, list.first->next));
    }
  }

  struct Block {
    Block* next;
  };
  struct List {
    Block* first = nullptr;
    std::uint32_t count = 0;
  };

  // The C library's blocks have 16 n - 8 bytes. (With other sizes, lists hold larger blocks than
  // they are asked for.)
  static constexpr std::size_t Step = 16;
  static constexpr std::size_t Header = 8;
  static constexpr std::size_t Sizes = 33;
  static constexpr std::size_t Largest = (Sizes - 1) * Step - Header;
  static constexpr std::uint32_t MostOfSize = 256;

  std::array<List, Sizes> lists_{};
  State state_ = State::New;
};

constinit thread_local FreeBlocks free_blocks;

// The tools that look for errors in the use of memory must see every block freed.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool KeepsBlocks = false;
#elif defined(__has_feature)
constexpr bool KeepsBlocks = !__has_feature(address_sanitizer);
#else
constexpr bool KeepsBlocks = true;
#endif

}  // namespace

// Implements operator new.
void* allocate(std::size_t size) {
  const bool is_refused =
      is_memory_refused.load(std::memory_order_relaxed) && allocation_guards > 0;
  if (!is_refused) {
    if (void* const kept = free_blocks.take(size)) return kept;
  }
  void* const memory = is_refused ? nullptr : std::malloc(std::max<std::size_t>(size, 1));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// Implements operator delete.
void release(void* memory) {
  if (!KeepsBlocks || memory == nullptr || !free_blocks.keep(memory)) std::free(memory);
}

}  // namespace drover::cli

// Other forms of operator new call these, except those for over-aligned types.
void* operator new(std::size_t size) { return drover::cli::allocate(size); }
void* operator new[](std::size_t size) { return drover::cli::allocate(size); }
void operator delete(void* memory) noexcept { drover::cli::release(memory); }
void operator delete[](void* memory) noexcept { drover::cli::release(memory); }
void operator delete(void* memory, std::size_t) noexcept { drover::cli::release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { drover::cli::release(memory); }
