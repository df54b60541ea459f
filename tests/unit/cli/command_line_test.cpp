#include "cli/command_line.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "frontend/diagnostic.h"
#include "support/version.h"

namespace drover::command_line_test {

namespace {

cli::CheckCommand check_of(const std::vector<std::string>& arguments) {
  const cli::Command command = cli::parse_command_line(arguments);
  REQUIRE(std::holds_alternative<cli::CheckCommand>(command));
  return std::get<cli::CheckCommand>(command);
}

std::string refusal_of(const std::vector<std::string>& arguments) {
  const cli::Command command = cli::parse_command_line(arguments);
  REQUIRE(std::holds_alternative<cli::LeaveAtOnce>(command));
  CHECK(std::get<cli::LeaveAtOnce>(command).status == cli::ExitBadInput);
  return std::get<cli::LeaveAtOnce>(command).text;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the range of numbers from outside has a least and a greatest one") {
  const auto given = [](const char* range) {
    return check_of({"a.c", "--nondet", range}).input.constants.front().compiler_argument;
  };
  CHECK(given("0..3") == "--nondet=0..3");
  CHECK(given("-5..-5") == "--nondet=-5..-5");
  for (const char* wrong : {"3", "1..", "..2", "2..1", "0..1000", "a..b", "1..2..3", "1...2"}) {
    CAPTURE(wrong);
    CHECK(contains(refusal_of({"check", "a.c", "--nondet", wrong}), "--nondet"));
  }
  CHECK(
      contains(refusal_of({"check", "a.c", "--volatile", "atomic"}), "neither relaxed nor plain"));
}

TEST_CASE("a limit on memory is in mebibytes, or has a unit") {
  constexpr std::uint64_t MiB = 1U << 20U;
  CHECK_FALSE(check_of({"a.drv"}).max_memory);
  CHECK(check_of({"a.drv", "--max-memory", "300"}).max_memory == 300 * MiB);
  CHECK(check_of({"a.drv", "--max-memory", "300M"}).max_memory == 300 * MiB);
  CHECK(check_of({"a.drv", "--max-memory", "6G"}).max_memory == 6144 * MiB);
  for (const char* wrong : {"0", "-3", "x", "5T", "G", "1.5G", "9999999999G", ""}) {
    CAPTURE(wrong);
    CHECK(contains(refusal_of({"check", "a.drv", "--max-memory", wrong}), "--max-memory"));
  }
  for (const char* command : {"litmus", "report", "explain", "draw", "relax", "repair", "vsc"}) {
    CAPTURE(command);
    CHECK(contains(refusal_of({command, "a.drv", "--max-memory", "0"}), "is not a size"));
  }
}

TEST_CASE("a call with a file alone is `check`") {
  CHECK(check_of({"a.drv"}).input.files == std::vector<std::string>{"a.drv"});
  CHECK(check_of({"-m", "sc", "a.drv"}).models.front() == "sc");
  CHECK(check_of({"check", "a.drv", "b.drv"}).input.files.size() == 2);
}

TEST_CASE("`check` takes several models, each once") {
  using Names = std::vector<std::string>;
  CHECK(check_of({"a.drv"}).models == Names{"rc11"});
  CHECK(check_of({"a.drv", "-m", "sc,tso", "-m", "sc"}).models == Names{"sc", "tso"});
  CHECK(check_of({"a.drv", "-m", "wrc11,all"}).models.size() == 8);
  CHECK(check_of({"a.drv", "-m", "wrc11,all"}).models.front() == "wrc11");
  CHECK(contains(refusal_of({"check", "a.drv", "-m", "sc,tsso"}), "did you mean `tso`?"));
  CHECK(contains(refusal_of({"check", "a.drv", "-m", "sc,tso", "-a", "dpor"}), "not `tso`"));
}

TEST_CASE("`check` takes the kinds of errors that count, and a log file") {
  CHECK(check_of({"a.drv"}).fails == Violations);
  const cli::CheckCommand command =
      check_of({"a.drv", "--fail-on", "race,memory", "--fail-on", "deadlock", "--sarif", "log"});
  CHECK(command.fails.contains(ErrorKind::Race));
  CHECK(command.fails.contains(ErrorKind::Deadlock));
  CHECK_FALSE(command.fails.contains(ErrorKind::Assertion));
  CHECK(command.sarif == "log");
  CHECK(check_of({"a.drv", "--fail-on", "none"}).fails == ErrorKindSet::none());
  CHECK(contains(refusal_of({"check", "a.drv", "--fail-on", "races"}), "did you mean `race`?"));
}

TEST_CASE("schemas are named by the words of a command") {
  const auto name_of = [](const std::vector<std::string>& words) {
    return std::get<cli::SchemaCommand>(cli::parse_command_line(words)).name;
  };
  CHECK(name_of({"schema"}).empty());
  CHECK(name_of({"schema", "models", "compare"}) == "models compare");
  CHECK(contains(refusal_of({"schema", "convert"}), "is not a command that prints JSON"));
}

TEST_CASE("every option of `check` is read") {
  const cli::CheckCommand command = check_of({"check",
                                              "-m",
                                              "tso",
                                              "-a",
                                              "interleave",
                                              "-D",
                                              "N=3",
                                              "-D",
                                              "M=-0x10",
                                              "--unroll",
                                              "7",
                                              "--no-symmetry",
                                              "--no-plp",
                                              "--json",
                                              "--all-errors",
                                              "--max-time",
                                              "1.5",
                                              "--max-executions",
                                              "10",
                                              "-j",
                                              "2",
                                              "-v",
                                              "--color",
                                              "never",
                                              "--count-duplicates",
                                              "a.drv"});
  CHECK(command.models.front() == "tso");
  CHECK(command.algorithm == "interleave");
  REQUIRE(command.input.constants.size() == 2);
  CHECK(command.input.constants[0].name == "N");
  CHECK(command.input.constants[0].value == 3);
  CHECK(command.input.constants[1].value == -16);
  CHECK(command.unroll == 7);
  CHECK(!command.reductions.contains(Reduction::Symmetry));
  CHECK(!command.reductions.contains(Reduction::Plp));
  CHECK(command.reductions.contains(Reduction::Helping));
  CHECK(command.format == cli::ReportFormat::Json);
  CHECK(command.errors == cli::ErrorLimit::All);
  CHECK(command.max_seconds == 1.5);
  CHECK(command.max_executions == 10);
  CHECK(command.jobs == 2);
  CHECK(command.verbosity == cli::Verbosity::Verbose);
  CHECK(command.input.colour == cli::ColourChoice::Never);
  CHECK(command.count_duplicates == cli::CountDuplicates::Yes);
}

TEST_CASE("`-D` takes every value of 64 bits") {
  const auto value = [](const std::string& text) {
    return check_of({"-D", "N=" + text, "a.drv"}).input.constants.at(0).value;
  };
  CHECK(value("9223372036854775807") == std::numeric_limits<std::int64_t>::max());
  CHECK(value("-9223372036854775808") == std::numeric_limits<std::int64_t>::min());
  CHECK(contains(refusal_of({"-D", "N=9223372036854775808", "a.drv"}), "64 bits"));
  CHECK(contains(refusal_of({"-D", "N=two", "a.drv"}), "not an integer"));
  CHECK(contains(refusal_of({"-D", "N", "a.drv"}), "NAME=VALUE"));
  CHECK(contains(refusal_of({"-D", "N=1", "-D", "N=2", "a.drv"}), "twice"));
}

TEST_CASE("a wrong option is named, with a hint") {
  CHECK(contains(refusal_of({"check"}), "FILE"));
  CHECK(contains(refusal_of({"-m", "rc12", "a.drv"}), "did you mean `rc11`"));
  CHECK(contains(refusal_of({"-a", "enumrate", "a.drv"}), "did you mean `enumerate`"));
  CHECK(contains(refusal_of({"-a", "interleave", "-m", "rc11", "a.drv"}), "--algo enumerate"));
  CHECK(contains(refusal_of({"--modle", "sc", "a.drv"}), "did you mean `--model`"));
  CHECK(contains(refusal_of({"--unroll", "0", "a.drv"}), "--unroll"));
  CHECK(contains(refusal_of({"models", "shwo"}), "shwo"));
  CHECK(contains(refusal_of({"models", "show", "rc12"}), "rc11"));
  CHECK(contains(refusal_of({"show", "--thread", "t", "a.drv"}), "--automaton"));
  CHECK(contains(refusal_of({"show", "--after", "parse", "--automaton", "a.drv"}), "--after"));
  CHECK(contains(refusal_of({"chek", "a.drv"}), "did you mean `check`"));
  CHECK(contains(refusal_of({}), "Usage: drover [OPTIONS]"));
}

TEST_CASE("a wrong value is described, with the command whose help to read") {
  const auto said = [](std::vector<std::string> words) {
    const std::string text = refusal_of(words);
    return text.substr(0, text.find('\n'));
  };
  CHECK(refusal_of({"check", "--unroll", "0", "a.drv"}) ==
        "drover: --unroll: `0` is not a whole number from 1 to 1000000\n"
        "Try `drover check --help`.\n");
  CHECK(said({"check", "--max-time", "abc", "a.drv"}) ==
        "drover: --max-time: `abc` is not a number from 0.001 to 1000000000");
  CHECK(said({"check", "--max-executions", "0", "a.drv"}) ==
        "drover: --max-executions: `0` is not a whole number that is at least 1");
  CHECK(said({"check", "--sample", "3", "--seed", "x", "a.drv"}) ==
        "drover: --seed: `x` is not a whole number");
  CHECK(said({"check", "--color", "sometimes", "a.drv"}) ==
        "drover: --color: `sometimes` is not one of auto, always, never");
  CHECK(said({"check", "--color", "nevr", "a.drv"}) ==
        "drover: --color: `nevr` is not one of auto, always, never; did you mean `never`?");
  CHECK(said({"check", "--json=maybe", "a.drv"}) ==
        "drover: --json: `maybe` is neither `true` nor `false`");
  CHECK(said({"exercise", "try", "sb", "--hint=x"}) == "drover: --hint: `x` is not a whole number");
  CHECK(said({"check", "a.drv", "-m"}) == "drover: --model: needs a value: NAME,…");
  CHECK(said({"check", "a.drv", "--unroll", "1", "--unroll", "2"}) ==
        "drover: --unroll: is given 2 times");
}

TEST_CASE("missing and superfluous arguments are reported with the command") {
  CHECK(contains(refusal_of({"models", "compare", "sc"}),
                 "drover: models compare: B is missing: the second model; with --mapping one of a "
                 "machine\nTry `drover models compare --help`.\n"));
  CHECK(contains(refusal_of({"split", "a.drv"}), "drover: split: --output is missing: a folder"));
  CHECK(refusal_of({"serve", "extra"}) ==
        "drover: serve: unexpected argument `extra`\nTry `drover serve --help`.\n");
  CHECK(contains(refusal_of({"draw", "a.drv", "b.drv"}),
                 "one program is expected, not 2: a.drv, b.drv"));
  CHECK(contains(refusal_of({"models", "show"}), "Try `drover models --help`."));
  CHECK(contains(refusal_of({"chek", "a.drv"}), "Try `drover --help`."));
}

TEST_CASE("`split` takes one program and one model, and refuses options it would ignore") {
  const cli::Command command =
      cli::parse_command_line({"split", "a.drv", "-m", "tso", "-o", "pieces"});
  REQUIRE(std::holds_alternative<cli::SplitCommand>(command));
  const cli::CheckCommand& check = std::get<cli::SplitCommand>(command).check;
  CHECK(check.input.files == std::vector<std::string>{"a.drv"});
  CHECK(check.models == std::vector<std::string>{"tso"});
  CHECK(contains(refusal_of({"split", "a.drv", "b.drv", "-o", "p"}), "one program is expected"));
  CHECK(contains(refusal_of({"split", "a.drv", "-m", "sc,tso", "-o", "p"}),
                 "one model is expected, not `sc,tso`"));
  for (const char* option : {"--estimate", "--progress", "-v", "--json"}) {
    CAPTURE(option);
    CHECK(contains(refusal_of({"split", "a.drv", "-o", "p", option}), "unknown option"));
  }
  CHECK(contains(refusal_of({"split", "a.drv", "-o", "p", "--sample", "5"}), "unknown option"));
  CHECK(contains(refusal_of({"split", "a.drv", "-m", "all", "-o", "p"}), "one model only"));
}

TEST_CASE("an output file must not be an input file") {
  namespace fs = std::filesystem;
  std::string folder = (fs::temp_directory_path() / "drover-test-XXXXXX").string();
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  const auto made = [&](const char* name, std::string_view text) {
    std::string path = folder + "/" + name;
    std::ofstream(path) << text;
    return path;
  };
  const std::string program = made("a.drv", "shared x;");
  const std::string other = made("b.drv", "shared x;");
  const std::string notes = made("notes", "mine");
  const std::string state = made("state", "drover state 2\n");
  const std::string is_read = "is read: it would be replaced";
  const std::string is_input = "has the name of an input";
  CHECK(contains(refusal_of({"check", "--sarif", other, program}), is_input));
  CHECK(contains(refusal_of({"check", "--sarif", program, program}), is_read));
  CHECK(contains(refusal_of({"check", "--checkpoint", other, program}), is_input));
  CHECK(contains(refusal_of({"check", "--checkpoint", notes, program}), "not the state of a run"));
  CHECK(contains(refusal_of({"relax", "--checkpoint", program, program}), is_read));
  CHECK(contains(refusal_of({"convert", "-o", program, program}), is_read));
  CHECK(contains(refusal_of({"draw", "-f", "text", "-o", other, program}), is_input));
  CHECK(contains(refusal_of({"exercise", "grade", notes, "--csv", notes}), is_read));
  CHECK(contains(refusal_of({"exercise", "grade", notes, "--junit", notes}), is_read));
  // States are replaced, and so is what `convert` has made before.
  CHECK(check_of({program, "--checkpoint", state}).state.checkpoint == state);
  CHECK(std::holds_alternative<cli::ConvertCommand>(
      cli::parse_command_line({"convert", "-o", other, program})));
  fs::remove_all(folder);
}

TEST_CASE("help lists the models that a command takes, columns count characters") {
  const auto line_of = [](const std::string& command, const std::string& option) {
    const std::string text =
        std::get<cli::LeaveAtOnce>(cli::parse_command_line({command, "--help"})).text;
    const std::size_t begin = text.find(option);
    REQUIRE(begin != std::string::npos);
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  const std::string models = line_of("check", "  -m,--model");
  CHECK(contains(models, ", or `all`: sc to wrc11; several give one table"));
  CHECK(models.find("memory models") == 34 + 2);  // the ellipsis has three bytes
  CHECK(line_of("check", "  -a,--algo").find("algorithm") == 34);
  for (const char* command : {"relax", "repair"}) {
    CAPTURE(command);
    const std::string line = line_of(command, "  -m,--model");
    CHECK(contains(line, "NAME=rc11"));
    CHECK(line.ends_with("sc tso pso sra ra rc11 rc20 wrc11 aarch64 riscv ppc ptx"));
  }
  CHECK(contains(line_of("check", "  --mapping"), "c11-lkmm"));
  CHECK(contains(line_of("check", "  --mapping"), "(default: c11-MODEL)"));
}

TEST_CASE("an algorithm that does not take a model is refused with the fastest that does") {
  for (const char* model : {"imm", "aarch64", "lkmm"}) {
    CAPTURE(model);
    CHECK(contains(refusal_of({"check", "a.drv", "-a", "spore", "-m", model}), "use `--algo lb`"));
    CHECK(contains(refusal_of({"check", "a.drv", "-a", "dpor", "-m", model}), "use `--algo lb`"));
  }
  CHECK(contains(refusal_of({"check", "a.drv", "-a", "rcmc", "-m", "tso"}), "use `--algo spore`"));
}

TEST_CASE("help and version leave with status 0") {
  for (const char* word : {"--help", "--version"}) {
    const cli::Command command = cli::parse_command_line({word});
    REQUIRE(std::holds_alternative<cli::LeaveAtOnce>(command));
    CHECK(std::get<cli::LeaveAtOnce>(command).status == cli::ExitVerified);
    CHECK(contains(std::get<cli::LeaveAtOnce>(command).text, "drover"));
  }
}

TEST_CASE("the version names the commit and the libraries") {
  const std::string text = std::get<cli::LeaveAtOnce>(cli::parse_command_line({"--version"})).text;
  CHECK(text.starts_with("drover " + std::string(version()) + " ("));
  CHECK(version().starts_with("0."));
  CHECK(contains(text, commit().empty() ? "no commit" : std::string(commit())));
  for (const char* library : {"ANTLR runtime", "Boost", "CLI11", "fmt", "nlohmann/json"}) {
    CHECK(contains(text, std::string("\n") + library + " "));
  }
  for (const LibraryVersion& each : library_versions()) CHECK(!each.version.empty());
}

namespace {

cli::LitmusCommand litmus_of(const std::vector<std::string>& arguments) {
  const cli::Command command = cli::parse_command_line(arguments);
  REQUIRE(std::holds_alternative<cli::LitmusCommand>(command));
  return std::get<cli::LitmusCommand>(command);
}

}  // namespace

TEST_CASE("every option of `litmus` is read") {
  const cli::LitmusCommand command = litmus_of({"litmus",
                                                "-m",
                                                "tso",
                                                "-a",
                                                "enumerate",
                                                "--unroll",
                                                "7",
                                                "--reduce",
                                                "--json",
                                                "-q",
                                                "-v",
                                                "--max-time",
                                                "1.5",
                                                "-j",
                                                "3",
                                                "-o",
                                                "dir",
                                                "--show",
                                                "neg",
                                                "--strict-herd",
                                                "--max-executions",
                                                "10",
                                                "--color",
                                                "never",
                                                "a.litmus",
                                                "@list",
                                                "-"});
  CHECK(command.input.files == std::vector<std::string>{"a.litmus", "@list", "-"});
  CHECK(command.model == "tso");
  CHECK(command.algorithm == "enumerate");
  CHECK(command.unroll == 7);
  CHECK(command.reductions.contains(Reduction::Symmetry));
  CHECK(command.format == cli::ReportFormat::Json);
  CHECK(command.is_quiet);
  CHECK(command.verbosity == cli::Verbosity::Verbose);
  CHECK(command.max_seconds == 1.5);
  CHECK(command.max_executions == 10);
  CHECK(command.jobs == 3);
  CHECK(command.output_folder == "dir");
  CHECK(command.show == cli::ShowExecutions::Negative);
  CHECK(command.strictness == litmus::Strictness::Herd);
  CHECK(command.input.colour == cli::ColourChoice::Never);
  CHECK(litmus_of({"litmus", "--list"}).lists_library);
}

TEST_CASE("herd's options are read under herd's names") {
  const cli::LitmusCommand command =
      litmus_of({"litmus", "-model", "x86tso.cat", "-I", "dir", "-unroll", "3", "-show", "all",
                 "-speedcheck", "fast", "-timeout", "2", "-macros", "c11.def", "MP"});
  CHECK(command.model == "tso");
  CHECK(command.unroll == 3);
  CHECK(command.show == cli::ShowExecutions::All);
  CHECK(command.max_seconds == 2.0);
  CHECK(command.input.files == std::vector<std::string>{"MP"});
  CHECK(litmus_of({"litmus", "-model", "rc11.cat", "MP"}).model == "rc11");
  // A name somewhere else, or one that is not herd's, can only be a file.
  CHECK(litmus_of({"litmus", "-m", "some/where/rc11.cat", "MP"}).model == "some/where/rc11.cat");
  CHECK(litmus_of({"litmus", "-m", "mine.cat", "MP"}).model == "mine.cat");
  CHECK(litmus_of({"litmus", "MP"}).model.empty());
}

TEST_CASE("`litmus` and `convert` refuse unknown options by name") {
  CHECK(contains(refusal_of({"litmus", "-candidates", "all", "MP"}), "-candidates"));
  CHECK(contains(refusal_of({"litmus", "-macros", "linux-kernel.def", "MP"}), "c11.def"));
  CHECK(contains(refusal_of({"litmus", "-model", "aarch65", "MP"}), "aarch64"));
  CHECK(contains(refusal_of({"litmus", "-bell", "linux-kernel.bell", "MP"}), "--bell"));
  CHECK(contains(refusal_of({"litmus", "-m", "lkmm", "-bell", "a.bell", "MP"}), "--bell"));
  CHECK(contains(refusal_of({"litmus", "-m", "aarch64", "-variant", "ETS2,vmsa", "MP"}), "`ETS2`"));
  CHECK(litmus_of({"litmus", "-m", "a.cat", "-variant", "ETS2", "MP"})
            .input.model_options.variants.contains("ETS2"));
  CHECK(contains(refusal_of({"litmus"}), "litmus: FILE is missing"));
  CHECK(contains(refusal_of({"convert"}), "FILE"));
}

TEST_CASE("`convert` takes a file and an output file") {
  const cli::Command command = cli::parse_command_line({"convert", "a.drv", "-o", "b.litmus"});
  REQUIRE(std::holds_alternative<cli::ConvertCommand>(command));
  CHECK(std::get<cli::ConvertCommand>(command).input.files == std::vector<std::string>{"a.drv"});
  CHECK(std::get<cli::ConvertCommand>(command).output == "b.litmus");
}

template <typename Kind>
Kind taken(const std::vector<std::string>& arguments) {
  const cli::Command command = cli::parse_command_line(arguments);
  REQUIRE(std::holds_alternative<Kind>(command));
  return std::get<Kind>(command);
}

using Words = std::vector<std::string>;

TEST_CASE("every option of `draw` is read") {
  const auto command =
      taken<cli::DrawCommand>({"draw",      "a.drv",      "-m",       "tso",
                               "-a",        "enumerate",  "-f",       "dot",
                               "-o",        "out",        "--show",   "+hb,symb",
                               "--select",  "x == 1",     "--select", "forbidden",
                               "--initial", "all",        "--dark",   "-D",
                               "N=2",       "--unroll",   "3",        "--max-pictures",
                               "4",         "--max-time", "5",        "--max-executions",
                               "6",         "--color",    "always",   "-v"});
  CHECK(command.input.files == std::vector<std::string>{"a.drv"});
  CHECK(command.errors == drawing::ErrorChoice::All);
  CHECK(command.model == "tso");
  CHECK(command.algorithm == "enumerate");
  CHECK(command.format == drawing::PictureFormat::Dot);
  CHECK(command.output == "out");
  CHECK(command.show == "+hb,symb");
  CHECK(command.select == Words{"x == 1", "forbidden"});
  CHECK(command.initial == drawing::InitialWrites::All);
  CHECK(command.theme == drawing::Theme::Dark);
  REQUIRE(command.input.constants.size() == 1);
  CHECK(command.input.constants[0].value == 2);
  CHECK(command.unroll == 3);
  CHECK(command.max_pictures == 4);
  CHECK(command.max_seconds == 5.0);
  CHECK(command.max_executions == 6);
  CHECK(command.input.colour == cli::ColourChoice::Always);
  CHECK(contains(refusal_of({"draw", "a.drv", "--dark", "--light"}), "--light"));
  CHECK(command.parts.has_title);
  CHECK(command.parts.has_legend);
  CHECK(command.parts.has_lines);
}

TEST_CASE("`draw` takes the options of pictures for print") {
  const auto command = taken<cli::DrawCommand>(
      {"draw", "a.drv", "-f", "pdf", "--mono", "--no-title", "--no-legend", "--no-lines"});
  CHECK(command.format == drawing::PictureFormat::Pdf);
  CHECK(command.theme == drawing::Theme::Mono);
  CHECK(!command.parts.has_title);
  CHECK(!command.parts.has_legend);
  CHECK(!command.parts.has_lines);
  CHECK(taken<cli::DrawCommand>({"draw", "a.drv", "-f", "tikz"}).format ==
        drawing::PictureFormat::Tikz);
  CHECK(taken<cli::DrawCommand>({"draw", "a.drv", "-f", "tikz", "--fragment"}).format ==
        drawing::PictureFormat::TikzFragment);
  CHECK(contains(refusal_of({"draw", "a.drv", "-f", "svg", "--fragment"}), "--fragment"));
  CHECK(contains(refusal_of({"draw", "a.drv", "--dark", "--mono"}), "--mono"));
}

TEST_CASE("every option of `show` is read") {
  const auto automaton =
      taken<cli::ShowCommand>({"show", "a.drv", "--automaton", "--thread", "t", "--unroll", "2"});
  CHECK(automaton.what == cli::ShowWhat::Automaton);
  CHECK(automaton.thread == "t");
  CHECK(automaton.unroll == 2);
  CHECK(automaton.input.files == Words{"a.drv"});
  const std::vector<std::pair<std::string, cli::ShowWhat>> passes{
      {"parse", cli::ShowWhat::Parse}, {"desugar", cli::ShowWhat::Desugar},
      {"lower", cli::ShowWhat::Lower}, {"plp", cli::ShowWhat::Plp},
      {"await", cli::ShowWhat::Await}, {"unroll", cli::ShowWhat::Unroll}};
  for (const auto& [pass, what] : passes) {
    CHECK(taken<cli::ShowCommand>({"show", "a.drv", "--after", pass}).what == what);
  }
  CHECK(contains(refusal_of({"show", "a.drv", "--thread", "t"}), "--automaton"));
  CHECK(contains(refusal_of({"show", "a.drv", "--automaton", "--after", "plp"}),
                 "cannot be combined"));
}

TEST_CASE("every option of `explain` is read") {
  const auto command = taken<cli::ExplainCommand>({"explain", "a.drv", "SB", "-m", "sc,tso", "-m",
                                                   "rc11", "--outcome", "x == 1", "-D", "N=3",
                                                   "--unroll", "4", "--json", "--max-time", "5"});
  CHECK(command.input.files == Words{"a.drv", "SB"});
  CHECK(command.models == Words{"sc", "tso", "rc11"});
  CHECK(command.outcome == "x == 1");
  CHECK(command.input.constants.size() == 1);
  CHECK(command.unroll == 4);
  CHECK(command.format == cli::ReportFormat::Json);
  CHECK(command.max_seconds == 5.0);
  CHECK_FALSE(command.asks_all);
  // Which models `all` is depends on the file.
  const auto all = taken<cli::ExplainCommand>({"explain", "SB", "-m", "all", "-m", "tso"});
  CHECK(all.asks_all);
  CHECK(all.models == Words{"tso"});
  CHECK(contains(refusal_of({"explain", "SB", "-m", "tos"}), "did you mean `tso`"));
}

TEST_CASE("every option of `report` is read") {
  const auto command = taken<report::ReportCommand>(
      {"report", "a.drv", "SB", "-o", "page.html", "-m", "sc,tso", "-D", "N=3", "--unroll", "4",
       "--max-time", "5", "--max-executions", "6", "--max-outcomes", "7", "--max-pictures", "8"});
  CHECK(command.files == Words{"a.drv", "SB"});
  CHECK(command.output == "page.html");
  CHECK(command.models == Words{"sc", "tso"});
  CHECK(command.constants.size() == 1);
  CHECK(command.unroll == 4);
  CHECK(command.max_seconds == 5.0);
  CHECK(command.max_executions == 6);
  CHECK(command.max_outcomes == 7);
  CHECK(command.max_pictures == 8);
}

TEST_CASE("`models` and its subcommands are read") {
  CHECK(taken<cli::ModelsCommand>({"models"}).show.empty());
  CHECK(taken<cli::ModelsCommand>({"models", "show", "sc", "tso"}).show == Words{"sc", "tso"});
  CHECK(taken<cli::ModelsCommand>({"models", "show", "sc", "--for", "herd"}).is_for_herd);
  CHECK(contains(refusal_of({"models", "show", "lkmm", "--for", "herd"}), "linux-kernel.cat"));
  CHECK(contains(refusal_of({"models", "show", "a.cat", "--for", "herd"}), "as it is"));
  CHECK(contains(refusal_of({"models", "--for", "herd"}), "models show"));
  const auto compare = taken<cli::CompareCommand>({"models", "compare", "sc", "tso", "--max-events",
                                                   "6", "--max-time", "2", "-o", "dir", "--json"});
  CHECK(compare.first == "sc");
  CHECK(compare.second == "tso");
  CHECK(compare.max_events == 6);
  CHECK(compare.max_seconds == 2.0);
  CHECK(compare.output_folder == "dir");
  CHECK(compare.format == cli::ReportFormat::Json);
  const auto audit = taken<cli::AuditCommand>(
      {"models", "audit", "ra", "sra", "--max-events", "3", "--random", "4", "--seed", "5"});
  CHECK(audit.models == Words{"ra", "sra"});
  CHECK(audit.max_events == 3);
  CHECK(audit.random_graphs == 4);
  CHECK(audit.seed == 5);
  CHECK(contains(refusal_of({"models", "shwo", "sc"}), "unknown word"));
  CHECK(contains(refusal_of({"models", "show"}), "which?"));
  const cli::Command help = cli::parse_command_line({"models", "compare", "--help"});
  CHECK(contains(std::get<cli::LeaveAtOnce>(help).text, "drover models compare"));
}

TEST_CASE("every option of `exercise` is read") {
  const auto attempt = taken<cli::ExerciseCommand>(
      {"exercise", "try", "sb", "yes", "--from", "dir", "--hint=2", "--json"});
  CHECK(attempt.action == cli::ExerciseAction::Try);
  CHECK(attempt.names == Words{"sb", "yes"});
  CHECK(attempt.from == Words{"dir"});
  CHECK(attempt.hints == 2);
  CHECK(attempt.format == cli::ReportFormat::Json);
  CHECK(taken<cli::ExerciseCommand>({"exercise", "try", "sb", "--hint"}).hints == 1);
  const auto grade =
      taken<cli::ExerciseCommand>({"exercise", "grade", "a.txt", "--junit", "out.xml", "--expect",
                                   "sb,mp", "--csv", "out.csv", "--feedback", "told"});
  CHECK(grade.action == cli::ExerciseAction::Grade);
  CHECK(grade.junit == "out.xml");
  CHECK(grade.expected == Words{"sb", "mp"});
  CHECK(grade.csv == "out.csv");
  CHECK(grade.feedback == "told");
  CHECK(contains(refusal_of({"exercise", "list", "--csv", "out.csv"}), "is for `grade`"));
  CHECK(contains(refusal_of({"exercise", "list", "--feedback", "told"}), "is for `grade`"));
  CHECK(contains(refusal_of({"exercise", "try", "sb", "--hint=0"}), "1 or more"));
  CHECK(contains(refusal_of({"exercise", "try", "sb", "--hint=-1"}), "1 or more"));
  CHECK(contains(refusal_of({"exercise", "try", "sb"}), "an answer is missing"));
  CHECK(contains(refusal_of({"exercise", "show", "sb", "--hint"}), "is for `try`"));
  CHECK(contains(refusal_of({"exercise", "lits"}), "did you mean `list`"));
}

TEST_CASE("options may come before the command") {
  CHECK(check_of({"-m", "tso", "check", "a.drv"}).models == std::vector<std::string>{"tso"});
  CHECK(check_of({"-m", "tso", "check", "a.drv"}).input.files == Words{"a.drv"});
  CHECK(check_of({"--unroll=3", "-v", "check", "a.drv"}).unroll == 3);
  CHECK(taken<cli::DrawCommand>({"--dark", "draw", "a.drv"}).input.files == Words{"a.drv"});
  // Where it is the value of an option, it is not a command.
  CHECK(contains(refusal_of({"-m", "check", "a.drv"}), "there is no model `check`"));
  CHECK(contains(refusal_of({"--dark", "check", "a.drv"}), "--dark"));
}

TEST_CASE("other commands hint at their own names for herd's options") {
  CHECK(check_of({"check", "-model", "tso", "a.drv"}).models == std::vector<std::string>{"tso"});
  CHECK(check_of({"check", "-cat", "mine.cat", "a.drv"}).models ==
        std::vector<std::string>{"mine.cat"});
  CHECK(litmus_of({"litmus", "-cat", "mine.cat", "SB"}).model == "mine.cat");
  CHECK(taken<cli::ExplainCommand>({"explain", "-cat", "mine.cat", "SB"}).models ==
        Words{"mine.cat"});
  for (const Words& call :
       {Words{"-version"}, Words{"check", "--version"}, Words{"litmus", "-version"}}) {
    CHECK(taken<cli::LeaveAtOnce>(call).status == cli::ExitVerified);
    CHECK(taken<cli::LeaveAtOnce>(call).text.starts_with("drover "));
  }
}

TEST_CASE("-W turns kinds of warnings off, or into errors") {
  const cli::CheckCommand command =
      check_of({"check", "-W", "error", "-Wno-unused-register", "a.drv"});
  CHECK(command.input.warnings.level_of(DiagnosticKind::EmptyFamily) == WarningLevel::Error);
  CHECK(command.input.warnings.level_of(DiagnosticKind::UnusedRegister) == WarningLevel::Off);
  CHECK(litmus_of({"litmus", "-W", "none", "SB"}).input.warnings.usual == WarningLevel::Off);
  const std::string refusal = refusal_of({"check", "-W", "no-unused-registers", "a.drv"});
  CHECK(contains(refusal, "`unused-registers`; did you mean `unused-register`"));
}

TEST_CASE("litmus --expect may name a file") {
  CHECK_FALSE(litmus_of({"litmus", "SB"}).expect.is_given);
  CHECK(litmus_of({"litmus", "--expect", "SB"}).expect.is_given);
  CHECK(litmus_of({"litmus", "--expect", "SB"}).expect.file.empty());
  CHECK(litmus_of({"litmus", "--expect", "SB"}).input.files == Words{"SB"});
  CHECK(litmus_of({"litmus", "--expect=all.csv", "SB"}).expect.file == "all.csv");
}

TEST_CASE("`format` and `lsp` take their options") {
  CHECK(taken<cli::FormatCommand>({"format", "-w", "a.drv", "b.cat"}).input.files.size() == 2);
  CHECK(taken<cli::FormatCommand>({"format", "--check", "a.drv"}).checks);
  CHECK(contains(refusal_of({"format", "a.drv", "b.drv"}), "--write"));
  CHECK(contains(refusal_of({"format", "-w", "--check", "a.drv"}), "--check"));
  CHECK(taken<cli::LspCommand>({"lsp", "--stdio"}).models.empty());
  CHECK(taken<cli::LspCommand>({"lsp", "-m", "sc,tso"}).models == Words{"sc", "tso"});
  CHECK(taken<cli::LspCommand>({"lsp", "--max-time", "2"}).max_seconds == 2);
  CHECK(contains(refusal_of({"lsp", "-m", "tos"}), "did you mean `tso`"));
}

TEST_CASE("play takes one program, a model and a goal") {
  const auto command = taken<cli::PlayCommand>(
      {"play", "MP", "-m", "aarch64", "--outcome", "1:X0=1", "--unroll", "3"});
  CHECK(command.input.files == Words{"MP"});
  CHECK(command.model == "aarch64");
  CHECK(command.outcome == "1:X0=1");
  CHECK(command.unroll == 3);
  CHECK(contains(refusal_of({"play", "SB", "-m", "tos"}), "did you mean `tso`"));
  CHECK(contains(refusal_of({"play", "SB", "MP"}), "plays one program"));
}

TEST_CASE("`generate` takes the options of diy7") {
  const auto of = [](const Words& call) { return taken<cli::GenerateCommand>(call); };
  const cli::GenerateCommand one = of({"generate", "-arch", "ppc", "-oneloc", "-obs", "oo", "-neg",
                                       "true", "-ua", "0", "PosWW", "Rfe", "PosRR", "Fre"});
  CHECK(one.architecture == "ppc");
  CHECK(one.words == Words{"PosWW", "Rfe", "PosRR", "Fre"});
  CHECK(one.test.locations == generate::Locations::One);
  CHECK(one.test.observation == generate::Observation::Any);
  CHECK(one.test.attempts == generate::Attempts::One);
  CHECK(one.test.negates);
  CHECK_FALSE(of({"generate", "-neg", "false", "PodWW"}).test.negates);
  CHECK_FALSE(of({"generate", "-metadata", "false", "PodWW"}).test.has_metadata);
  const cli::GenerateCommand search =
      of({"generate", "-safe", "Pod**", "-safe", "Fre", "-relax", "Rfe", "-size", "4", "-nprocs",
          "2", "-mode", "critical", "-mix", "true", "-num", "false"});
  CHECK(search.source == cli::CycleSource::Search);
  CHECK(search.safe == Words{"Pod**", "Fre"});
  CHECK(search.relax == Words{"Rfe"});
  CHECK(search.search.size == 4);
  CHECK(search.search.threads == 2);
  CHECK(search.search.mode == generate::Mode::Critical);
  CHECK(search.search.mixes);
  CHECK_FALSE(search.numbers);
  // The last one counts, as in diy7.
  CHECK(of({"generate", "-safe", "Fre", "-size", "4", "-size", "3"}).search.size == 3);
  // What is in a file of -conf counts for less than the call, wherever that is.
  const std::string file = "generate.conf";
  std::ofstream(file) << "-arch X86\n-size 6\n-nprocs 2\n";
  const cli::GenerateCommand both =
      of({"generate", "-a", "C", "--size", "3", "-conf", file.c_str()});
  CHECK(both.architecture == "C");
  CHECK(both.search.size == 3);
  CHECK(both.search.threads == 2);
  std::remove(file.c_str());
  CHECK(contains(refusal_of({"generate", "-arch", "AArch46", "PodWW"}), "did you mean `AArch64`"));
  CHECK(contains(refusal_of({"generate", "-safe", "Fre", "PodWW"}), "--safe"));
  CHECK(contains(refusal_of({"generate", "-m", "sc", "-o", "tests", "PodWW"}), "-o"));
  CHECK(contains(refusal_of({"generate", "-conf", "no-such-file"}), "cannot read"));
  CHECK(contains(refusal_of({"generate", "-poll", "true", "PodWW"}), "-cond observe"));
  CHECK(contains(refusal_of({"generate", "-nprocs", "two", "PodWW"}), "not a number of threads"));
  CHECK(of({"generate", "-addnum", "false", "PodWW"}).words == Words{"PodWW"});
  const cli::GenerateCommand other =
      of({"generate", "-relaxlist", "Fre", "-rejectlist", "Rfe", "-unicond", "-optcond", "-c",
          "true", "-nprocs", "3", "-eprocs", "-unrollatomic", "0"});
  CHECK(other.safe == Words{"Fre"});
  CHECK(other.reject == Words{"Rfe"});
  CHECK(other.test.condition == generate::ConditionForm::Coherent);
  CHECK(other.test.attempts == generate::Attempts::One);
  CHECK(other.search.threads == 3);
  CHECK(other.search.are_exact_threads);
  CHECK(of({"generate", "-safe", "Fre", "-eprocs", "2"}).search.threads == 2);
  CHECK(contains(refusal_of({"generate", "-norm", "PodWW"}), "-cycleonly"));
  CHECK(taken<cli::ClassifyCommand>({"classify", "--all", "a.litmus"}).shows_all);
}

TEST_CASE("every command says what its exit statuses mean") {
  const auto help_of = [](const Words& call) { return taken<cli::LeaveAtOnce>(call).text; };
  CHECK(contains(help_of({"check", "--help"}), "1 a property is violated"));
  CHECK(contains(help_of({"litmus", "--help"}), "0 the tests have run, whatever they have shown"));
  CHECK(contains(help_of({"vsc", "--help"}), "1 some history is not"));
  for (const char* command :
       {"check", "litmus", "convert", "vsc", "draw", "show", "explain", "play", "report", "models",
        "exercise", "format", "lsp", "generate", "classify", "linearize", "robust"}) {
    CAPTURE(command);
    CHECK(contains(help_of({command, "--help"}), "Exit status: 0 "));
    CHECK(contains(help_of({command, "--help"}), "4 a fault of Drover itself"));
  }
}

namespace {

cli::Command with_input(const Words& call, const std::string& text) {
  return cli::parse_command_line(call, {.is_terminal = false, .read = [&] { return text; }});
}

}  // namespace

TEST_CASE("a call without a file reads standard input") {
  const std::string core = "thread t { }\n";
  const std::string litmus = "C t\n{}\n";
  CHECK(std::get<cli::CheckCommand>(with_input({}, core)).input.standard_input == core);
  CHECK(std::get<cli::CheckCommand>(with_input({"-m", "sc"}, core)).models ==
        std::vector<std::string>{"sc"});
  CHECK(std::get<cli::LitmusCommand>(with_input({}, litmus)).input.standard_input == litmus);
  CHECK(std::get<cli::LitmusCommand>(with_input({"-"}, litmus)).input.files == Words{"-"});
  CHECK(std::get<cli::CheckCommand>(with_input({"check"}, core)).input.files == Words{"-"});
  CHECK(std::get<cli::ExplainCommand>(with_input({"explain"}, core)).input.files == Words{"-"});
  CHECK(std::get<cli::ShowCommand>(with_input({"show"}, core)).input.files == Words{"-"});
  CHECK(std::get<cli::DrawCommand>(with_input({"draw"}, core)).input.files == Words{"-"});
  CHECK(std::get<cli::ConvertCommand>(with_input({"convert"}, core)).input.files == Words{"-"});
  CHECK(std::get<cli::FormatCommand>(with_input({"format"}, core)).input.files == Words{"-"});
  // A file is not overlooked for it.
  CHECK(std::get<cli::CheckCommand>(with_input({"a.drv"}, litmus)).input.files == Words{"a.drv"});
  CHECK(contains(std::get<cli::LeaveAtOnce>(with_input({}, " \n")).text, "Usage: drover"));
}

}  // namespace drover::command_line_test
