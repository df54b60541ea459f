#include "input/c_programs.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "frontend/c/outline.h"
#include "frontend/c/preprocess.h"
#include "input/compile_commands.h"
#include "input/read_c.h"
#include "input/subject.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::input {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view WithNote = "--note=drover: program ";

bool is_c_file(const std::string& path) {
  std::error_code ignored;
  return is_c_name(path) && fs::is_regular_file(path, ignored);
}

bool is_same_file(const std::string& left, const std::string& right) {
  std::error_code ignored;
  return left == right || fs::equivalent(left, right, ignored);
}

// A short-lived worker.
class Gathering {
 public:
  explicit Gathering(const CProgramsRequest& request) : request_(request) {
    out_.constants = request.constants;
  }

  CPrograms run() {
    if (request_.commands.empty()) {
      group(request_.files);
      return std::move(out_);
    }
    commands_ = read_compile_commands(request_.commands);
    if (commands_.complaint.empty()) choose_entries();
    if (commands_.complaint.empty()) link_all();
    out_.complaint = commands_.complaint;
    return std::move(out_);
  }

 private:
  // ---- Without compile commands

  void group(const std::vector<std::string>& files) {
    out_.files = files;
    if (std::ranges::count_if(files, is_c_file) < 2) return;
    std::vector<std::string> mains;
    std::vector<std::string> others;
    for (const std::string& file : files) {
      if (!is_c_file(file)) continue;
      const auto outline = outline_of(file);
      // A file that cannot be preprocessed is a program, which reports that.
      const bool is_program = !outline || outline->defined.contains("main");
      (is_program ? mains : others).push_back(file);
    }
    if (others.empty()) return;
    if (mains.empty()) {  // the first one reports that there is no `main`
      mains.push_back(others.front());
      others.erase(others.begin());
    }
    std::erase_if(out_.files, [&](const std::string& file) {
      return std::ranges::find(others, file) != others.end();
    });
    for (const std::string& main : mains) {
      for (const std::string& other : others) add_row(main, std::string(FurtherFile) + other);
      if (mains.size() > 1) add_note(main, others);
    }
  }

  void add_row(const std::string& file, std::string argument) {
    out_.constants.push_back({.name = "", .compiler_argument = std::move(argument), .file = file});
  }
  void add_note(const std::string& main, const std::vector<std::string>& others) {
    if (others.empty()) return;
    add_row(main, format("{}{}: with {}", WithNote, main, joined(others, ", ")));
  }

  std::optional<c::Outline> outline_of(const std::string& file) {
    const auto known = outlines_.find(file);
    if (known != outlines_.end()) return known->second;
    DiagnosticSink sink;
    std::string said;
    std::optional<std::string> text;
    if (const std::optional<SourceBuffer> source = read_source(file, sink)) {
      const SubjectOptions options{.constants = out_.constants};
      const c::PreprocessOptions given = preprocess_options(options, file);
      text = file.ends_with(".i") ? c::preprocess_again(file, *source, given, sink, said)
                                  : c::preprocess(file, *source, given, sink, said);
    }
    std::optional<c::Outline> outline;
    if (text) outline = c::outline_of(*text);
    outlines_.emplace(file, outline);
    return outline;
  }

  // ---- With compile commands

  // Keeps one entry for each file: that of the target if there is one.
  void choose_entries() {
    std::vector<CompileCommand> kept;
    for (const CompileCommand& each : commands_.entries) {
      const auto known = std::ranges::find(kept, each.file, &CompileCommand::file);
      if (known == kept.end()) {
        kept.push_back(each);
      } else if (!request_.target.empty() && each.is_of_target(request_.target)) {
        *known = each;
      }
    }
    commands_.entries = std::move(kept);
    if (!request_.target.empty() && of_target().empty()) {
      commands_.complaint =
          format("`{}` compiles no C file for a target `{}`", commands_.path, request_.target);
    }
  }

  [[nodiscard]] std::vector<std::string> of_target() const {
    std::vector<std::string> files;
    for (const CompileCommand& each : commands_.entries) {
      if (each.is_of_target(request_.target)) files.push_back(each.file);
    }
    return files;
  }

  // Adds the flags of a file. False, with a complaint, if one is refused.
  bool take_flags(const std::string& file) {
    if (!with_flags_.insert(file).second) return true;
    const auto entry = std::ranges::find_if(commands_.entries, [&](const CompileCommand& each) {
      return is_same_file(each.file, file);
    });
    if (entry == commands_.entries.end()) return true;
    if (!entry->refusal.empty()) {
      commands_.complaint = format("{} ({}, for {})", entry->refusal, commands_.path, entry->file);
      return false;
    }
    for (const std::string& argument : entry->arguments) add_row(file, argument);
    if (!entry->unknown.empty()) {
      add_row(file, format("--note=drover: {}: unknown flags are ignored: {} ({})", file,
                           joined(entry->unknown, " "), commands_.path));
    }
    return true;
  }

  void link_all() {
    std::vector<std::string> named;
    std::vector<std::string> rest;
    for (const std::string& file : request_.files) (is_c_file(file) ? named : rest).push_back(file);
    if (named.empty() && !request_.target.empty()) named = of_target();
    if (named.empty()) {
      take_programs();
    } else {
      for (const std::string& file : named) {
        if (!take_flags(file)) return;
      }
      group(named);
    }
    for (const std::string& main : out_.files) {
      if (!link(main)) return;
    }
    out_.files.insert(out_.files.end(), rest.begin(), rest.end());
  }

  // Takes the programs of the whole list.
  void take_programs() {
    for (const CompileCommand& each : commands_.entries) {
      if (!is_c_file(each.file)) continue;
      if (!take_flags(each.file)) return;
      const auto outline = outline_of(each.file);
      if (outline && outline->defined.contains("main")) out_.files.push_back(each.file);
    }
    if (out_.files.empty()) {
      commands_.complaint = format("no C file of `{}` has a `main`", commands_.path);
    }
  }

  // Adds the files that define what a program lacks. False after a complaint.
  bool link(const std::string& main) {
    std::vector<std::string> files{main};
    for (const ConstantOverride& each : out_.constants) {
      if (each.file != main || !each.compiler_argument.starts_with(FurtherFile)) continue;
      files.push_back(each.compiler_argument.substr(FurtherFile.size()));
    }
    const std::size_t given = files.size();
    std::set<std::string, std::less<>> defined;
    for (const std::string& file : files) {
      if (const auto outline = outline_of(file)) {
        defined.insert(outline->defined.begin(), outline->defined.end());
      }
    }
    for (std::size_t i = 0; i < files.size(); ++i) {
      const auto outline = outline_of(files[i]);
      if (!outline) continue;
      for (const std::string& name : outline->needed) {  // `files` grows
        if (defined.contains(name)) continue;
        const auto definer = definer_of(name);
        if (!commands_.complaint.empty()) return false;
        if (!definer) continue;
        files.push_back(*definer);
        const auto more = outline_of(*definer);
        defined.insert(more->defined.begin(), more->defined.end());
      }
    }
    for (std::size_t i = given; i < files.size(); ++i) {
      add_row(main, std::string(FurtherFile) + files[i]);
    }
    std::erase_if(out_.constants, [&](const ConstantOverride& each) {
      return each.file == main && each.compiler_argument.starts_with(WithNote);
    });
    add_note(main, {files.begin() + 1, files.end()});
    return true;
  }

  // Returns the file of the list that defines a name, and is no program: one of the target if there
  // is one. Nothing if there is none; or if there are several, with a complaint.
  std::optional<std::string> definer_of(const std::string& name) {
    std::vector<const CompileCommand*> found;
    for (const CompileCommand& each : commands_.entries) {
      if (!is_c_file(each.file) || !mentions(each.file, name)) continue;
      if (!take_flags(each.file)) return std::nullopt;
      const auto outline = outline_of(each.file);
      const bool is_program = !outline || outline->defined.contains("main");
      if (!is_program && outline->defined.contains(name)) found.push_back(&each);
    }
    const auto is_of_target = [&](const CompileCommand* each) {
      return !request_.target.empty() && each->is_of_target(request_.target);
    };
    if (found.size() > 1 && std::ranges::any_of(found, is_of_target)) {
      std::erase_if(found, [&](const CompileCommand* each) { return !is_of_target(each); });
    }
    if (found.empty()) return std::nullopt;
    if (found.size() == 1) return found.front()->file;
    commands_.complaint =
        format("`{}` is defined in {}: name the file to take, or choose with `--target`", name,
               joined(found, " and in ", [](const CompileCommand* each) { return each->file; }));
    return std::nullopt;
  }

  // Files whose own text does not mention a name are not preprocessed: they are not expected to
  // define it.
  bool mentions(const std::string& file, const std::string& name) {
    const auto [text, is_new] = texts_.try_emplace(file);
    if (is_new) {
      DiagnosticSink sink;
      if (const std::optional<SourceBuffer> source = read_source(file, sink)) {
        text->second = source->text();
      }
    }
    return text->second.find(name) != std::string::npos;
  }

  const CProgramsRequest& request_;
  CPrograms out_;
  CompileCommands commands_;
  std::map<std::string, std::optional<c::Outline>> outlines_;
  std::map<std::string, std::string> texts_;
  std::set<std::string> with_flags_;
};

}  // namespace

CPrograms gather_c_programs(const CProgramsRequest& request) { return Gathering(request).run(); }

std::vector<std::string> words_for_c_file(const std::string& file) {
  std::error_code ignored;
  const auto has_commands = [&](const fs::path& folder) {
    return fs::is_regular_file(folder / "compile_commands.json", ignored);
  };
  fs::path folder = fs::path(file).parent_path();
  while (!has_commands(folder) && !has_commands(folder / "build")) {
    if (folder == folder.parent_path()) return {};
    folder = folder.parent_path();
  }
  if (!has_commands(folder)) folder /= "build";
  std::vector<std::string> words;
  for (const ConstantOverride& each :
       gather_c_programs({.files = {file}, .commands = folder.string()}).constants) {
    if (each.file != file || each.compiler_argument.starts_with("--note=")) continue;
    const bool is_part = each.compiler_argument.starts_with(FurtherFile);
    words.push_back(is_part
                        ? fs::absolute(each.compiler_argument.substr(FurtherFile.size())).string()
                        : each.compiler_argument);
  }
  return words;
}

}  // namespace drover::input
