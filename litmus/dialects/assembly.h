#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/diagnostic.h"
#include "litmus/dialects/state.h"
#include "litmus/dialects/strictness.h"
#include "semantics/program/program.h"

namespace drover::litmus {

struct ReadingOptions {
  Strictness strictness = Strictness::Wide;
  std::uint32_t unroll = 2;  // bound of each loop, as herd's -unroll
  // A C test that calls no function of C11 is in the kernel's dialect, whatever else it calls.
  bool assumes_kernel = false;
  Alignment alignment = Alignment::Natural;
};

template <typename Map>
[[nodiscard]] std::vector<std::string> keys_of(const Map& map) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : map) keys.push_back(key);
  return keys;
}

// Returns the address of code as states show it: `label:"P0:L0"`.
[[nodiscard]] std::string code_name(const std::string& thread, const std::string& label);
// Returns an instruction as states show it: `instr:"B .+4"`. Normalises its blanks.
[[nodiscard]] std::string instruction_name(const std::string& text);

// Builds a Program: the part that all dialects share. A global is created at its first mention.
class Assembly {
 public:
  Assembly(ReadingOptions options, DiagnosticSink& sink) : options_(options), sink_(sink) {}

  [[nodiscard]] const ReadingOptions& options() const { return options_; }

  // Call before the threads are written.
  void add_init(const std::vector<InitItem>& items);
  // The same for dialects in which `x = y` copies the initial value of y, and names have aliases.
  void add_copying_init(std::vector<InitItem> items);

  // Returns the address of a global.
  Value address_of(const std::string& name);
  [[nodiscard]] bool has_global(const std::string& name) const { return objects_.contains(name); }
  // Returns the distance of array elements: addresses count bytes, as in herd.
  [[nodiscard]] std::uint32_t element_size(const std::string& name) const;
  // Returns the number of the name among the virtual addresses of its location (Label::alias).
  [[nodiscard]] std::uint16_t alias_of(const std::string& name) const;
  // The levels of a machine with scopes, outermost first, and the one whose threads wait at control
  // barriers for each other.
  void set_levels(std::vector<std::string> levels, std::string barrier_level);
  // The place of a thread: its number at each level.
  void add_place(std::uint32_t thread, std::vector<std::uint32_t> place) {
    places_[thread] = std::move(place);
  }
  // Returns the index of a control barrier; its thread is a number of the text.
  std::uint32_t add_barrier(BarrierSite site);
  // All events of the first thread come before those of the second.
  void add_system_order(std::uint32_t first, std::uint32_t second) {
    system_order_.emplace_back(first, second);
  }
  // Adds tags to the initial write of a global.
  void add_initial_tags(const std::string& name, TagSet tags);

  // Returns fresh cells. A read of such a cell returns 0 or 1: a choice, as for a weak
  // compare-exchange. Each cell must be read once only.
  Value add_choices(std::uint32_t count);

  // Returns the address of the code after a label of a thread, by its `code_name`.
  Value address_of_code(const std::string& name);
  // Adds a label of a thread.
  void add_label(std::string name) { labels_.insert(std::move(name)); }
  // Adds the instruction after a label. A load from the label reads it.
  void add_code(std::string label, std::string instruction) {
    code_.emplace(std::move(label), std::move(instruction));
  }
  // True if some initial value is the address of code.
  [[nodiscard]] bool has_code_values() const { return !code_values_.empty(); }

  // Returns the initial values of the registers of a thread.
  [[nodiscard]] std::map<std::string, Value> initial_registers(std::uint32_t thread) const;
  // From here on, observed values have types: the type of the initial state, or int.
  void use_types() { uses_types_ = true; }
  // The elements of arrays are one apart. Call before `add_init`.
  void count_elements() { counts_elements_ = true; }
  // Makes the addresses behind each object locations of their own. As in herd they have no initial
  // value: a load reads what some store has written.
  void open_memory() { is_memory_open_ = true; }
  std::uint32_t add_loop(SourceRange range, std::string text);

  using Registers = std::map<std::string, RegisterId>;
  void add_thread(std::uint32_t number, Thread thread, Registers registers, SourceRange range);
  // Adds a thread that could not be read: its registers are unknown.
  void add_lost_thread(std::uint32_t number, SourceRange range) {
    add_thread(number, {}, {}, range);
  }
  // Adds a variable that its thread assigns but neither declares nor uses.
  void add_unused(std::uint32_t thread, const std::string& name, SourceRange range) {
    unused_.emplace(std::pair(thread, name), range);
  }
  [[nodiscard]] bool has_threads() const { return !threads_.empty(); }

  // Call after the threads: turns the locations of a condition into observables.
  void resolve(FinalCondition& condition);
  std::vector<std::uint32_t> observe(const Location& location);
  // Reports the unused variables that were not observed either.
  void report_unused();
  [[nodiscard]] bool is_array(const std::string& name) const;

  // Returns the program by move.
  [[nodiscard]] Program finish(std::string file);

 private:
  struct LitmusThread {
    std::size_t index = 0;  // in Program::threads
    Registers registers;
  };

  void add_item(const InitItem& item);
  void add_alias(const InitItem& item);
  [[nodiscard]] std::shared_ptr<const Topology> topology() const;
  void add_register_item(const InitItem& item);
  [[nodiscard]] bool check_shape(const InitItem& item);
  void check_address(const InitItem& item);
  void check_labels();
  void cut_initial_values();
  void open_objects();
  Value value_of(const StateValue& value);
  Value instruction(const std::string& name);
  void fill_code();
  std::uint32_t object(const std::string& name);
  std::uint32_t add_object(const std::string& name, std::uint32_t elements, std::uint32_t size,
                           bool is_array);
  void resolve(Atom& atom);
  std::uint32_t add_observable(Observable observable);
  std::vector<std::uint32_t> observe_register(const Location& location);
  std::vector<std::uint32_t> observe_global(const Location& location);

  struct ObjectInfo {
    std::uint32_t index = 0;
    std::uint32_t element_size = 4;
    std::uint32_t elements = 1;
    bool is_array = false;
    ValueView view = ValueView::Signed32;
    std::uint16_t alias = 0;    // another name of an object: the number of its virtual address
    std::uint16_t aliases = 0;  // of an object: the number of its other virtual addresses
  };

  ReadingOptions options_;
  DiagnosticSink& sink_;
  Program program_;
  std::map<std::string, ObjectInfo> objects_;
  std::map<std::uint32_t, std::map<std::string, Value>> initial_registers_;
  std::map<std::string, Value> shared_names_;  // `%x`: registers of any thread
  std::map<std::pair<std::uint32_t, std::string>, ValueView> register_views_;
  bool uses_types_ = false;
  bool is_memory_open_ = false;
  bool counts_elements_ = false;
  std::map<std::uint32_t, LitmusThread> threads_;
  std::map<std::uint32_t, SourceRange> register_items_;  // threads that the init section names
  std::map<std::pair<std::uint32_t, std::string>, SourceRange> unused_;
  Topology topology_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> places_;  // by number of the thread
  std::vector<std::pair<std::uint32_t, std::uint32_t>> system_order_;
  std::uint32_t choices_ = 0;
  std::set<std::string> labels_;                    // of all threads
  std::map<std::string, std::string> code_;         // by label: the instruction
  std::map<std::string, SourceRange> code_values_;  // of the initial state: addresses of code
};

}  // namespace drover::litmus
