#include "frontend/c/preprocess.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "frontend/c/headers.h"
#include "frontend/c/preprocessor/lexer.h"
#include "frontend/c/preprocessor/preprocessor.h"
#include "frontend/c/run_compiler.h"
#include "frontend/c/system_headers.h"
#include "support/format.h"

namespace drover::c {

namespace {

// A temporary folder of our headers for one run of the compiler.
class HeaderFolder {
 public:
  HeaderFolder() {
    std::error_code error;
    std::string pattern =
        (std::filesystem::temp_directory_path(error) / "drover-headers-XXXXXX").string();
    if (error || mkdtemp(pattern.data()) == nullptr) return;
    path_ = pattern;
    for (const EmbeddedHeader& header : embedded_headers()) {
      const std::filesystem::path file = format("{}/{}.h", path_, header.name);
      std::filesystem::create_directories(file.parent_path(), error);
      std::ofstream(file) << header.text;
    }
  }
  ~HeaderFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  HeaderFolder(const HeaderFolder&) = delete;
  HeaderFolder& operator=(const HeaderFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }  // empty: no folder

 private:
  std::string path_;
};

// Replaces the name of the temporary folder by `<drover>`.
std::string with_header_names(std::string text, const std::string& folder) {
  const std::string prefix = folder + "/";
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at)) {
    text.replace(at, prefix.size(), "<drover>/");
  }
  return text;
}

std::vector<std::string> command_of(const PreprocessOptions& options) {
  return {options.compiler, "-E", "-nostdinc", "-std=gnu11", "-D__DROVER__", "-fsigned-char"};
}

// True for `-DNAME=NUMBER`, which names no file.
bool is_definition(std::string_view argument) {
  constexpr std::string_view Option = "-D";
  if (!argument.starts_with(Option)) return false;
  argument.remove_prefix(Option.size());
  const std::size_t equals = argument.find('=');
  if (equals == 0 || equals == std::string_view::npos) return false;
  const auto is_all = [](std::string_view text, auto test) {
    return std::ranges::all_of(text, [&](char c) { return test(static_cast<unsigned char>(c)); });
  };
  return is_all(argument.substr(0, equals),
                [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; }) &&
         is_all(argument.substr(equals + 1),
                [](unsigned char c) { return std::isdigit(c) != 0 || c == '-'; });
}

std::nullopt_t fail(DiagnosticSink& sink, std::string why, std::string hint = "") {
  sink.report(DiagnosticKind::CPreprocessorFailed, {}, {std::move(why)}).with_hint(std::move(hint));
  return std::nullopt;
}

// Returns a text that contains all its included files: a compiler that reads it as its input opens
// no file. Nothing, and a diagnostic, if the text or an argument could name one.
std::optional<std::string> confined_text(const SourceBuffer& source,
                                         const PreprocessOptions& options, DiagnosticSink& sink) {
  std::optional<std::string> text = confined(source, sink);
  if (!text) return std::nullopt;
  const auto other = std::ranges::find_if_not(options.arguments, is_definition);
  if (other != options.arguments.end()) {
    return fail(sink, format("`{}` goes with a C program that is a file", *other));
  }
  return text;
}

CompilerRun run_confined(const SourceBuffer& source, const std::string& text,
                         const PreprocessOptions& options) {
  std::vector<std::string> words = command_of(options);
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  words.insert(words.end(), {"-x", "c", "-"});
  return run_compiler(words, format("# 1 {}\n{}\n", preprocessor::quoted(source.name()), text));
}

// Runs the compiler on a file, or on a text in a folder with our headers.
std::optional<CompilerRun> run_on_file(const std::string& path, const SourceBuffer& source,
                                       const PreprocessOptions& options, const HeaderFolder& folder,
                                       DiagnosticSink& sink) {
  if (folder.path().empty()) {
    return fail(sink, "no folder for the headers could be made in the folder for temporary files",
                "set TMPDIR to a folder that can be written");
  }
  std::string file = path;
  std::string beside;  // folder of the files that a text includes
  std::error_code ignored;
  const bool is_file = std::filesystem::is_regular_file(path, ignored);
  if (is_file && options.text == PreprocessedText::Given) {
    beside = std::filesystem::path(path).parent_path().string();
    if (beside.empty()) beside = ".";
  }
  if (!is_file || options.text == PreprocessedText::Given) {
    file = folder.path() + "/input.c";
    std::ofstream(file) << format("# 1 {}\n", preprocessor::quoted(path)) << source.text();
  }
  std::vector<std::string> words = command_of(options);
  if (!beside.empty()) words.insert(words.end(), {"-iquote", beside});
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  words.insert(words.end(), {"-isystem", folder.path(), "-x", "c", file});
  return run_compiler(words, "");
}

}  // namespace

std::optional<std::string> preprocess(const std::string& path, const SourceBuffer& source,
                                      const PreprocessOptions& options, DiagnosticSink& sink,
                                      std::string& said) {
  std::optional<std::string> confined;
  if (options.text == PreprocessedText::Confined) {
    confined = confined_text(source, options, sink);
    if (!confined) return std::nullopt;
  }
  const preprocessor::Outcome here = preprocess_here(path, source, options);
  if (here.text) return here.text;
  const auto is_included = [&](const SourcePart& file) { return file.name != path; };
  if (std::ranges::any_of(options.files, is_included)) {
    return fail(sink,
                format("`{}` is needed ({}), and it reads the included files, not the given texts",
                       options.compiler, here.reason));
  }
  std::optional<HeaderFolder> folder;
  std::optional<CompilerRun> run;
  if (confined) {
    run = run_confined(source, *confined, options);
  } else {
    folder.emplace();
    PreprocessOptions given = options;
    if (!options.files.empty()) given.text = PreprocessedText::Given;
    run = run_on_file(path, source, given, *folder, sink);
  }
  if (!run) return std::nullopt;
  if (!run->has_started) {
    return fail(sink, format("`{}` cannot be run: {}", options.compiler, run->errors),
                format("this program needs the preprocessor of a C compiler ({}): {}", here.reason,
                       without_compiler()));
  }
  const auto named = [&](std::string text) {
    return folder ? with_header_names(std::move(text), folder->path()) : text;
  };
  said = named(std::move(run->errors));
  if (run->is_too_slow) {
    return fail(
        sink,
        format("`{} -E` did not finish within {} seconds", options.compiler, MaxCompiling.count()),
        "does a file include itself?");
  }
  if (run->is_too_long) {
    return fail(sink, format("the preprocessed text has more than {} bytes", MaxPreprocessedSize));
  }
  if (run->has_failed) {
    return fail(sink, format("`{} -E` found errors, which it reported above", options.compiler));
  }
  return named(std::move(run->output));
}

std::optional<std::string> preprocess_again(const std::string& path, const SourceBuffer& source,
                                            PreprocessOptions options, DiagnosticSink& sink,
                                            std::string& said) {
  const std::optional<std::string> again = with_our_headers(source.text());
  if (!again) return source.text();
  options.arguments.clear();
  options.text = PreprocessedText::Given;
  std::optional<std::string> text =
      preprocess(path, SourceBuffer::from_text(path, *again), options, sink, said);
  // The columns are those of the text in between.
  const std::string_view columns = preprocessor::ColumnsMark;
  if (text && text->starts_with(columns)) text->erase(0, columns.size());
  return text;
}

}  // namespace drover::c
