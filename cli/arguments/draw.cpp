#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/herd_options.h"
#include "cli/terminal.h"

namespace drover::cli {

namespace {

class DrawArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    std::vector<Argument> all{
        input_files(&command_.file, "a program, a litmus test, or one of the library"),
        model_option(command_.model, " (default: rc11; for a litmus test that of its dialect)"),
        mapping_option(command_.mapping, UsualMapping), algorithm_option(command_.algorithm)};
    const std::vector<Argument> of_picture = picture_options();
    all.insert(all.end(), of_picture.begin(), of_picture.end());
    all.insert(
        all.end(),
        {{.names = "--select",
          .value = "WHICH",
          .text = "which executions: an outcome (`x == 1`), a number (`3`, `2..5`), complete, "
                  "blocked, witness (of the condition), error or its kind, forbidden or an axiom "
                  "that is broken; if it is given several times, all must hold",
          .target = &command_.select,
          .proposals = {"complete", "blocked", "witness", "error", "forbidden"}},
         constants_.option(),
         unroll_option(&command_.unroll),
         with_default({.names = "--max-pictures",
                       .value = "N",
                       .text = "draw no more than N executions",
                       .target = &command_.max_pictures,
                       .limits = WholeRange{1, 100'000}}),
         max_time_option(&command_.max_seconds),
         memory_.option(),
         max_executions_option(&command_.max_executions),
         flag("-v,--verbose", &is_verbose_,
              "draw each error, even several of one kind on one line"),
         warnings_.option(),
         colour_.option()});
    for (Argument& each : constants_.compiler_options()) all.push_back(std::move(each));
    return all;
  }

  [[nodiscard]] Command take() {
    command_.constants = constants_.take({command_.file});
    command_.warnings = warnings_.take();
    command_.is_coloured = colour_for(Stream::Error, colour_.take()) == Colour::On;
    command_.model = model_of_herd(command_.model);
    if (!command_.model.empty()) require_model("--model", command_.model);
    require_algorithm(command_.algorithm, command_.model);
    if (!command_.output.empty()) require_output_file("-o", command_.output, {command_.file});
    take_theme();
    take_format();
    command_.parts = {
        .has_title = !has_no_title_, .has_legend = !has_no_legend_, .has_lines = !has_no_lines_};
    command_.initial = initial_ == "all"    ? drawing::InitialWrites::All
                       : initial_ == "none" ? drawing::InitialWrites::None
                                            : drawing::InitialWrites::WhereRead;
    if (is_verbose_) command_.errors = drawing::ErrorChoice::All;
    command_.max_memory = memory_.take();
    return command_;
  }

 private:
  void take_theme() {
    if (is_dark_ && is_light_) throw WrongArgument("--dark", "cannot be combined with --light");
    if (is_mono_ && is_dark_)
      throw WrongArgument("--mono", "is black on white: cannot be combined with --dark");
    command_.theme = is_mono_    ? drawing::Theme::Mono
                     : is_dark_  ? drawing::Theme::Dark
                     : is_light_ ? drawing::Theme::Light
                                 : drawing::Theme::Viewer;
  }

  void take_format() {
    using drawing::PictureFormat;
    if (format_ == "svg") command_.format = PictureFormat::Svg;
    if (format_ == "png") command_.format = PictureFormat::Png;
    if (format_ == "pdf") command_.format = PictureFormat::Pdf;
    if (format_ == "tikz") command_.format = PictureFormat::Tikz;
    if (format_ == "dot") command_.format = PictureFormat::Dot;
    if (format_ == "text") command_.format = PictureFormat::Text;
    if (!is_fragment_) return;
    if (!format_.empty() && format_ != "tikz") {
      throw WrongArgument("--fragment", "is for TikZ: it needs `-f tikz`");
    }
    command_.format = PictureFormat::TikzFragment;
  }

  [[nodiscard]] std::vector<Argument> picture_options() {
    return {{.names = "-f,--format",
             .value = "svg|png|pdf|tikz|dot|text",
             .text = "default: by the extension of -o, else text",
             .target = &format_,
             .choices = {"svg", "png", "pdf", "tikz", "dot", "text"}},
            flag("--fragment", &is_fragment_,
                 "TikZ: a tikzpicture to put into a document (.tikz), not a document (.tex)"),
            {.names = "-o",
             .value = "FILE|DIR",
             .text = "a file (several pictures: FILE-1, …) or a folder",
             .target = &command_.output,
             .kind = ValueIs::File},
            {.names = "--show",
             .value = "NAMES",
             .text = "relations besides po: `rf,co`, or `+hb` in addition to rf, co, fr and what "
                     "the model shows; those of the model, and symb of symmetric threads",
             .target = &command_.show},
            with_default({.names = "--initial",
                          .value = "read|all|none",
                          .text = "which initial writes are drawn",
                          .target = &initial_,
                          .choices = {"read", "all", "none"}}),
            flag("--dark", &is_dark_, "on a dark background"),
            flag("--light", &is_light_, "SVG: light also where viewers prefer dark"),
            flag("--mono", &is_mono_, "black on white, for print"),
            flag("--no-title", &has_no_title_, "without title and captions"),
            flag("--no-legend", &has_no_legend_, "without the legend of relations"),
            flag("--no-lines", &has_no_lines_, "without source lines in events")};
  }

  DrawCommand command_;
  ConstantOptions constants_;
  MemoryOption memory_;
  ColourOption colour_;
  WarningOptions warnings_;
  std::string format_;
  std::string initial_ = "read";
  bool is_dark_ = false;
  bool is_light_ = false;
  bool is_verbose_ = false;
  bool is_mono_ = false;
  bool is_fragment_ = false;
  bool has_no_title_ = false;
  bool has_no_legend_ = false;
  bool has_no_lines_ = false;
};

}  // namespace

CommandDescription describe_draw() {
  return describe<DrawArguments>("draw", "pictures of executions: SVG, PNG, PDF, TikZ, DOT or text",
                                 {{ExitVerified, "drawn"},
                                  {ExitViolation, "no execution matches --select"},
                                  BadInputMeaning,
                                  IncompleteMeaning,
                                  FaultMeaning});
}

}  // namespace drover::cli
