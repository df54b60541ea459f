// The only include of CLI11.
#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <limits>
#include <system_error>
#include <utility>

#include "cli/herd_options.h"
#include "cli/load_model.h"
#include "cli/terminal.h"
#include "explorer/fit.h"
#include "explorer/models/model_registry.h"
#include "frontend/suggestion.h"
#include "litmus/sections.h"
#include "support/format.h"

namespace drover {

namespace {

constexpr std::string_view Version = "0.1.0";
// Searches through all programs of more events take weeks.
constexpr std::size_t MaxSearchedEvents = 12;
constexpr std::array<std::string_view, 10> CommandNames{
    "check", "litmus", "convert", "vsc", "draw", "show", "explain", "report", "models", "exercise"};

std::string names_of_models() {
  std::string names;
  for (const std::string_view name : model_names()) names += format(" {}", name);
  return names.substr(1);
}

std::string names_of_algorithms() {
  std::string names;
  for (const AlgorithmInfo& info : all_algorithms()) names += format(" {}", info.name);
  return names.substr(1);
}

// NAME=VALUE; throws CLI::ValidationError.
ConstantOverride parse_constant(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos) {
    throw CLI::ValidationError("-D", format("`{}` is not of the form NAME=VALUE", text));
  }
  std::string digits = text.substr(equals + 1);
  const bool is_negative = digits.starts_with('-');
  if (is_negative) digits.erase(0, 1);
  const bool is_hex = digits.starts_with("0x") || digits.starts_with("0X");
  if (is_hex) digits.erase(0, 2);
  std::uint64_t magnitude = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, magnitude, is_hex ? 16 : 10);
  const std::uint64_t limit = (std::uint64_t{1} << 63) - (is_negative ? 0 : 1);
  if (digits.empty() || stop != end || error != std::errc() || magnitude > limit) {
    throw CLI::ValidationError(
        "-D", format("`{}` is not an integer of 64 bits", text.substr(equals + 1)));
  }
  const std::uint64_t bits = is_negative ? 0 - magnitude : magnitude;
  return {text.substr(0, equals), static_cast<std::int64_t>(bits)};
}

struct RawInput {
  std::vector<std::string> constants;
  std::string colour = "auto";
};

void add_input_options(CLI::App& app, InputOptions& input, RawInput& raw) {
  app.add_option("-D", raw.constants, "give the constant NAME the value VALUE")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--unroll", input.unroll, "iterations of one loop before its thread is cut")
      ->check(CLI::Range(1U, 1'000'000U).description(""))
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--color", raw.colour, "colours in what is printed")
      ->check(CLI::IsMember({"auto", "always", "never"}).description(""))
      ->type_name("auto|always|never");
}

ColourChoice colour_choice(const std::string& word) {
  return word == "always"  ? ColourChoice::Always
         : word == "never" ? ColourChoice::Never
                           : ColourChoice::Auto;
}

void take_input(InputOptions& input, const RawInput& raw) {
  for (const std::string& text : raw.constants) {
    const ConstantOverride constant = parse_constant(text);
    const bool is_repeated = std::ranges::any_of(
        input.constants, [&](const auto& known) { return known.name == constant.name; });
    if (is_repeated) {
      throw CLI::ValidationError("-D", format("`{}` is given twice", constant.name));
    }
    input.constants.push_back(constant);
  }
  input.colour = colour_choice(raw.colour);
}

std::string suggestion(const std::string& name, const std::vector<std::string>& names) {
  const std::string similar = did_you_mean(name, names);
  return similar.empty() ? "" : "; " + similar;
}

void require_model(const std::string& where, const std::string& name) {
  if (is_model_file(name) || std::ranges::find(model_names(), name) != model_names().end()) return;
  std::vector<std::string> names(model_names().begin(), model_names().end());
  throw CLI::ValidationError(
      where, format("there is no model `{}`{} (there are: {}, and files FILE.cat)", name,
                    suggestion(name, names), names_of_models()));
}

void require_algorithm(const std::string& algorithm, const std::string& model) {
  const auto kind = find_algorithm(algorithm);
  if (!kind) {
    std::vector<std::string> names;
    for (const AlgorithmInfo& info : all_algorithms()) names.emplace_back(info.name);
    throw CLI::ValidationError("--algo",
                               format("there is no algorithm `{}`{} (there are: {})", algorithm,
                                      suggestion(algorithm, names), names_of_algorithms()));
  }
  // Models in files are read later.
  if (model.empty() || is_model_file(model)) return;
  if (const auto reason = why_unfit(*kind, *find_model(model))) {
    throw CLI::ValidationError("--algo", *reason);
  }
}

// The command line as CLI11 sees it. Lives while the arguments are parsed.
class CommandLine {
 public:
  CommandLine() {
    app_.set_version_flag("--version", format("drover {}", Version));
    app_.require_subcommand(1);
    app_.get_formatter()->column_width(34);
    app_.footer(
        "`drover FILE` is `drover check FILE` or `drover litmus FILE`, by what is in the file.\n"
        "Exit status: 0 verified, 1 a property is violated, 2 the input or the call is wrong,\n"
        "3 a limit was reached before the end.");
    add_check();
    add_litmus();
    add_convert();
    add_vsc();
    add_draw();
    add_show();
    add_explain();
    add_report();
    add_models();
    add_exercise();
  }

  Command parse(std::vector<std::string> arguments) {
    std::ranges::reverse(arguments);  // CLI11 takes them from the back
    try {
      app_.parse(arguments);
      return take();
    } catch (const CLI::CallForHelp&) {
      return LeaveAtOnce{ExitVerified, help_text()};
    } catch (const CLI::CallForVersion& version) {
      return LeaveAtOnce{ExitVerified, std::string(version.what()) + "\n"};
    } catch (const CLI::ExtrasError& error) {
      return wrong(extras_text());
    } catch (const CLI::ValidationError& error) {
      return wrong(error.what());
    } catch (const CLI::ParseError& error) {
      return wrong(error.what());
    }
  }

 private:
  void add_check() {
    check_app_ = app_.add_subcommand("check", "verify core programs (.drv)");
    check_app_->add_option("FILE", check_.input.files, "programs to verify")
        ->required()
        ->type_name("");
    check_app_->add_option("-m,--model", check_.model, "memory model: " + names_of_models())
        ->type_name("NAME")
        ->capture_default_str();
    check_app_->add_option("-a,--algo", check_.algorithm, "algorithm: " + names_of_algorithms())
        ->type_name("NAME")
        ->capture_default_str();
    add_input_options(*check_app_, check_.input, check_raw_);
    for (const Reduction reduction : AllReductions) {
      const std::string_view name = reduction_name(reduction);
      check_app_->add_flag_callback(
          format("--no-{}", name), [this, reduction] { check_.reductions.erase(reduction); },
          format("turn the reduction `{}` off", name));
    }
    for (const Reduction pass : {Reduction::Plp, Reduction::Await}) {
      const std::string_view name = reduction_name(pass);
      check_app_->add_flag_callback(
          format("--{}", name), [this, pass] { check_.asked_for.insert(pass); },
          format("run the pass `{}` before any algorithm, also before a reference", name));
    }
    add_rvf_switches();
    check_app_->add_flag("--json", is_json_, "one JSON object per file");
    check_app_->add_flag("--all-errors", has_all_errors_, "go on after the first error");
    check_app_->add_flag("--count-duplicates", counts_duplicates_,
                         "count executions that are explored more than once");
    check_app_->add_option("--max-time", check_.max_seconds, "stop after S seconds, per file")
        ->check(CLI::Range(1e-3, 1e9).description(""))
        ->type_name("S");
    check_app_->add_option("--max-executions", check_.max_executions, "stop after N executions")
        ->check(
            CLI::Range(std::uint64_t{1}, std::numeric_limits<std::uint64_t>::max()).description(""))
        ->type_name("N");
    check_app_->add_option("-j,--jobs", check_.jobs, "files to verify at the same time")
        ->check(CLI::Range(1U, 1024U).description(""))
        ->type_name("N")
        ->capture_default_str();
    check_app_
        ->add_option("--picture", check_.picture,
                     "draw the execution of an error into FILE.svg, .png or .dot")
        ->type_name("FILE");
    check_app_->add_flag("-v,--verbose", is_verbose_, "say more about the run");
  }

  void add_rvf_switches() {
    const auto turn_off = [this](const std::string& name, bool& part, const std::string& text) {
      rvf_switches_.push_back(name);
      check_app_->add_flag_callback(
          name, [&part] { part = false; }, "rvf: " + text);
    };
    turn_off("--no-closure", check_.rvf.vsc.closure, "search without what the closure knows");
    turn_off("--no-greedy", check_.rvf.vsc.greedy, "search without taking reads at once");
    turn_off("--no-guide", check_.rvf.vsc.use_guide, "search without the trace at hand");
    turn_off("--no-signals", check_.rvf.signals, "explore without backtrack signals");
  }

  void add_litmus() {
    litmus_app_ = app_.add_subcommand("litmus", "run litmus tests; prints what herd7 prints");
    litmus_app_
        ->add_option("FILE", litmus_.files,
                     "litmus tests, or names of those in the library; @LIST for a file that "
                     "lists them, - for a list on standard input")
        ->type_name("");
    litmus_app_
        ->add_option("-m,--model", litmus_.model,
                     "memory model: " + names_of_models() + " (default: rc11 for C, tso for X86)")
        ->type_name("NAME");
    litmus_app_->add_option("-a,--algo", litmus_.algorithm, "algorithm: " + names_of_algorithms())
        ->type_name("NAME")
        ->capture_default_str();
    litmus_app_
        ->add_option("--unroll", litmus_.unroll, "iterations of one loop before its thread is cut")
        ->check(CLI::Range(1U, 1'000'000U).description(""))
        ->type_name("N")
        ->capture_default_str();
    litmus_app_->add_flag("--list", litmus_.lists_library, "list the tests in the library");
    litmus_app_->add_flag("--strict-herd", is_strict_herd_,
                          "only what herd accepts, with herd's meaning");
    litmus_app_->add_flag("--reduce", is_reduced_,
                          "explore less where that is sound: the same states, other counts");
    litmus_app_->add_flag("--json", is_litmus_json_, "one JSON object per test");
    add_litmus_limits();
    add_litmus_output();
  }

  void add_litmus_limits() {
    litmus_app_->add_option("--max-time", litmus_.max_seconds, "stop after S seconds, per test")
        ->check(CLI::Range(1e-3, 1e9).description(""))
        ->type_name("S");
    litmus_app_->add_option("--max-executions", litmus_.max_executions, "stop after N executions")
        ->check(
            CLI::Range(std::uint64_t{1}, std::numeric_limits<std::uint64_t>::max()).description(""))
        ->type_name("N");
    litmus_app_->add_option("-j,--jobs", litmus_.jobs, "tests to run at the same time")
        ->check(CLI::Range(1U, 1024U).description(""))
        ->type_name("N")
        ->capture_default_str();
  }

  // Mostly herd's options; those that only tell herd how to be faster do nothing.
  void add_litmus_output() {
    litmus_app_->add_option("-o", litmus_.output_folder, "draw executions into DIR, as DOT")
        ->type_name("DIR");
    litmus_app_->add_option("--show", litmus_show_, "which executions -o draws")
        ->check(CLI::IsMember({"prop", "all", "neg", "none"}).description(""))
        ->type_name("prop|all|neg|none")
        ->capture_default_str();
    litmus_app_->add_option("-I", ignored_folders_, "herd's; the models are built in")
        ->type_name("DIR")
        ->allow_extra_args(false);
    litmus_app_->add_option("--macros", ignored_macros_, "herd's; only c11.def, which is built in")
        ->type_name("FILE");
    litmus_app_->add_option("--speedcheck", ignored_speed_, "herd's; answers are always complete")
        ->check(CLI::IsMember({"true", "false", "fast"}).description(""))
        ->type_name("true|false|fast");
    litmus_app_->add_flag("-q,--quiet", litmus_.is_quiet, "no warnings");
    litmus_app_->add_flag("-v,--verbose", is_litmus_verbose_, "say more about the run");
    litmus_app_->add_option("--color", litmus_colour_, "colours in what is printed")
        ->check(CLI::IsMember({"auto", "always", "never"}).description(""))
        ->type_name("auto|always|never");
  }

  void add_convert() {
    convert_app_ = app_.add_subcommand(
        "convert", "a litmus test as a core program, a core program as a C litmus test");
    convert_app_
        ->add_option("FILE", convert_.file, "a litmus test, by file or name, or a .drv file")
        ->required()
        ->type_name("");
    convert_app_->add_option("-o", convert_.output, "write to FILE instead of standard output")
        ->type_name("FILE");
    convert_app_->add_option("--color", convert_colour_, "colours in what is printed")
        ->check(CLI::IsMember({"auto", "always", "never"}).description(""))
        ->type_name("auto|always|never");
  }

  void add_vsc() {
    vsc_app_ = app_.add_subcommand("vsc", "whether recorded histories are sequentially consistent");
    vsc_app_->add_option("FILE", vsc_.files, "histories: docs/vsc.md says how they are written")
        ->required()
        ->type_name("");
    vsc_app_->add_flag("--json", is_vsc_json_, "one JSON object per file");
    vsc_app_->add_option("--max-time", vsc_.max_seconds, "stop after S seconds, per file")
        ->check(CLI::Range(1e-3, 1e9).description(""))
        ->type_name("S");
    const auto turn_off = [this](const std::string& name, bool VscOptions::*heuristic,
                                 const std::string& text) {
      vsc_app_->add_flag_callback(
          name, [this, heuristic] { vsc_.heuristics.*heuristic = false; }, text);
    };
    turn_off("--no-closure", &VscOptions::closure, "search without what the closure knows");
    turn_off("--no-greedy", &VscOptions::greedy, "search without taking reads at once");
    turn_off("--no-guide", &VscOptions::use_guide, "do not try the order of the file first");
    vsc_app_->add_flag("-v,--verbose", is_vsc_verbose_, "say more about the run");
    vsc_app_->add_option("--color", vsc_colour_, "colours in what is printed")
        ->check(CLI::IsMember({"auto", "always", "never"}).description(""))
        ->type_name("auto|always|never");
  }

  void add_draw() {
    draw_app_ = app_.add_subcommand("draw", "pictures of executions: SVG, PNG, DOT or text");
    draw_app_->add_option("FILE", draw_.file, "a program, a litmus test, or one of the library")
        ->required()
        ->type_name("");
    draw_app_->add_option("-m,--model", draw_.model, "memory model: " + names_of_models())
        ->type_name("NAME");
    draw_app_->add_option("-a,--algo", draw_.algorithm, "algorithm: " + names_of_algorithms())
        ->type_name("NAME")
        ->capture_default_str();
    draw_app_->add_option("-f,--format", draw_format_, "default: by the ending of -o, else text")
        ->check(CLI::IsMember({"svg", "png", "dot", "text"}).description(""))
        ->type_name("svg|png|dot|text");
    draw_app_->add_option("-o", draw_.output, "a file (several pictures: FILE-1, …) or a folder")
        ->type_name("FILE|DIR");
    draw_app_
        ->add_option("--show", draw_.show,
                     "relations of the model besides po: `rf,co`, or `+hb` besides rf, co and fr")
        ->type_name("NAMES");
    draw_app_
        ->add_option(
            "--select", draw_.select,
            "which executions: an outcome (`x == 1`), a number (`3`, `2..5`), complete, "
            "blocked, witness (of the condition), error or its kind, forbidden or an axiom "
            "that is broken; all of them where it is given several times")
        ->type_name("WHICH")
        ->allow_extra_args(false);
    draw_app_->add_option("--initial", draw_initial_, "which initial writes are drawn")
        ->check(CLI::IsMember({"read", "all", "none"}).description(""))
        ->type_name("read|all|none")
        ->capture_default_str();
    draw_app_->add_flag("--dark", is_dark_, "on a dark background");
    draw_app_->add_flag("--light", is_light_, "SVG: light also where viewers prefer dark");
    draw_app_->add_option("-D", draw_raw_.constants, "give the constant NAME the value VALUE")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    draw_app_
        ->add_option("--unroll", draw_.unroll, "iterations of one loop before its thread is cut")
        ->check(CLI::Range(1U, 1'000'000U).description(""))
        ->type_name("N");
    draw_app_->add_option("--max-pictures", draw_.max_pictures, "draw no more than N executions")
        ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}).description(""))
        ->type_name("N")
        ->capture_default_str();
    draw_app_->add_option("--max-time", draw_.max_seconds, "stop after S seconds")
        ->check(CLI::Range(1e-3, 1e9).description(""))
        ->type_name("S");
    draw_app_->add_option("--max-executions", draw_.max_executions, "stop after N executions")
        ->check(
            CLI::Range(std::uint64_t{1}, std::numeric_limits<std::uint64_t>::max()).description(""))
        ->type_name("N");
    draw_app_->add_option("--color", draw_raw_.colour, "colours in what is printed")
        ->check(CLI::IsMember({"auto", "always", "never"}).description(""))
        ->type_name("auto|always|never");
  }

  void add_show() {
    show_app_ = app_.add_subcommand("show", "the program after a pass, or its automata");
    show_app_->add_option("FILE", show_file_, "the program")->required()->type_name("");
    show_app_
        ->add_option(
            "--after", show_after_,
            "parse: as read; desugar: explicit loads and stores; lower: instructions; "
            "plp: with pure iterations of loops stopped; await: and with reads whose value "
            "is assumed as awaits (functions inlined)")
        ->check(CLI::IsMember({"parse", "desugar", "lower", "plp", "await"}).description(""))
        ->type_name("PASS")
        ->capture_default_str();
    show_app_->add_flag("--automaton", is_automaton_, "label automata as DOT");
    show_app_->add_option("--thread", show_.thread, "with --automaton: only this thread")
        ->type_name("NAME");
    add_input_options(*show_app_, show_.input, show_raw_);
  }

  void add_explain() {
    explain_app_ =
        app_.add_subcommand("explain", "why an outcome is allowed or forbidden under a model");
    explain_app_
        ->add_option("FILE", explain_.input.files,
                     "core programs or litmus tests, also names of those in the library")
        ->required()
        ->type_name("");
    explain_app_
        ->add_option(
            "-m,--model", explain_.models,
            "memory models: " + names_of_models() + ", or all (default: rc11, tso for X86)")
        ->type_name("NAME,…")
        ->delimiter(',')
        ->allow_extra_args(false);
    explain_app_
        ->add_option("--outcome", explain_.outcome,
                     "the final states to explain, written like the file's conditions: "
                     "\"reader:r == 1 && x == 0\" (default: the conditions of the file)")
        ->type_name("CONDITION");
    explain_app_->add_option("-D", explain_raw_.constants, "give the constant NAME the value VALUE")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    explain_app_
        ->add_option("--unroll", explain_.unroll,
                     "iterations of one loop before its thread is cut (default: 16, litmus 2)")
        ->check(CLI::Range(1U, 1'000'000U).description(""))
        ->type_name("N");
    explain_app_->add_flag("--json", is_explain_json_, "one JSON object per outcome");
    explain_app_
        ->add_option("--max-time", explain_.max_seconds, "stop after S seconds, per outcome")
        ->check(CLI::Range(1e-3, 1e9).description(""))
        ->type_name("S");
    explain_app_->add_option("--color", explain_raw_.colour, "colours in what is printed")
        ->check(CLI::IsMember({"auto", "always", "never"}).description(""))
        ->type_name("auto|always|never");
  }

  void add_report() {
    report_app_ = app_.add_subcommand("report", "a page about programs, to open in a browser");
    report_app_
        ->add_option("FILE", report_.files,
                     "core programs or litmus tests, also names of those in the library")
        ->required()
        ->type_name("");
    report_app_->add_option("-o", report_.output, "the page")
        ->type_name("FILE.html")
        ->capture_default_str();
    report_app_
        ->add_option("-m,--model", report_.models,
                     "memory models: " + names_of_models() + " (default: all of them)")
        ->type_name("NAME,…")
        ->delimiter(',')
        ->allow_extra_args(false);
    report_app_->add_option("-D", report_raw_.constants, "give the constant NAME the value VALUE")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    report_app_
        ->add_option("--unroll", report_.unroll,
                     "iterations of one loop before its thread is cut (default: 100, litmus 2)")
        ->check(CLI::Range(1U, 1'000'000U).description(""))
        ->type_name("N");
    report_app_->add_option("--max-time", report_.max_seconds, "stop after S seconds, per model")
        ->check(CLI::Range(1e-3, 1e9).description(""))
        ->type_name("S")
        ->capture_default_str();
    report_app_
        ->add_option("--max-executions", report_.max_executions,
                     "stop after N executions, per model")
        ->check(
            CLI::Range(std::uint64_t{1}, std::numeric_limits<std::uint64_t>::max()).description(""))
        ->type_name("N")
        ->capture_default_str();
    report_app_->add_option("--max-outcomes", report_.max_outcomes, "list no more outcomes")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1000}).description(""))
        ->type_name("N")
        ->capture_default_str();
    report_app_
        ->add_option("--max-pictures", report_.max_pictures,
                     "draw no more executions of each outcome")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1000}).description(""))
        ->type_name("N")
        ->capture_default_str();
    report_app_->add_option("--color", report_raw_.colour, "colours in what is printed")
        ->check(CLI::IsMember({"auto", "always", "never"}).description(""))
        ->type_name("auto|always|never");
  }

  void add_models() {
    models_app_ =
        app_.add_subcommand("models", "the built-in memory models, and models in cat files");
    models_app_->add_option("WORDS", models_words_, "`show NAME…`: models as cat files")
        ->type_name("");
    models_app_->add_flag("--json", is_models_json_, "as JSON");
    add_compare();
    add_audit();
  }

  void add_compare() {
    compare_app_ = models_app_->add_subcommand(
        "compare", "the smallest programs that one of two models allows and the other forbids");
    compare_app_->add_option("A", compare_.first, "a model: " + names_of_models())
        ->required()
        ->type_name("");
    compare_app_->add_option("B", compare_.second, "another")->required()->type_name("");
    add_search_limits(*compare_app_, compare_.max_events, compare_.max_seconds);
    compare_app_->add_option("-o", compare_.output_folder, "write the programs into DIR")
        ->type_name("DIR");
    compare_app_->add_flag("--json", is_models_json_, "as JSON");
  }

  void add_audit() {
    audit_app_ = models_app_->add_subcommand(
        "audit", "whether a model has the properties that exploration algorithms need");
    audit_app_->add_option("MODEL", audit_.models, "models: " + names_of_models())
        ->required()
        ->type_name("");
    add_search_limits(*audit_app_, audit_.max_events, audit_.max_seconds);
    audit_app_->add_option("--random", audit_.random_graphs, "greater graphs to try, at random")
        ->type_name("N")
        ->capture_default_str();
    audit_app_->add_option("--seed", audit_.seed, "of the random graphs")
        ->type_name("N")
        ->capture_default_str();
    audit_app_->add_flag("--json", is_models_json_, "as JSON, one object per model");
  }

  static void add_search_limits(CLI::App& app, std::size_t& max_events,
                                std::optional<double>& max_seconds) {
    app.add_option("--max-events", max_events, "programs of up to N events")
        ->check(CLI::Range(std::size_t{1}, MaxSearchedEvents).description(""))
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--max-time", max_seconds, "stop after S seconds")
        ->check(CLI::Range(1e-3, 1e9).description(""))
        ->type_name("S");
  }

  void add_exercise() {
    exercise_app_ = app_.add_subcommand("exercise", "exercises, graded by running the checker");
    exercise_app_
        ->add_option("WORDS", exercise_words_,
                     "list; show NAME…; try NAME ANSWER (the answer, a file, or - for standard "
                     "input); grade FILE… (files of answers); verify [NAME…] (solutions and wrong "
                     "answers)")
        ->type_name("");
    exercise_app_->add_option("--from", exercise_.from, "exercises of a file or folder")
        ->type_name("PATH")
        ->allow_extra_args(false);
    exercise_app_->add_flag("--hint", exercise_.hints, "try: a hint; --hint=N: the first N")
        ->type_name("");
    exercise_app_->add_option("--expect", exercise_.expected, "grade: exercises that all must do")
        ->type_name("NAME,…")
        ->delimiter(',')
        ->allow_extra_args(false);
    exercise_app_->add_option("--junit", exercise_.junit, "grade: write JUnit XML to FILE")
        ->type_name("FILE");
    exercise_app_->add_flag("--json", is_exercise_json_, "as JSON");
    exercise_app_->add_option("--color", exercise_colour_, "colours in what is printed")
        ->check(CLI::IsMember({"auto", "always", "never"}).description(""))
        ->type_name("auto|always|never");
  }

  // Throws CLI::ValidationError.
  Command take() {
    if (exercise_app_->parsed()) return take_exercise();
    if (check_app_->parsed()) return take_check();
    if (litmus_app_->parsed()) return take_litmus();
    if (convert_app_->parsed()) {
      convert_.colour = colour_choice(convert_colour_);
      return convert_;
    }
    if (vsc_app_->parsed()) {
      if (is_vsc_json_) vsc_.format = ReportFormat::Json;
      if (is_vsc_verbose_) vsc_.verbosity = Verbosity::Verbose;
      vsc_.colour = colour_choice(vsc_colour_);
      return vsc_;
    }
    if (draw_app_->parsed()) return take_draw();
    if (show_app_->parsed()) return take_show();
    if (explain_app_->parsed()) return take_explain();
    if (report_app_->parsed()) return take_report();
    return take_models();
  }

  Command take_check() {
    take_input(check_.input, check_raw_);
    require_model("--model", check_.model);
    require_algorithm(check_.algorithm, check_.model);
    for (const std::string& name : rvf_switches_) {
      if (check_.algorithm != "rvf" && check_app_->count(name) > 0) {
        throw CLI::ValidationError(name, "goes with `--algo rvf`");
      }
    }
    if (!check_.picture.empty() && check_.input.files.size() > 1) {
      throw CLI::ValidationError("--picture", "goes with one program");
    }
    const auto picture_format = format_of_file(check_.picture);
    const bool is_picture = picture_format && *picture_format != PictureFormat::Text;
    if (!check_.picture.empty() && !is_picture) {
      throw CLI::ValidationError("--picture",
                                 format("`{}` does not end in .svg, .png or .dot", check_.picture));
    }
    if (is_json_) check_.format = ReportFormat::Json;
    if (has_all_errors_) check_.errors = ErrorLimit::All;
    if (counts_duplicates_) check_.count_duplicates = CountDuplicates::Yes;
    if (is_verbose_) check_.verbosity = Verbosity::Verbose;
    return check_;
  }

  Command take_litmus() {
    if (litmus_.files.empty() && !litmus_.lists_library)
      throw CLI::ValidationError("litmus", "no test is named");
    litmus_.model = model_of_herd(litmus_.model);
    if (!litmus_.model.empty()) require_model("--model", litmus_.model);
    require_algorithm(litmus_.algorithm, litmus_.model);
    if (litmus_.algorithm == "rvf" && !is_reduced_) {
      throw CLI::ValidationError(
          "--algo",
          "`rvf` does not count executions as herd does: add --reduce to have the states");
    }
    if (!ignored_macros_.empty() && !ignored_macros_.ends_with("c11.def")) {
      throw CLI::ValidationError("-macros", "only herd's c11.def is known, and built in");
    }
    if (is_strict_herd_) litmus_.strictness = litmus::Strictness::Herd;
    if (is_reduced_) litmus_.reductions = ReductionSet::all();
    if (is_litmus_json_) litmus_.format = ReportFormat::Json;
    if (is_litmus_verbose_) litmus_.verbosity = Verbosity::Verbose;
    litmus_.show = litmus_show_ == "all"    ? ShowExecutions::All
                   : litmus_show_ == "neg"  ? ShowExecutions::Negative
                   : litmus_show_ == "none" ? ShowExecutions::None
                                            : ShowExecutions::Proposition;
    litmus_.colour = colour_choice(litmus_colour_);
    return litmus_;
  }

  Command take_draw() {
    InputOptions input;
    take_input(input, draw_raw_);
    draw_.constants = input.constants;
    draw_.is_coloured = colour_for(Stream::Error, input.colour) == Colour::On;
    draw_.model = model_of_herd(draw_.model);
    if (!draw_.model.empty()) require_model("--model", draw_.model);
    require_algorithm(draw_.algorithm, draw_.model);
    if (is_dark_ && is_light_) throw CLI::ValidationError("--dark", "is the opposite of --light");
    draw_.theme = is_dark_ ? Theme::Dark : is_light_ ? Theme::Light : Theme::Viewer;
    if (draw_format_ == "svg") draw_.format = PictureFormat::Svg;
    if (draw_format_ == "png") draw_.format = PictureFormat::Png;
    if (draw_format_ == "dot") draw_.format = PictureFormat::Dot;
    if (draw_format_ == "text") draw_.format = PictureFormat::Text;
    draw_.initial = draw_initial_ == "all"    ? InitialWrites::All
                    : draw_initial_ == "none" ? InitialWrites::None
                                              : InitialWrites::WhereRead;
    return draw_;
  }

  Command take_show() {
    take_input(show_.input, show_raw_);
    show_.input.files = {show_file_};
    if (is_automaton_ && show_app_->count("--after") > 0) {
      throw CLI::ValidationError("show", "--after and --automaton are two different things");
    }
    if (is_automaton_) {
      show_.what = ShowWhat::Automaton;
    } else if (!show_.thread.empty()) {
      throw CLI::ValidationError("--thread", "goes with --automaton");
    } else if (show_after_ == "desugar") {
      show_.what = ShowWhat::Desugar;
    } else if (show_after_ == "lower") {
      show_.what = ShowWhat::Lower;
    } else if (show_after_ == "plp") {
      show_.what = ShowWhat::Plp;
    } else if (show_after_ == "await") {
      show_.what = ShowWhat::Await;
    }
    return show_;
  }

  Command take_compare() {
    require_model("models compare", compare_.first);
    require_model("models compare", compare_.second);
    if (is_models_json_) compare_.format = ReportFormat::Json;
    return compare_;
  }

  Command take_audit() {
    for (const std::string& name : audit_.models) require_model("models audit", name);
    if (is_models_json_) audit_.format = ReportFormat::Json;
    return audit_;
  }

  Command take_explain() {
    take_input(explain_.input, explain_raw_);
    if (explain_.models == std::vector<std::string>{"all"}) {
      explain_.models.clear();
      explain_.models.assign(model_names().begin(), model_names().end());
    }
    for (const std::string& model : explain_.models) require_model("--model", model);
    if (is_explain_json_) explain_.format = ReportFormat::Json;
    return explain_;
  }

  Command take_report() {
    InputOptions input;
    take_input(input, report_raw_);
    report_.constants = input.constants;
    report_.is_coloured = colour_for(Stream::Error, input.colour) == Colour::On;
    for (const std::string& model : report_.models) require_model("--model", model);
    return report_;
  }

  Command take_models() {
    if (compare_app_->parsed()) return take_compare();
    if (audit_app_->parsed()) return take_audit();
    if (is_models_json_) models_.format = ReportFormat::Json;
    if (models_words_.empty()) return models_;
    if (models_words_.front() != "show") {
      throw CLI::ValidationError("models",
                                 format("unknown word `{}`: write `drover models`, `drover "
                                        "models show NAME…`, `drover models compare A B` or "
                                        "`drover models audit NAME…`",
                                        models_words_.front()));
    }
    models_.show.assign(models_words_.begin() + 1, models_words_.end());
    if (models_.show.empty()) {
      throw CLI::ValidationError("models show", format("which? ({})", names_of_models()));
    }
    for (const std::string& name : models_.show) require_model("models show", name);
    return models_;
  }

  Command take_exercise() {
    const std::string usage =
        "write `list`, `show NAME…`, `try NAME ANSWER`, `grade FILE…` or `verify [NAME…]`";
    if (exercise_words_.empty()) throw CLI::ValidationError("exercise", usage);
    constexpr std::array<std::string_view, 5> Actions{"list", "show", "try", "grade", "verify"};
    const auto action = std::ranges::find(Actions, exercise_words_.front());
    if (action == Actions.end()) {
      const std::vector<std::string> names(Actions.begin(), Actions.end());
      throw CLI::ValidationError("exercise",
                                 format("unknown word `{}`{}: {}", exercise_words_.front(),
                                        suggestion(exercise_words_.front(), names), usage));
    }
    exercise_.action = static_cast<ExerciseAction>(action - Actions.begin());
    exercise_.names.assign(exercise_words_.begin() + 1, exercise_words_.end());
    const std::string what = format("exercise {}", *action);
    const bool is_try = exercise_.action == ExerciseAction::Try;
    const bool is_grade = exercise_.action == ExerciseAction::Grade;
    const bool needs_names = is_try || is_grade || exercise_.action == ExerciseAction::Show;
    if (needs_names && exercise_.names.empty()) throw CLI::ValidationError(what, usage);
    if (is_try && exercise_.names.size() == 1 && exercise_.hints == 0) {
      throw CLI::ValidationError(
          what, "an answer is missing: itself in quotes, a file, or `-` for standard input");
    }
    if (is_try && exercise_.names.size() > 2) {
      throw CLI::ValidationError(what, "takes one answer; put it in quotes");
    }
    if (!is_try && exercise_.hints > 0) throw CLI::ValidationError("--hint", "goes with `try`");
    if (!is_grade && !exercise_.junit.empty()) {
      throw CLI::ValidationError("--junit", "goes with `grade`");
    }
    if (!is_grade && !exercise_.expected.empty()) {
      throw CLI::ValidationError("--expect", "goes with `grade`");
    }
    if (is_exercise_json_) exercise_.format = ReportFormat::Json;
    exercise_.colour = colour_choice(exercise_colour_);
    return exercise_;
  }

  [[nodiscard]] const CLI::App& current() const {
    for (const CLI::App* app :
         {check_app_, litmus_app_, convert_app_, vsc_app_, draw_app_, show_app_, explain_app_,
          report_app_, compare_app_, audit_app_, models_app_, exercise_app_}) {
      if (app->parsed()) return *app;
    }
    return app_;
  }

  [[nodiscard]] std::string help_text() const {
    const CLI::App& app = current();
    if (&app == &app_) return app.help();
    const bool is_of_models = &app == compare_app_ || &app == audit_app_;
    return app.help(is_of_models ? "drover models" : "drover");
  }

  [[nodiscard]] std::string extras_text() const {
    const std::vector<std::string> extras = app_.remaining(true);
    const std::string unknown = extras.empty() ? "" : extras.front();
    std::vector<std::string> known;
    for (const CLI::Option* option : current().get_options()) {
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
    return format("unknown option `{}`{}", unknown, suggestion(unknown, known));
  }

  [[nodiscard]] static LeaveAtOnce wrong(const std::string& text) {
    return {ExitBadInput, format("drover: {}\nTry `drover --help`.\n", text)};
  }

  CLI::App app_{"Drover: a model checker for concurrent programs under weak memory models",
                "drover"};
  CLI::App* check_app_ = nullptr;
  CLI::App* show_app_ = nullptr;
  CLI::App* models_app_ = nullptr;
  CheckCommand check_;
  RawInput check_raw_;
  std::vector<std::string> rvf_switches_;
  bool is_json_ = false;
  bool has_all_errors_ = false;
  bool counts_duplicates_ = false;
  bool is_verbose_ = false;
  CLI::App* litmus_app_ = nullptr;
  LitmusCommand litmus_;
  bool is_strict_herd_ = false;
  bool is_reduced_ = false;
  bool is_litmus_json_ = false;
  bool is_litmus_verbose_ = false;
  std::string litmus_show_ = "prop";
  std::string litmus_colour_ = "auto";
  std::vector<std::string> ignored_folders_;
  std::string ignored_macros_;
  std::string ignored_speed_;
  CLI::App* convert_app_ = nullptr;
  ConvertCommand convert_;
  std::string convert_colour_ = "auto";
  CLI::App* vsc_app_ = nullptr;
  VscCommand vsc_;
  bool is_vsc_json_ = false;
  bool is_vsc_verbose_ = false;
  std::string vsc_colour_ = "auto";
  CLI::App* draw_app_ = nullptr;
  DrawCommand draw_;
  RawInput draw_raw_;
  std::string draw_format_;
  std::string draw_initial_ = "read";
  bool is_dark_ = false;
  bool is_light_ = false;
  ShowCommand show_;
  RawInput show_raw_;
  std::string show_file_;
  std::string show_after_ = "parse";
  bool is_automaton_ = false;
  CLI::App* compare_app_ = nullptr;
  CompareCommand compare_;
  CLI::App* audit_app_ = nullptr;
  AuditCommand audit_;
  CLI::App* explain_app_ = nullptr;
  ExplainCommand explain_;
  RawInput explain_raw_;
  bool is_explain_json_ = false;
  CLI::App* report_app_ = nullptr;
  ReportCommand report_;
  RawInput report_raw_;
  ModelsCommand models_;
  std::vector<std::string> models_words_;
  bool is_models_json_ = false;
  CLI::App* exercise_app_ = nullptr;
  ExerciseCommand exercise_;
  std::vector<std::string> exercise_words_;
  std::string exercise_colour_ = "auto";
  bool is_exercise_json_ = false;
};

// A word that cannot be meant as a file: it has no ending, no folder, and is not there.
bool is_unknown_command(const std::string& word) {
  const bool is_known = std::ranges::find(CommandNames, word) != CommandNames.end();
  if (is_known || word.empty() || word.find_first_of("./-") != std::string::npos) return false;
  std::error_code ignored;
  return !std::filesystem::exists(word, ignored);
}

// Whether the first of the arguments that is a file is a litmus test.
bool names_litmus_file(const std::vector<std::string>& arguments) {
  constexpr std::streamsize Enough = 4096;
  for (const std::string& argument : arguments) {
    std::ifstream file(argument, std::ios::binary);
    std::error_code ignored;
    if (argument.starts_with('-') || !std::filesystem::is_regular_file(argument, ignored)) continue;
    std::string text(static_cast<std::size_t>(Enough), '\0');
    file.read(text.data(), Enough);
    text.resize(static_cast<std::size_t>(file.gcount()));
    return litmus::looks_like_litmus(text);
  }
  return false;
}

// `drover FILE…` means `drover check FILE…`, or `drover litmus FILE…`.
std::vector<std::string> with_command(std::vector<std::string> arguments) {
  const std::string& first = arguments.front();
  const bool is_command = std::ranges::find(CommandNames, first) != CommandNames.end();
  const bool is_general = first == "-h" || first == "--help" || first == "--version";
  if (is_command || is_general) return arguments;
  arguments.insert(arguments.begin(), names_litmus_file(arguments) ? "litmus" : "check");
  return arguments;
}

}  // namespace

Command parse_command_line(const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    Command help = CommandLine().parse({"--help"});
    std::get<LeaveAtOnce>(help).status = ExitBadInput;
    return help;
  }
  if (is_unknown_command(arguments.front())) {
    const std::vector<std::string> commands(CommandNames.begin(), CommandNames.end());
    return LeaveAtOnce{ExitBadInput,
                       format("drover: `{}` is neither a command nor a file{} (the commands are: "
                              "check, litmus, convert, vsc, draw, show, explain, report, "
                              "models, exercise)\nTry `drover --help`.\n",
                              arguments.front(), suggestion(arguments.front(), commands))};
  }
  const std::vector<std::string> whole = with_command(arguments);
  if (whole.front() != "litmus") return CommandLine().parse(whole);
  const HerdOptions herd = translate_herd_options(whole);
  if (herd.unsupported.empty()) return CommandLine().parse(herd.arguments);
  return LeaveAtOnce{ExitBadInput, format("drover: herd's option `{}` is not supported\n"
                                          "Try `drover litmus --help`.\n",
                                          herd.unsupported)};
}

}  // namespace drover
