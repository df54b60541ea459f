// Writes tests in C and in the Linux kernel's C.
#include <algorithm>
#include <array>
#include <utility>

#include "generate/test.h"
#include "support/format.h"

namespace drover::generate {

namespace {

// Writes one thread. A short-lived worker: holds references.
class CWriter {
 public:
  CWriter(const AbstractTest& test, const TestThread& thread)
      : test_(test), architecture_(*test.architecture), thread_(thread) {}

  std::string run() {
    for (std::size_t i = 0; i < thread_.accesses.size(); ++i) {
      const Access& access = thread_.accesses[i];
      if (depends(access, DependencyKind::Control)) {
        open(format("if (r{} == {}) {{", last_read_, last_value_));
      }
      for (const std::uint8_t each : access.fences) {
        const std::string_view code = architecture_.fences[each].code;
        line(is_kernel() ? format("{};", code) : format("atomic_thread_fence({});", code));
      }
      if (access.rmw) {
        read(access, update(access, thread_.accesses[++i]));
      } else if (access.direction == Direction::Read) {
        read(access, load(access));
      } else {
        line(store(access) + ";");
      }
    }
    while (depth_ > 1) {
      --depth_;
      line("}");
    }
    return std::move(text_);
  }
  [[nodiscard]] const std::vector<RegisterAtom>& atoms() const { return atoms_; }
  [[nodiscard]] std::size_t registers() const { return next_; }

 private:
  [[nodiscard]] bool is_kernel() const { return architecture_.notation == Notation::Kernel; }
  [[nodiscard]] bool depends(const Access& access, DependencyKind kind) const {
    return access.dependency && architecture_.dependencies[*access.dependency].kind == kind;
  }
  [[nodiscard]] const AnnotationWord& annotation(const Access& access) const {
    return architecture_.annotations[access.annotation];
  }
  void line(const std::string& text) {
    for (std::size_t i = 0; i < depth_; ++i) text_ += is_kernel() ? "\t" : "  ";
    text_ += text + "\n";
  }
  void open(const std::string& text) {
    line(text);
    ++depth_;
  }

  void read(const Access& access, const std::string& expression) {
    const std::size_t to = next_++;
    line(format("{}r{} = {};", is_kernel() ? "" : "int ", to, expression));
    if (access.is_observed) {
      const auto index = static_cast<std::size_t>(&access - thread_.accesses.data());
      atoms_.push_back({format("r{}", to), access.value, index});
    }
    last_read_ = to;
    last_value_ = access.value;
    if (test_.options.checks_reads) open(format("if ({} == r{}) {{", access.value, to));
  }
  // A number of the last read that is 0.
  [[nodiscard]] std::string zero() const { return format("(r{} & 128)", last_read_); }
  [[nodiscard]] std::string pointer(const Access& access) const {
    const std::string name = location_name(access.location);
    return depends(access, DependencyKind::Address) ? format("{} + {}", name, zero()) : name;
  }
  [[nodiscard]] std::string dereferenced(const Access& access) const {
    const std::string at = pointer(access);
    return at.find(' ') == std::string::npos ? "*" + at : format("*({})", at);
  }
  [[nodiscard]] std::string value(const Access& access) const {
    return depends(access, DependencyKind::Data) ? format("{} + {}", access.operand, zero())
                                                 : std::to_string(access.operand);
  }

  [[nodiscard]] std::string load(const Access& access) const {
    if (access.annotation == 0) return dereferenced(access);
    const std::string_view word = annotation(access).load;
    if (!is_kernel()) return format("atomic_load_explicit({},{})", pointer(access), word);
    return format("{}({})", word, word == "READ_ONCE" ? dereferenced(access) : pointer(access));
  }
  [[nodiscard]] std::string store(const Access& access) const {
    if (access.annotation == 0) return format("{} = {}", dereferenced(access), value(access));
    const std::string_view word = annotation(access).store;
    if (!is_kernel()) {
      return format("atomic_store_explicit({},{},{})", pointer(access), value(access), word);
    }
    return format("{}({}, {})", word, word == "WRITE_ONCE" ? dereferenced(access) : pointer(access),
                  value(access));
  }
  [[nodiscard]] std::string update(const Access& read, const Access& write) const {
    if (is_kernel()) {
      const bool acquires = annotation(read).name == "Acquire";
      const bool releases = annotation(write).name == "Release";
      const std::string_view name = acquires && releases ? "xchg"
                                    : acquires           ? "xchg_acquire"
                                    : releases           ? "xchg_release"
                                                         : "xchg_relaxed";
      return format("{}({}, {})", name, pointer(read), value(write));
    }
    const bool adds = architecture_.rmws[*read.rmw].kind == RmwKind::Add;
    const std::string_view word = adds ? "fetch_add" : "exchange";
    if (annotation(read).name == "Sc" && annotation(write).name == "Sc") {
      return format("atomic_{}({},{})", word, pointer(read), value(write));
    }
    return format("atomic_{}_explicit({},{},{})", word, pointer(read), value(write),
                  order(read, write));
  }
  // The one memory order of a read-modify-write.
  [[nodiscard]] std::string_view order(const Access& read, const Access& write) const {
    const auto has = [&](std::string_view word) {
      return annotation(read).name == word || annotation(write).name == word;
    };
    const bool acquires = has("Acq") || has("AR");
    const bool releases = has("Rel") || has("AR");
    if (has("Sc") || (read.annotation == 0 && write.annotation == 0)) return "memory_order_seq_cst";
    if (acquires && releases) return "memory_order_acq_rel";
    if (acquires) return "memory_order_acquire";
    if (releases) return "memory_order_release";
    return has("Con") ? "memory_order_consume" : "memory_order_relaxed";
  }

  const AbstractTest& test_;
  const Architecture& architecture_;
  const TestThread& thread_;
  std::string text_;
  std::vector<RegisterAtom> atoms_;
  std::size_t next_ = 0;
  std::size_t last_read_ = 0;
  std::uint64_t last_value_ = 0;
  std::size_t depth_ = 1;
};

enum class Use : std::uint8_t { None, Plain, Atomic, Both };

Use use_of(const AbstractTest& test, std::size_t location) {
  Use use = Use::None;
  for (const TestThread& thread : test.threads) {
    bool is_second_half = false;
    for (const Access& access : thread.accesses) {
      const bool is_atomic = access.annotation != 0 || access.rmw || is_second_half;
      is_second_half = access.rmw.has_value();
      if (access.location != location) continue;
      const Use one = is_atomic ? Use::Atomic : Use::Plain;
      use = use == Use::None || use == one ? one : Use::Both;
    }
  }
  return use;
}

std::string parameters(const AbstractTest& test, const TestThread& thread,
                       const std::vector<Use>& uses) {
  std::string out;
  for (std::size_t location = test.locations; location-- > 0;) {
    const bool is_used = std::ranges::any_of(
        thread.accesses, [&](const Access& each) { return each.location == location; });
    if (!is_used) continue;
    const std::string_view type = test.architecture->notation == Notation::Kernel ? "int"
                                  : uses[location] == Use::Plain                  ? "volatile int"
                                                                                  : "atomic_int";
    out += format("{}{}* {}", out.empty() ? "" : ",", type, location_name(location));
  }
  return out;
}

}  // namespace

OrError<WrittenTest> write_c(const AbstractTest& test) {
  const bool is_kernel = test.architecture->notation == Notation::Kernel;
  if (test.options.observer == Observer::Loop) {
    return CycleError{"--obstype loop is for machines: tests in C have no loops"};
  }
  std::vector<Use> uses;
  for (std::size_t location = 0; location < test.locations; ++location) {
    uses.push_back(use_of(test, location));
    if (uses.back() == Use::Both && !is_kernel) {
      return CycleError{
          format("{} is accessed with and without annotation: in C a location is atomic or it is "
                 "not",
                 location_name(location))};
    }
  }
  WrittenTest out;
  out.body = is_kernel ? "{}\n" : "\n{}\n";
  for (std::size_t t = 0; t < test.threads.size(); ++t) {
    CWriter writer(test, test.threads[t]);
    const std::string code = writer.run();
    out.body += format("\nP{} ({}) {{\n", t, parameters(test, test.threads[t], uses));
    for (std::size_t i = 0; is_kernel && i < writer.registers(); ++i) {
      out.body += format("\tint r{};\n", i);
    }
    if (is_kernel && writer.registers() > 0) out.body += "\n";
    out.body += code + "}\n";
    out.registers.push_back(writer.atoms());
  }
  return out;
}

}  // namespace drover::generate
