#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/herd_options.h"
#include "cli/terminal.h"

namespace drover::cli {

namespace {

class DrawArguments : public CommandArguments {
 public:
  explicit DrawArguments(CLI::App& app) : CommandArguments(app) {
    app.add_option("FILE", command_.file, "a program, a litmus test, or one of the library")
        ->required()
        ->type_name("");
    add_model(app, command_.model);
    add_algorithm(app, command_.algorithm);
    add_picture();
    app.add_option("--select", command_.select,
                   "which executions: an outcome (`x == 1`), a number (`3`, `2..5`), complete, "
                   "blocked, witness (of the condition), error or its kind, forbidden or an axiom "
                   "that is broken; all of them where it is given several times")
        ->type_name("WHICH")
        ->allow_extra_args(false);
    constants_.add_to(app);
    add_unroll(app, command_.unroll);
    app.add_option("--max-pictures", command_.max_pictures, "draw no more than N executions")
        ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}).description(""))
        ->type_name("N")
        ->capture_default_str();
    add_max_time(app, command_.max_seconds);
    add_max_executions(app, command_.max_executions);
    colour_.add_to(app);
  }

  [[nodiscard]] Command take() override {
    command_.constants = constants_.take();
    command_.is_coloured = colour_for(Stream::Error, colour_.take()) == Colour::On;
    command_.model = model_of_herd(command_.model);
    if (!command_.model.empty()) require_model("--model", command_.model);
    require_algorithm(command_.algorithm, command_.model);
    if (is_dark_ && is_light_) throw CLI::ValidationError("--dark", "is the opposite of --light");
    command_.theme = is_dark_    ? drawing::Theme::Dark
                     : is_light_ ? drawing::Theme::Light
                                 : drawing::Theme::Viewer;
    if (format_ == "svg") command_.format = drawing::PictureFormat::Svg;
    if (format_ == "png") command_.format = drawing::PictureFormat::Png;
    if (format_ == "dot") command_.format = drawing::PictureFormat::Dot;
    if (format_ == "text") command_.format = drawing::PictureFormat::Text;
    command_.initial = initial_ == "all"    ? drawing::InitialWrites::All
                       : initial_ == "none" ? drawing::InitialWrites::None
                                            : drawing::InitialWrites::WhereRead;
    return command_;
  }

 private:
  void add_picture() {
    app()
        .add_option("-f,--format", format_, "default: by the ending of -o, else text")
        ->check(CLI::IsMember({"svg", "png", "dot", "text"}).description(""))
        ->type_name("svg|png|dot|text");
    app()
        .add_option("-o", command_.output, "a file (several pictures: FILE-1, …) or a folder")
        ->type_name("FILE|DIR");
    app()
        .add_option("--show", command_.show,
                    "relations besides po: `rf,co`, or `+hb` besides rf, co and fr; those of the "
                    "model, and symb of symmetric threads")
        ->type_name("NAMES");
    app()
        .add_option("--initial", initial_, "which initial writes are drawn")
        ->check(CLI::IsMember({"read", "all", "none"}).description(""))
        ->type_name("read|all|none")
        ->capture_default_str();
    app().add_flag("--dark", is_dark_, "on a dark background");
    app().add_flag("--light", is_light_, "SVG: light also where viewers prefer dark");
  }

  DrawCommand command_;
  ConstantOptions constants_;
  ColourOption colour_;
  std::string format_;
  std::string initial_ = "read";
  bool is_dark_ = false;
  bool is_light_ = false;
};

}  // namespace

std::unique_ptr<CommandArguments> add_draw(CLI::App& whole) {
  return std::make_unique<DrawArguments>(
      *whole.add_subcommand("draw", "pictures of executions: SVG, PNG, DOT or text"));
}

}  // namespace drover::cli
