#include "cli/arguments/options.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

#include "drawing/execution_picture.h"
#include "explorer/algorithms/progress/progress_model.h"
#include "explorer/models/model_registry.h"
#include "explorer/models/model_table.h"
#include "explorer/plan/algorithm_table.h"
#include "frontend/suggestion.h"
#include "input/c_programs.h"
#include "input/load_model.h"
#include "input/subject.h"
#include "mapping/mapping.h"
#include "support/format.h"
#include "support/overloaded.h"
#include "support/text.h"
#include "words/plan_words.h"

namespace drover::cli {

namespace {

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

// Converts "500M", "6G", or a number of mebibytes, to bytes. Throws WrongArgument.
std::uint64_t memory_size(const std::string& word) {
  constexpr std::uint64_t Most = 1U << 30U;  // mebibytes
  std::string_view digits = word;
  std::uint64_t unit = 1;
  if (digits.ends_with('M') || digits.ends_with('G')) {
    unit = digits.ends_with('G') ? 1024 : 1;
    digits.remove_suffix(1);
  }
  std::uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  const bool is_number = !digits.empty() && stop == end && error == std::errc();
  refuse_if(!is_number || number == 0 || number > Most / unit, "--max-memory",
            format("`{}` is not a size: a whole number of mebibytes from 1 to {}, or with a unit, "
                   "as in 500M or 6G",
                   word, Most));
  return number * unit << 20U;
}

// Reads NAME=VALUE. Throws WrongArgument.
ConstantOverride parse_constant(const std::string& text) {
  const std::size_t equals = text.find('=');
  refuse_if(equals == 0 || equals == std::string::npos, "-D",
            format("`{}` is not of the form NAME=VALUE", text));
  std::string digits = text.substr(equals + 1);
  const bool is_negative = digits.starts_with('-');
  if (is_negative) digits.erase(0, 1);
  const bool is_hex = digits.starts_with("0x") || digits.starts_with("0X");
  if (is_hex) digits.erase(0, 2);
  std::uint64_t magnitude = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, magnitude, is_hex ? 16 : 10);
  const std::uint64_t limit = (std::uint64_t{1} << 63) - (is_negative ? 0 : 1);
  refuse_if(digits.empty() || stop != end || error != std::errc() || magnitude > limit, "-D",
            format("`{}` is not an integer of 64 bits", text.substr(equals + 1)));
  const std::uint64_t bits = is_negative ? 0 - magnitude : magnitude;
  return {.name = text.substr(0, equals),
          .value = static_cast<std::int64_t>(bits),
          .text = text.substr(equals + 1)};
}

// Throws WrongArgument unless the text is LOW..HIGH.
std::string checked_range(const std::string& text) {
  constexpr std::uint64_t Most = 1000;
  const char* const end = text.data() + text.size();
  std::int64_t low = 0;
  std::int64_t high = 0;
  const auto [dots, error] = std::from_chars(text.data(), end, low);
  const bool has_dots = error == std::errc() && std::string_view(dots, end).starts_with("..");
  const auto [stop, wrong] = std::from_chars(has_dots ? dots + 2 : end, end, high);
  refuse_if(!has_dots || wrong != std::errc() || stop != end, "--nondet",
            format("`{}` is not a range, such as 0..3", text));
  const auto last = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  refuse_if(
      high < low || last >= Most, "--nondet",
      format("`{}` has {} numbers: give it 1 to {}", text, high < low ? "no" : "too many", Most));
  return text;
}

std::vector<std::string> core_model_names() { return {model_names().begin(), model_names().end()}; }

std::vector<std::string> all_model_names() {
  std::vector<std::string> names = core_model_names();
  names.insert(names.end(), machine_model_names().begin(), machine_model_names().end());
  return names;
}

std::vector<std::string> all_algorithm_names() {
  std::vector<std::string> names;
  for (const AlgorithmInfo& info : all_algorithms()) names.emplace_back(info.name);
  return names;
}

}  // namespace

std::string names_of_models() { return joined(all_model_names(), " "); }

std::string names_of_core_models() { return joined(core_model_names(), " "); }

Argument flag(std::string names, Target target, std::string text) {
  return {.names = std::move(names), .text = std::move(text), .target = std::move(target)};
}

Argument option(std::string names, std::string value, std::string text, Target target,
                ValueIs kind) {
  return {.names = std::move(names),
          .value = std::move(value),
          .text = std::move(text),
          .target = std::move(target),
          .kind = kind};
}

Argument option(std::string names, std::string value, std::string text, Target target,
                Limits limits, std::string usual) {
  Argument made = option(std::move(names), std::move(value), std::move(text), std::move(target));
  made.limits = limits;
  made.usual = std::move(usual);
  return made;
}

Argument required(std::string name, Target target, std::string text, ValueIs kind) {
  return {.names = std::move(name),
          .text = std::move(text),
          .target = std::move(target),
          .kind = kind,
          .is_required = true};
}

Argument input_files(std::vector<std::string>& files, const std::string& text) {
  return {.names = "FILE",
          .text = text + "; - or no file: standard input",
          .target = &files,
          .kind = ValueIs::File};
}

Argument input_file(std::vector<std::string>& files, const std::string& text) {
  return input_files(files, text);
}

Argument model_option(std::string& model, const std::string& remark) {
  return {.names = "-m,--model",
          .value = "NAME",
          .text = "memory model: " + names_of_models() + remark,
          .target = &model,
          .proposals = all_model_names(),
          .kind = ValueIs::File};
}

Argument models_option(std::vector<std::string>& models, const std::string& remark,
                       const OnFlag& on_all) {
  Argument option{.names = "-m,--model",
                  .value = "NAME,…",
                  .text = "memory models: " + names_of_models() + remark,
                  .proposals = all_model_names(),
                  .kind = ValueIs::File,
                  .has_commas = true};
  if (on_all) option.proposals.emplace_back("all");
  option.target = [&models, on_all](const std::vector<std::string>& words) {
    models.clear();
    for (const std::string& word : words) {
      if (on_all && word == "all") {
        on_all();
        continue;
      }
      require_model("--model", word);
      add_once(models, word);
    }
  };
  return option;
}

Argument mapping_option(std::string& mapping, const std::string& remark) {
  return {.names = "--mapping",
          .value = "NAME",
          .text = format("how modes become instructions of a machine: {}, FILE.json{}",
                         joined(mapping::mapping_names(), ", "), remark),
          .target = &mapping,
          .proposals = mapping::mapping_names(),
          .kind = ValueIs::File};
}

Argument algorithm_option(std::string& algorithm) {
  return with_default({.names = "-a,--algo",
                       .value = "NAME",
                       .text = "algorithm: " + joined(all_algorithm_names(), " "),
                       .target = &algorithm,
                       .proposals = all_algorithm_names()});
}

Argument progress_model_option(std::string& model) {
  Argument out{.names = "--progress-model",
               .text =
                   "say whether every interleaving ends if the scheduler promises this much, "
                   "and if not, where its threads are: for loops that wait, and barriers",
               .target = &model};
  for (const progress::ProgressName& each : progress::ProgressNames) {
    out.choices.emplace_back(each.name);
  }
  out.value = joined(out.choices, "|");
  return out;
}

Argument jobs_option(std::uint32_t& jobs, const std::string& text) {
  return with_default(option("-j,--jobs", "N", text, &jobs, {0, 1024}));
}

Argument max_time_option(Target seconds, const std::string& remark) {
  return option("--max-time", "S", "stop after S seconds" + remark, std::move(seconds),
                {1e-3, 1e9});
}

Argument max_executions_option(Target count, const std::string& remark) {
  return option("--max-executions", "N", "stop after N executions" + remark, std::move(count),
                {.least = 1});
}

Argument max_memory_option(std::optional<std::uint64_t>& bytes) {
  return option("--max-memory", "M",
                "stop when Drover takes more memory than M: mebibytes, or 6G (default: three "
                "quarters of what is there)",
                [&bytes](const std::string& word) { bytes = memory_size(word); });
}

Argument unroll_option(Target unroll, const std::string& remark) {
  return option("--unroll", "N", "iterations of one loop before its thread is cut" + remark,
                std::move(unroll), {1, 1e6});
}

Argument max_threads_option(std::uint32_t& threads) {
  return option("--max-threads", "N",
                "threads that a program may spawn; a thread that spawns more is cut", &threads,
                {1, 4000});
}

Argument with_default(Argument argument) {
  argument.usual =
      std::visit(overloaded{[](std::string* text) { return *text; },
                            [](std::uint32_t* number) { return format("{}", *number); },
                            [](std::uint64_t* number) { return format("{}", *number); },
                            [](double* number) { return format("{}", *number); },
                            [](const auto&) { return std::string(); }},
                 argument.target);
  return argument;
}

std::vector<Argument> in_order(std::initializer_list<std::vector<Argument>> lists) {
  std::vector<Argument> all;
  for (const std::vector<Argument>& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

Argument progress_option(ProgressFormat& format, const std::string& remark) {
  return choice<ProgressFormat>(
      "--progress", "HOW",
      remark + "auto: a line on a terminal; json: objects, one per line, on standard error; none",
      format,
      {{"auto", ProgressFormat::Auto},
       {"json", ProgressFormat::Json},
       {"none", ProgressFormat::None}});
}

Argument colour_option(ColourChoice& colour) {
  return choice<ColourChoice>("--color", "auto|always|never", "colours in what is printed", colour,
                              {{"auto", ColourChoice::Auto},
                               {"always", ColourChoice::Always},
                               {"never", ColourChoice::Never}});
}

Argument json_flag(ReportFormat& format, std::string text) {
  return setting("--json", format, ReportFormat::Json, std::move(text));
}

Argument verbose_flag(Verbosity& verbosity, std::string text) {
  return setting("-v,--verbose", verbosity, Verbosity::Verbose, std::move(text));
}

namespace {

// True for a C macro: NAME, NAME=TEXT or NAME(PARAMETERS)=TEXT.
bool is_macro(const std::string& text) {
  const auto is_letter = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  const std::size_t end =
      static_cast<std::size_t>(std::ranges::find_if_not(text, is_letter) - text.begin());
  if (end == 0 || std::isdigit(static_cast<unsigned char>(text[0])) != 0) return false;
  if (end == text.size() || text[end] == '=') return true;
  const std::size_t close = text.find(')', end);
  return text[end] == '(' && close != std::string::npos &&
         (close + 1 == text.size() || text[close + 1] == '=');
}

bool is_number(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return false;
  std::size_t at = equals + 1;
  if (at < text.size() && text[at] == '-') ++at;
  const bool is_hex = text.compare(at, 2, "0x") == 0 || text.compare(at, 2, "0X") == 0;
  if (is_hex) at += 2;
  return at < text.size() && text.find('(') > equals &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), [&](char c) {
           const auto digit = static_cast<unsigned char>(c);
           return is_hex ? std::isxdigit(digit) != 0 : std::isdigit(digit) != 0;
         });
}

[[noreturn]] void refuse_warning(std::string kind) {
  for (const std::string_view prefix : {"no-error=", "error=", "no-"}) {
    if (kind.starts_with(prefix)) kind.erase(0, prefix.size());
  }
  const bool is_of_run = kind == "leak" || kind == "vacuous" || kind == "open-order";
  refuse_if(is_of_run, "-W",
            format("`{}` is not about the text of a program, but found by the run{}", kind,
                   kind == "leak"      ? "; `check --no-leaks` does not look for it"
                   : kind == "vacuous" ? ", and a verdict of its own"
                                       : ""));
  throw WrongArgument("-W",
                      format("there is no kind of warning `{}`{} (there are: {})", kind,
                             suggestion(kind, warning_names()), joined(warning_names(), " ")));
}

}  // namespace

Argument ConstantOptions::constants_option() {
  return option("-D", "NAME=VALUE",
                "give the constant NAME the value VALUE; define the macro of a C program", &texts);
}

std::vector<Argument> ConstantOptions::compiler_options() {
  return {
      option("-I", "FOLDER", "C programs: look for included files there", &folders),
      option("--isystem", "FOLDER", "C programs: look there after the folders of -I",
             &system_folders),
      option("--iquote", "FOLDER", "C programs: look there for files included in quotes",
             &quote_folders),
      option("-p", "FOLDER",
             "C programs: the folder of a build, whose compile_commands.json has the flags of each "
             "file, and the files that define what a program lacks; without FILE, its programs are "
             "checked",
             &commands, ValueIs::Folder),
      option("--target", "NAME", "with -p: the files that CMake compiles for this target", &target),
      option("-U", "NAME", "C programs: the macro NAME is not defined", &undefined),
      option("--include", "FILE", "C programs: include FILE first", &included),
      option("--std", "STANDARD", "C programs: the standard that the preprocessor follows (gnu11)",
             &standard),
      option("--cc", "COMMAND", "C programs: the compiler that preprocesses them (cc)", &compiler),
      flag("--spurious", &is_spurious,
           "C programs: a weak compare-exchange may fail spuriously, each once per thread"),
      flag("--no-spurious-wakeups", &wakes_only_if_woken,
           "C programs: a thread waits at a condition variable until it is woken; otherwise it "
           "may wake without that, at each wait once per thread"),
      option("--nondet", "LOW..HIGH",
             "C programs: random numbers, __VERIFIER_nondet_int and the like are any from LOW to "
             "HIGH",
             &nondet),
      option("--volatile", "relaxed|plain",
             "C programs: accesses to volatile variables are relaxed atomic ones, or plain ones "
             "(plain, with a warning)",
             &volatile_access)};
}

std::vector<ConstantOverride> ConstantOptions::take(std::vector<std::string>& files) const {
  const bool has_c = !commands.empty() || std::ranges::any_of(files, input::is_c_name);
  std::vector<ConstantOverride> constants;
  const auto pass_on = [&](std::string argument) {
    constants.push_back({.name = "", .compiler_argument = std::move(argument)});
  };
  if (!compiler.empty()) pass_on("--cc=" + compiler);
  if (is_spurious) pass_on("--spurious");
  if (wakes_only_if_woken) pass_on("--no-spurious-wakeups");
  if (!nondet.empty()) pass_on("--nondet=" + checked_range(nondet));
  if (!volatile_access.empty()) {
    refuse_if(volatile_access != "relaxed" && volatile_access != "plain", "--volatile",
              format("`{}` is neither relaxed nor plain", volatile_access));
    pass_on("--volatile=" + volatile_access);
  }
  if (!standard.empty()) pass_on("-std=" + standard);
  for (const std::string& folder : quote_folders) pass_on("-iquote" + folder);
  for (const std::string& folder : folders) pass_on("-I" + folder);
  for (const std::string& folder : system_folders) pass_on("-isystem" + folder);
  for (const std::string& name : undefined) pass_on("-U" + name);
  for (const std::string& file : included) {
    pass_on("-include");
    pass_on(file);
  }
  for (const std::string& text : texts) {
    if (has_c && is_macro(text) && !is_number(text)) {
      pass_on("-D" + text);
      continue;
    }
    const ConstantOverride constant = parse_constant(text);
    const bool is_repeated = std::ranges::any_of(
        constants, [&](const auto& known) { return known.name == constant.name; });
    refuse_if(is_repeated, "-D", format("`{}` is given twice", constant.name));
    constants.push_back(constant);
  }
  refuse_if(!target.empty() && commands.empty(), "--target", "needs -p");
  input::CPrograms programs = input::gather_c_programs(
      {.files = files, .constants = constants, .commands = commands, .target = target});
  refuse_if(!programs.complaint.empty(), "-p", programs.complaint);
  files = std::move(programs.files);
  return std::move(programs.constants);
}

std::vector<ConstantOverride> ConstantOptions::take_one(std::vector<std::string>& files) const {
  std::vector<ConstantOverride> constants = take(files);
  refuse_if(files.size() > 1, "FILE",
            format("one program is expected, not {}: {} (the files of one C program are those "
                   "without `main` and one with it)",
                   files.size(), joined(files, ", ")));
  return constants;
}

Argument warnings_option(WarningPolicy& warnings) {
  std::vector<std::string> proposals{"error", "none"};
  for (const std::string& name : warning_names()) {
    proposals.push_back("no-" + name);
    proposals.push_back("error=" + name);
  }
  return {.names = "-W",
          .value = "KIND",
          .text =
              "no-KIND: no warnings of this kind; error: warnings are errors; error=KIND: warnings "
              "of this kind are errors; none: no warnings",
          .target =
              [&warnings](const std::vector<std::string>& words) {
                for (const std::string& word : words) {
                  if (!apply_warning_word(word, warnings)) refuse_warning(word);
                }
              },
          .proposals = std::move(proposals)};
}

void refuse_if(bool is_wrong, std::string_view where, std::string_view why) {
  if (is_wrong) throw WrongArgument(std::string(where), std::string(why));
}

void require_other_file(const std::string& option, const std::string& output,
                        const std::vector<std::string>& inputs) {
  std::error_code ignored;
  for (const std::string& input : inputs) {
    refuse_if(std::filesystem::equivalent(output, input, ignored), option,
              format("`{}` is read: it would be replaced", output));
  }
}

void require_output_file(const std::string& option, const std::string& output,
                         const std::vector<std::string>& inputs) {
  require_other_file(option, output, inputs);
  std::error_code ignored;
  const bool is_there = std::filesystem::is_regular_file(output, ignored);
  const bool has_input_name =
      input::kind_of_name(output) || input::is_c_name(output) || output.ends_with(".cat");
  refuse_if(is_there && has_input_name, option,
            format("`{}` is there, and has the name of an input: it would be replaced; give the "
                   "name of another file",
                   output));
}

void require_picture(const std::string& option, const std::string& picture,
                     const std::vector<std::string>& inputs) {
  if (picture.empty()) return;
  refuse_if(inputs.size() > 1, option, "works with one program only");
  const auto picture_format = drawing::format_of_file(picture);
  refuse_if(!picture_format || *picture_format == drawing::PictureFormat::Text, option,
            format("`{}` does not end in .svg, .png, .pdf, .tex, .tikz or .dot", picture));
}

std::vector<Argument> state_options(StateFiles& state, const std::string& what) {
  const auto file = [](const std::string& option, std::string& target) {
    return [option, &target](const std::string& word) {
      refuse_if(word.empty(), option, "needs the name of a file");
      target = word;
    };
  };
  return {
      option("--checkpoint", "FILE",
             format("keep the state of the {} in FILE: regularly, and when it is stopped", what),
             file("--checkpoint", state.checkpoint), ValueIs::File),
      option("--checkpoint-every", "S", "seconds between two checkpoints", &state.every_seconds,
             {1e-2, 1e9}, "60"),
      option("--resume", "FILE", format("continue the {} whose state is in FILE", what),
             file("--resume", state.resume), ValueIs::File)};
}

namespace {

// Throws if require_output_file does, or if the file exists and is neither empty nor a state.
void require_state_file(const std::string& path, const std::string& what,
                        const std::vector<std::string>& files) {
  require_output_file("--checkpoint", path, files);
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return;
  constexpr std::string_view Magic = "drover ";
  std::string begin(Magic.size(), '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  if (!file.is_open() || file.gcount() == 0 || begin == Magic) return;
  throw WrongArgument("--checkpoint",
                      format("`{}` is there, and is not the state of a {} of Drover: it would be "
                             "replaced; give the name of another file",
                             path, what));
}

}  // namespace

void require_state(const StateFiles& state, const std::string& what,
                   const std::vector<std::string>& files) {
  refuse_if(state.every_seconds && state.checkpoint.empty(), "--checkpoint-every",
            "needs --checkpoint");
  refuse_if(!state.are_none() && files.size() > 1, state.first_option(),
            "works with one program only");
  if (!state.checkpoint.empty()) require_state_file(state.checkpoint, what, files);
}

std::string suggestion(const std::string& name, const std::vector<std::string>& names) {
  const std::string similar = did_you_mean(name, names);
  return similar.empty() ? "" : "; " + similar;
}

void require_model(const std::string& where, const std::string& name) {
  if (input::is_model_file(name) || find_model(name) != nullptr) return;
  refuse_if(name.find(',') != std::string::npos, where,
            format("one model is expected, not `{}` (there are: {}, and files FILE.cat)", name,
                   names_of_models()));
  throw WrongArgument(where, format("there is no model `{}`{} (there are: {}, and files FILE.cat)",
                                    name, suggestion(name, all_model_names()), names_of_models()));
}

void require_core_model(const std::string& where, const std::string& name) {
  require_model(where, name);
  if (input::is_model_file(name)) return;
  const ModelTraits& traits = find_model(name)->traits();
  refuse_if(!is_about(traits, ""), where,
            format("the model `{}` applies to {}, but core programs are tried here (models that "
                   "apply to them: {}, and files FILE.cat)",
                   name, traits.programs, names_of_core_models()));
}

void require_algorithm(const std::string& algorithm, const std::string& model) {
  const auto kind = find_algorithm(algorithm);
  if (!kind) {
    throw WrongArgument("--algo", format("there is no algorithm `{}`{} (there are: {})", algorithm,
                                         suggestion(algorithm, all_algorithm_names()),
                                         joined(all_algorithm_names(), " ")));
  }
  // Model files are read later.
  if (model.empty() || input::is_model_file(model)) return;
  if (const auto misfit = find_misfit(*kind, *find_model(model))) {
    throw WrongArgument("--algo", words::misfit_text(*misfit));
  }
}

}  // namespace drover::cli
