#include "drawing/conversion.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <vector>

#include "support/format.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): not everywhere in unistd.h

namespace drover::drawing {

namespace {

// Arguments, with IN and OUT in place of files.
struct Converter {
  std::string_view program;
  bool takes_dot = false;  // instead of SVG
  std::vector<std::string> arguments;
};

const std::vector<Converter>& converters(PictureFormat format) {
  // A PDF is not scaled, unlike a PNG.
  static const std::vector<Converter> to_pdf{
      {"rsvg-convert", false, {"--format=pdf", "--output=OUT", "IN"}},
      {"inkscape", false, {"--export-type=pdf", "--export-filename=OUT", "IN"}},
      {"magick", false, {"IN", "pdf:OUT"}},
      {"convert", false, {"IN", "pdf:OUT"}},
      {"dot", true, {"-Tpdf", "-oOUT", "IN"}}};
  static const std::vector<Converter> to_png{
      {"rsvg-convert", false, {"--zoom=2", "--format=png", "--output=OUT", "IN"}},
      {"inkscape", false, {"--export-type=png", "--export-dpi=192", "--export-filename=OUT", "IN"}},
      {"magick", false, {"-density", "192", "IN", "png:OUT"}},
      {"convert", false, {"-density", "192", "IN", "png:OUT"}},
      {"dot", true, {"-Tpng", "-Gdpi=192", "-oOUT", "IN"}}};
  return format == PictureFormat::Pdf ? to_pdf : to_png;
}

bool is_in_path(std::string_view program) {
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable == nullptr ? "" : variable;
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::string folder(rest.substr(0, colon));
    rest = colon == std::string_view::npos ? "" : rest.substr(colon + 1);
    if (!folder.empty() && ::access(format("{}/{}", folder, program).c_str(), X_OK) == 0) {
      return true;
    }
  }
  return false;
}

// A temporary folder, removed with this object.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::error_code error;
    std::string name = (std::filesystem::temp_directory_path(error) / "drover-XXXXXX").string();
    if (!error && ::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  // Empty if there is no folder.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string replaced(std::string text, std::string_view what, const std::string& by) {
  const std::size_t at = text.find(what);
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

// Returns the exit status; -1 if the program cannot run. Discards its output.
int run(const Converter& converter, const std::string& in, const std::string& out) {
  std::vector<std::string> words{std::string(converter.program)};
  for (const std::string& argument : converter.arguments) {
    words.push_back(argument == "IN" ? in : replaced(argument, "OUT", out));
  }
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  }
  pid_t child = 0;
  const int error =
      ::posix_spawnp(&child, pointers.front(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (error != 0 || ::waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

}  // namespace

Conversion convert_picture(const std::string& svg, const std::string& dot, PictureFormat format) {
  const bool is_pdf = format == PictureFormat::Pdf;
  const std::string_view name = is_pdf ? "PDF" : "PNG";
  const std::string_view begin = is_pdf ? "%PDF" : "\x89PNG";
  const ScratchFolder scratch;
  if (scratch.path().empty()) return {"", "there is no folder for temporary files"};
  const std::string svg_file = (scratch.path() / "picture.svg").string();
  const std::string dot_file = (scratch.path() / "picture.dot").string();
  const std::string out = (scratch.path() / (is_pdf ? "picture.pdf" : "picture.png")).string();
  std::ofstream(svg_file) << svg;
  std::ofstream(dot_file) << dot;
  std::string failures;
  for (const Converter& converter : converters(format)) {
    if (!is_in_path(converter.program)) continue;
    const int status = run(converter, converter.takes_dot ? dot_file : svg_file, out);
    std::ifstream stream(out, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    if (status == 0 && bytes.starts_with(begin)) return {std::move(bytes), ""};
    failures += drover::format("{}`{}` (exit status {})", failures.empty() ? "" : ", ",
                               converter.program, status);
  }
  if (!failures.empty()) {
    return {"", drover::format(
                    "no {} could be made from the picture: {} failed; write SVG with `-f svg`",
                    name, failures)};
  }
  return {"",
          drover::format("{} needs rsvg-convert (Debian's librsvg2-bin), inkscape, ImageMagick or "
                         "Graphviz, and none is in PATH: install one, or write SVG with `-f svg`",
                         name)};
}

}  // namespace drover::drawing
