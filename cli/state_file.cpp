#include "cli/state_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

#include "explorer/error_kinds.h"
#include "support/bytes.h"
#include "support/format.h"
#include "support/text_digest.h"
#include "support/version.h"
#include "support/write_file.h"

namespace drover::cli {

namespace {

// What such a file begins with; the number changes with the form of what follows: the identity, the
// state, and the digest of all that comes before it.
constexpr std::string_view Magic = "drover state 1\n";
constexpr std::size_t DigestSize = 32;

// What differs, and how to call it.
std::string difference(const RunIdentity& kept, const RunIdentity& wanted) {
  for (const auto& [name, value] : wanted) {
    const auto known = std::ranges::find(kept, name, &RunIdentity::value_type::first);
    if (known == kept.end()) return format("it says nothing about the {}", name);
    if (known->second == value) continue;
    const bool is_digest = name == "program" || name == "text of the model";
    const auto shown = [](const std::string& text) { return text.empty() ? "none" : text; };
    return is_digest ? format("it belongs to another {}", name)
                     : format("it belongs to a run with another {}: {} instead of {}", name,
                              shown(known->second), shown(value));
  }
  return "";
}

}  // namespace

RunIdentity identity_of(const CheckCommand& command, std::string_view source,
                        const MemoryModel& model) {
  std::string constants;
  for (const ConstantOverride& constant : command.input.constants) {
    constants += format("{}{}={}", constants.empty() ? "" : " ", constant.name, constant.value);
  }
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
      {"set of constants (-D)", constants},
      {"model", std::string(model.name())},
      {"text of the model", text_digest(model.text())},
      {"mapping", command.input.mapping},
      {"algorithm", command.algorithm},
      {"set of reductions", reductions},
      {"bound of loops (--unroll)", format("{}", command.input.unroll)},
      {"limit of threads (--max-threads)", format("{}", command.input.max_threads)},
      {"rule for errors (--all-errors)", command.errors == ErrorLimit::All ? "all" : "the first"},
      {"set of kinds (--fail-on)", kinds},
      {"search for executions of `rvf`",
       format("{}{}{}{}", rvf.vsc.closure ? 1 : 0, rvf.vsc.greedy ? 1 : 0,
              rvf.vsc.use_guide ? 1 : 0, rvf.signals ? 1 : 0)}};
}

std::string identity_text(const RunIdentity& identity) {
  std::string text;
  for (const auto& [name, value] : identity) text += format("{}: {}\n", name, value);
  return text;
}

std::string write_state(const std::string& path, const RunIdentity& identity,
                        const ExplorationState& state) {
  ByteWriter out;
  out.put(identity.size());
  for (const auto& [name, value] : identity) {
    out.put(name);
    out.put(value);
  }
  state.write(out);
  std::string text = format("{}{}", Magic, out.bytes());
  text += text_digest(text);
  return write_durable_file(path, text);
}

ReadState read_state(const std::string& path, const RunIdentity& identity) {
  const auto refused = [&](const std::string& why) {
    return ReadState{std::nullopt, format("`{}`: {}", path, why)};
  };
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return refused("there is no such file");
  std::ifstream file(path, std::ios::binary);
  if (!file) return refused("it cannot be read");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (file.bad()) return refused("it cannot be read");
  const std::string_view all = text;
  if (!all.starts_with(Magic.substr(0, Magic.find(' ', 7)))) {
    return refused("this is not the state of a run of Drover");
  }
  if (!all.starts_with(Magic)) return refused("it was written by another version of Drover");
  const bool is_long = all.size() >= Magic.size() + DigestSize;
  const std::string_view body = all.substr(0, all.size() - (is_long ? DigestSize : 0));
  if (!is_long || text_digest(body) != all.substr(body.size())) {
    return refused("the file is damaged, or was not written to its end");
  }
  ByteReader in(body.substr(Magic.size()));
  RunIdentity kept(in.get_count());
  for (auto& [name, value] : kept) {
    name = in.get_text();
    value = in.get_text();
  }
  if (std::string why = difference(kept, identity); !why.empty()) return refused(why);
  ReadState read{ExplorationState::read(in), ""};
  if (!in.has_ended_well()) return refused("the file is damaged");
  return read;
}

}  // namespace drover::cli
