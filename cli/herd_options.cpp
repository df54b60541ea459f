#include "cli/herd_options.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "explorer/models/model_registry.h"

namespace drover::cli {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr std::array<Pair, 10> Translated{{{"-model", "--model"},
                                           {"-bell", "--bell"},
                                           {"-variant", "--variant"},
                                           {"-cat", "--model"},
                                           {"-unroll", "--unroll"},
                                           {"-show", "--show"},
                                           {"-speedcheck", "--speedcheck"},
                                           {"-timeout", "--max-time"},
                                           {"-macros", "--macros"},
                                           {"-version", "--version"}}};

// Options of herd7 -help without a counterpart.
constexpr std::array<std::string_view, 27> Unsupported{
    "-candidates", "-initwrites", "-optace",        "-through", "-skipcheck", "-skipchecks",
    "-strictskip", "-cycles",     "-statelessrc11", "-exit",    "-suffix",    "-dumpes",
    "-view",       "-gv",         "-evince",        "-graph",   "-hexa",      "-set-libdir",
    "-names",      "-excl",       "-kinds",         "-conds",   "-rename",    "-c11",
    "-nshow",      "-showkind",   "-doshow"};

constexpr std::array<Pair, 7> ModelsOfHerd{{{"x86tso", "tso"},
                                            {"linux-kernel", "lkmm"},
                                            {"x86tso-mixed", "tso"},
                                            {"x86-tso", "tso"},
                                            {"rc11_original", "rc11"},
                                            {"scc", "sc"},
                                            {"sc2", "sc"}}};

}  // namespace

namespace {

// Reads herd's configuration file: lines of a name and a value. Keeps supported options; the other
// options are for herd's pictures. Nothing if unreadable.
std::optional<std::vector<std::string>> options_of_file(const std::string& path) {
  std::ifstream file(path);
  if (!file) return std::nullopt;
  std::vector<std::string> out;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string name;
    std::string value;
    words >> name >> value;
    const auto* known = std::ranges::find(Translated, "-" + name, &Pair::first);
    if (known == Translated.end() || value.empty()) continue;
    out.emplace_back(known->second);
    out.push_back(value);
  }
  return out;
}

}  // namespace

HerdOptions translate_herd_options(const std::vector<std::string>& arguments) {
  HerdOptions out;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "-conf" && i + 1 < arguments.size()) {
      const auto options = options_of_file(arguments[++i]);
      if (options) {
        out.arguments.insert(out.arguments.end(), options->begin(), options->end());
      } else if (out.unreadable.empty()) {
        out.unreadable = arguments[i];
      }
      continue;
    }
    const auto* known = std::ranges::find(Translated, argument, &Pair::first);
    if (known != Translated.end()) {
      out.arguments.emplace_back(known->second);
      continue;
    }
    const bool is_unsupported = std::ranges::find(Unsupported, argument) != Unsupported.end();
    if (is_unsupported && out.unsupported.empty()) out.unsupported = argument;
    out.arguments.push_back(argument);
  }
  return out;
}

std::string model_of_herd(const std::string& name, const std::vector<std::string>& folders) {
  std::error_code ignored;
  if (!name.ends_with(".cat") || std::filesystem::exists(name, ignored)) return name;
  if (std::filesystem::path(name).has_parent_path()) return name;
  for (const std::string& folder : folders) {
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    if (std::filesystem::exists(path, ignored)) return path.string();
  }
  const std::string stem = std::filesystem::path(name).stem().string();
  const auto* known = std::ranges::find(ModelsOfHerd, stem, &Pair::first);
  if (known != ModelsOfHerd.end()) return std::string(known->second);
  return find_model(stem) != nullptr ? stem : name;
}

}  // namespace drover::cli
