#include <memory>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/herd_options.h"

namespace drover::cli {

namespace {

using drawing::PictureFormat;

struct GivenDrawing {
  DrawCommand command;
  ConstantOptions constants;
  bool is_dark = false;
  bool is_light = false;
  bool is_mono = false;
  bool is_fragment = false;
};

void take_theme(GivenDrawing& given) {
  refuse_if(given.is_dark && given.is_light, "--dark", "cannot be combined with --light");
  refuse_if(given.is_mono && given.is_dark, "--mono",
            "is black on white: cannot be combined with --dark");
  given.command.theme = given.is_mono    ? drawing::Theme::Mono
                        : given.is_dark  ? drawing::Theme::Dark
                        : given.is_light ? drawing::Theme::Light
                                         : drawing::Theme::Viewer;
}

DrawCommand taken(GivenDrawing& given) {
  DrawCommand& command = given.command;
  command.input.constants = given.constants.take_one(command.input.files);
  command.model = model_of_herd(command.model);
  if (!command.model.empty()) require_model("--model", command.model);
  require_algorithm(command.algorithm, command.model);
  if (!command.output.empty()) require_output_file("-o", command.output, command.input.files);
  take_theme(given);
  if (!given.is_fragment) return command;
  refuse_if(command.format.value_or(PictureFormat::Tikz) != PictureFormat::Tikz, "--fragment",
            "is for TikZ: it needs `-f tikz`");
  command.format = PictureFormat::TikzFragment;
  return command;
}

std::vector<Argument> picture_options(GivenDrawing& given) {
  DrawCommand& command = given.command;
  return {
      choice<std::optional<PictureFormat>>("-f,--format", "svg|png|pdf|tikz|dot|text",
                                           "default: by the extension of -o, else text",
                                           command.format,
                                           {{"svg", PictureFormat::Svg},
                                            {"png", PictureFormat::Png},
                                            {"pdf", PictureFormat::Pdf},
                                            {"tikz", PictureFormat::Tikz},
                                            {"dot", PictureFormat::Dot},
                                            {"text", PictureFormat::Text}}),
      flag("--fragment", &given.is_fragment,
           "TikZ: a tikzpicture to put into a document (.tikz), not a document (.tex)"),
      option("-o", "FILE|DIR", "a file (several pictures: FILE-1, …) or a folder", &command.output,
             ValueIs::File),
      option("--show", "NAMES",
             "relations besides po: `rf,co`, or `+hb` in addition to rf, co, fr and what "
             "the model shows; those of the model, and symb of symmetric threads",
             &command.show),
      choice<drawing::InitialWrites>("--initial", "read|all|none", "which initial writes are drawn",
                                     command.initial,
                                     {{"read", drawing::InitialWrites::WhereRead},
                                      {"all", drawing::InitialWrites::All},
                                      {"none", drawing::InitialWrites::None}},
                                     "read"),
      setting("--calls", command.shows_calls, true,
              "the calls of objects as intervals, in place of events"),
      flag("--dark", &given.is_dark, "on a dark background"),
      flag("--light", &given.is_light, "SVG: light also where viewers prefer dark"),
      flag("--mono", &given.is_mono, "black on white, for print"),
      setting("--no-title", command.parts.has_title, false, "without title and captions"),
      setting("--no-legend", command.parts.has_legend, false, "without the legend of relations"),
      setting("--no-lines", command.parts.has_lines, false, "without source lines in events"),
      setting("--bookkeeping", command.parts.has_bookkeeping, true,
              "with the accesses to variables that only keep spawned threads")};
}

std::vector<Argument> search_options(GivenDrawing& given) {
  DrawCommand& command = given.command;
  return {{.names = "--select",
           .value = "WHICH",
           .text = "which executions: an outcome (`x == 1`), a number (`3`, `2..5`), complete, "
                   "blocked, witness (of the condition), error or its kind, forbidden or an axiom "
                   "that is broken; if it is given several times, all must hold",
           .target = &command.select,
           .proposals = {"complete", "blocked", "witness", "error", "forbidden"}},
          given.constants.constants_option(),
          unroll_option(&command.unroll),
          with_default(option("--max-pictures", "N", "draw no more than N executions",
                              &command.max_pictures, {1, 100'000})),
          max_time_option(&command.max_seconds),
          max_memory_option(command.max_memory),
          max_executions_option(&command.max_executions),
          setting("-v,--verbose", command.errors, drawing::ErrorChoice::All,
                  "draw each error, even several of one kind on one line"),
          warnings_option(command.input.warnings),
          colour_option(command.input.colour)};
}

}  // namespace

CommandDescription describe_draw() {
  const auto given = std::make_shared<GivenDrawing>();
  DrawCommand& command = given->command;
  const std::vector<Argument> first{
      input_file(command.input.files, "a program, a litmus test, or one of the library"),
      model_option(command.model, " (default: rc11; for a litmus test that of its dialect)"),
      mapping_option(command.input.mapping, UsualMapping), algorithm_option(command.algorithm)};
  return {.name = "draw",
          .summary = "pictures of executions: SVG, PNG, PDF, TikZ, DOT or text",
          .arguments = in_order({first, picture_options(*given), search_options(*given),
                                 given->constants.compiler_options()}),
          .exits = {{ExitVerified, "drawn"},
                    {ExitViolation, "no execution matches --select"},
                    IncompleteMeaning},
          .take = [given] { return taken(*given); }};
}

}  // namespace drover::cli
