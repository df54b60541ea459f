#include "cli/herd_options.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "explorer/models/model_registry.h"

namespace drover::cli {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr std::array<Pair, 8> Translated{{{"-model", "--model"},
                                          {"-cat", "--model"},
                                          {"-unroll", "--unroll"},
                                          {"-show", "--show"},
                                          {"-speedcheck", "--speedcheck"},
                                          {"-timeout", "--max-time"},
                                          {"-macros", "--macros"},
                                          {"-version", "--version"}}};

// What herd7 -help lists and we have nothing for.
constexpr std::array<std::string_view, 30> Unsupported{
    "-bell",    "-variant",   "-conf",       "-candidates", "-initwrites", "-optace",
    "-through", "-skipcheck", "-skipchecks", "-strictskip", "-cycles",     "-statelessrc11",
    "-exit",    "-suffix",    "-dumpes",     "-view",       "-gv",         "-evince",
    "-graph",   "-hexa",      "-set-libdir", "-names",      "-excl",       "-kinds",
    "-conds",   "-rename",    "-c11",        "-nshow",      "-showkind",   "-doshow"};

constexpr std::array<Pair, 6> Models{{{"x86tso", "tso"},
                                      {"x86tso-mixed", "tso"},
                                      {"x86-tso", "tso"},
                                      {"rc11_original", "rc11"},
                                      {"scc", "sc"},
                                      {"sc2", "sc"}}};

}  // namespace

HerdOptions translate_herd_options(const std::vector<std::string>& arguments) {
  HerdOptions out;
  for (const std::string& argument : arguments) {
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

std::string model_of_herd(const std::string& name) {
  std::error_code ignored;
  if (!name.ends_with(".cat") || std::filesystem::exists(name, ignored)) return name;
  if (std::filesystem::path(name).has_parent_path()) return name;
  const std::string stem = std::filesystem::path(name).stem().string();
  const auto* known = std::ranges::find(Models, stem, &Pair::first);
  if (known != Models.end()) return std::string(known->second);
  const bool is_built_in = std::ranges::find(model_names(), stem) != model_names().end();
  return is_built_in ? stem : name;
}

}  // namespace drover::cli
