#include "cli/state_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

#include "explorer/plan/error_kinds.h"
#include "support/bytes.h"
#include "support/format.h"
#include "support/text.h"
#include "support/text_digest.h"
#include "support/version.h"
#include "support/write_file.h"

namespace drover::cli {

namespace {

// First line of a state file. Its number changes with the format of the rest: the identity, the
// state, and a digest of all before.
struct FileKind {
  std::string_view magic;
  std::string_view what;   // owner of the state
  std::string_view other;  // first line of the other kind of file
  std::string_view hint;   // the command for that other file
};
constexpr FileKind OfRun{"drover state 3\n", "a run", "drover search ",
                         "the state of a search, for `drover relax` or `drover repair`"};
constexpr FileKind OfSearch{"drover search 3\n", "a search", "drover state ",
                            "the state of a run of `drover check`"};
constexpr std::size_t DigestSize = 32;

// Returns how `kept` differs from `wanted`. Empty if it does not.
std::string difference(const RunIdentity& kept, const RunIdentity& wanted) {
  for (const auto& [name, value] : wanted) {
    const auto known = std::ranges::find(kept, name, &RunIdentity::value_type::first);
    if (known == kept.end()) return format("it says nothing about the {}", name);
    if (known->second == value) continue;
    const bool is_digest = name == "program" || name == "text of the model" ||
                           name == "text of the mapping" || name == "table of costs";
    const auto shown = [](const std::string& text) { return text.empty() ? "none" : text; };
    return is_digest ? format("it belongs to another {}", name)
                     : format("it belongs to a run with another {}: {} instead of {}", name,
                              shown(known->second), shown(value));
  }
  return "";
}

template <class State>
std::string write_kept(const std::string& path, const FileKind& kind, const RunIdentity& identity,
                       const State& state) {
  ByteWriter out;
  out.put(identity.size());
  for (const auto& [name, value] : identity) {
    out.put(name);
    out.put(value);
  }
  state.write(out);
  return write_durable_file(path, sealed_text(kind.magic, out.bytes()));
}

template <class State>
ReadState<State> read_kept(const std::string& path, const FileKind& kind,
                           const RunIdentity& identity) {
  const auto refused = [&](const std::string& why) {
    return ReadState<State>{std::nullopt, format("`{}`: {}", path, why)};
  };
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return refused("there is no such file");
  std::ifstream file(path, std::ios::binary);
  if (!file) return refused("it cannot be read");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (file.bad()) return refused("it cannot be read");
  const std::string_view all = text;
  if (all.starts_with(kind.other)) return refused(format("this is {}", kind.hint));
  if (!all.starts_with(kind.magic.substr(0, kind.magic.find(' ', 7)))) {
    return refused(format("this is not the state of {} of Drover", kind.what));
  }
  if (!all.starts_with(kind.magic)) return refused("it was written by another version of Drover");
  const auto bytes = unsealed_bytes(all, kind.magic);
  if (!bytes) return refused("the file is damaged, or was not written to its end");
  ByteReader in(*bytes);
  RunIdentity kept(in.get_count());
  for (auto& [name, value] : kept) {
    name = in.get_text();
    value = in.get_text();
  }
  if (std::string why = difference(kept, identity); !why.empty()) return refused(why);
  State state = State::read(in);
  if (!in.has_ended_well()) return refused("the file is damaged");
  return {std::move(state), ""};
}

// The arguments for single files are part of the program.
std::string text_of(const std::vector<ConstantOverride>& constants) {
  std::vector<std::string> texts;
  for (const ConstantOverride& each : constants) {
    if (!each.file.empty()) continue;
    texts.push_back(each.compiler_argument.empty() ? format("{}={}", each.name, each.value)
                                                   : each.compiler_argument);
  }
  return joined(texts, " ");
}

}  // namespace

RunIdentity identity_of(const OrdersCommand& command, std::string_view source,
                        const MemoryModel& model, const std::string& cost) {
  return {{"version of Drover", version_with_commit()},
          {"command", command.repairs ? "repair" : "relax"},
          {"program", text_digest(source)},
          {"set of constants (-D)", text_of(command.input.constants)},
          {"model", std::string(model.name())},
          {"text of the model", text_digest(model.text())},
          {"cost (--cost)", command.cost},
          {"table of costs", text_digest(cost)},
          {"grouping (--group)", command.groups_functions ? "function" : "site"},
          {"rule for outcomes (--same-outcomes)", command.keeps_outcomes ? "the same" : "any"},
          {"meaning of right (--robust)", command.is_robustness ? "robust" : "without errors"},
          {"bound of loops (--unroll)", format("{}", command.unroll)},
          {"limit of threads (--max-threads)", format("{}", command.input.max_threads)}};
}

RunIdentity identity_of(const SuiteCommand& command, std::string_view text) {
  return {{"version of Drover", version_with_commit()},
          {"command", "models suite"},
          {"model", command.model},
          {"text of the model", text_digest(text)},
          {"mapping (--mapping)", command.mapping},
          {"notion (--of)", format("{}", static_cast<int>(command.notion))},
          {"side (--allowed)", command.side == suite::Side::Allowed ? "allowed" : "forbidden"}};
}

RunIdentity identity_of(const CheckCommand& command, std::string_view source,
                        const MemoryModel& model, const mapping::Mapping* given) {
  std::string reductions;
  for (const Reduction reduction : AllReductions) {
    const bool is_asked = command.asked_for.contains(reduction);
    if (command.reductions.contains(reduction) || is_asked) {
      reductions += format("{}{}{}", reductions.empty() ? "" : " ", reduction_name(reduction),
                           is_asked ? " (asked for)" : "");
    }
  }
  std::string kinds;
  for (const ErrorKind kind : AllErrorKinds) {
    if (!command.fails.contains(kind)) continue;
    kinds += format("{}{}", kinds.empty() ? "" : " ", error_kind_name(kind));
  }
  const rvf::RvfOptions& rvf = command.rvf;
  return {
      {"version of Drover", version_with_commit()},
      {"program", text_digest(source)},
      {"set of constants (-D)", text_of(command.input.constants)},
      {"model", std::string(model.name())},
      {"text of the model", text_digest(model.text())},
      {"mapping", command.input.mapping},
      {"text of the mapping", given == nullptr ? "" : text_digest(given->text)},
      {"algorithm", command.algorithm},
      {"set of reductions", reductions},
      {"bound of loops (--unroll)", format("{}", command.unroll)},
      {"limit of threads (--max-threads)", format("{}", command.input.max_threads)},
      {"rule for errors (--all-errors)", command.errors == ErrorLimit::All ? "all" : "the first"},
      {"set of kinds (--fail-on)", kinds},
      {"search for executions of `rvf`",
       format("{}{}{}{}", rvf.vsc.closure ? 1 : 0, rvf.vsc.greedy ? 1 : 0,
              rvf.vsc.use_guide ? 1 : 0, rvf.signals ? 1 : 0)}};
}

std::string sealed_text(std::string_view magic, std::string_view bytes) {
  const std::string text = format("{}{}", magic, bytes);
  return text + text_digest(text);
}

std::optional<std::string_view> unsealed_bytes(std::string_view text, std::string_view magic) {
  if (text.size() < magic.size() + DigestSize) return std::nullopt;
  const std::string_view body = text.substr(0, text.size() - DigestSize);
  if (text_digest(body) != text.substr(body.size())) return std::nullopt;
  return body.substr(magic.size());
}

std::string identity_text(const RunIdentity& identity) {
  std::string text;
  for (const auto& [name, value] : identity) text += format("{}: {}\n", name, value);
  return text;
}

std::string write_state(const std::string& path, const RunIdentity& identity,
                        const ExplorationState& state) {
  return write_kept(path, OfRun, identity, state);
}

std::string write_state(const std::string& path, const RunIdentity& identity,
                        const orders::SearchState& state) {
  return write_kept(path, OfSearch, identity, state);
}

std::string write_state(const std::string& path, const RunIdentity& identity,
                        const suite::SuiteState& state) {
  return write_kept(path, OfSearch, identity, state);
}

template <>
ReadState<suite::SuiteState> read_state(const std::string& path, const RunIdentity& identity) {
  return read_kept<suite::SuiteState>(path, OfSearch, identity);
}

template <>
ReadState<ExplorationState> read_state(const std::string& path, const RunIdentity& identity) {
  return read_kept<ExplorationState>(path, OfRun, identity);
}

template <>
ReadState<orders::SearchState> read_state(const std::string& path, const RunIdentity& identity) {
  return read_kept<orders::SearchState>(path, OfSearch, identity);
}

}  // namespace drover::cli
