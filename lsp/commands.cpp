#include "lsp/commands.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include "support/format.h"
#include "support/write_file.h"

namespace drover::lsp {

namespace {

namespace fs = std::filesystem;

// A folder that is removed with its last owner. The file in it has the document's name, so that
// messages show that name.
class TextFolder {
 public:
  explicit TextFolder(const Document& document) {
    std::error_code error;
    std::string pattern = (fs::temp_directory_path(error) / "drover-XXXXXX").string();
    if (error || ::mkdtemp(pattern.data()) == nullptr) return;
    folder_ = pattern;
    name_ = fs::path(document.path()).filename().string();
    if (name_.empty()) name_ = "program";
    if (!write_whole_file(folder_ / name_, document.text()).empty()) drop();
  }
  TextFolder(const TextFolder&) = delete;
  TextFolder& operator=(const TextFolder&) = delete;
  ~TextFolder() { drop(); }

  [[nodiscard]] bool is_there() const { return !folder_.empty(); }
  [[nodiscard]] const fs::path& folder() const { return folder_; }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  void drop() {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
    folder_.clear();
  }

  fs::path folder_;
  std::string name_;
};

std::string whole_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

// Paths of models are relative to the workspace's folder.
std::string model_list(const Document& document, const Settings& settings, bool is_first_only) {
  std::string out;
  for (const std::string& model : settings.models_for(document.analysis())) {
    const bool is_file = model.ends_with(".cat") && !settings.folder.empty();
    if (!out.empty()) out += ",";
    out += is_file ? (fs::path(settings.folder) / model).string() : model;
    if (is_first_only) break;
  }
  return out;
}

std::vector<std::string> arguments_of(const std::string& name, const Document& document,
                                      const Settings& settings, const std::string& file) {
  const bool is_litmus = document.kind() == editing::FileKind::Litmus;
  const std::string time = format("{}", settings.max_seconds);
  const std::string models = model_list(document, settings, false);
  if (name == ReportCommandName) {
    return {"report",     "-m", models, "--progress",  "none",
            "--max-time", time, "-o",   "report.html", file};
  }
  if (name == ExplainCommandName) {
    return {"explain", "--color", "never", "-m", models, "--max-time", time, file};
  }
  if (is_litmus) {
    return {"litmus",     "--color", "never", "-m", document.analysis().default_model,
            "--max-time", time,      file};
  }
  return {"check", "--color", "never",      "--progress", "none",
          "-m",    models,    "--max-time", time,         file};
}

}  // namespace

std::optional<JobId> start_command(const std::string& name, const Document& document,
                                   const Settings& settings, JobRunner& jobs,
                                   const std::function<void(const CommandResult&)>& done,
                                   std::string& problem) {
  if (document.kind() == editing::FileKind::Cat) {
    problem = "this is a model: programs and litmus tests are run";
    return std::nullopt;
  }
  if (document.analysis().default_model.empty()) {
    problem = "the text has errors";
    return std::nullopt;
  }
  const auto folder = std::make_shared<const TextFolder>(document);
  if (!folder->is_there()) {
    problem = "there is no place for temporary files";
    return std::nullopt;
  }
  const auto models = static_cast<double>(settings.models_for(document.analysis()).size());
  // A report takes several runs per model.
  const double rounds = name == ReportCommandName ? 4 : 2;
  Job job;
  job.arguments = arguments_of(name, document, settings, folder->name());
  job.folder = folder->folder().string();
  job.max_seconds = settings.max_seconds * models * rounds;
  job.max_memory = settings.max_memory;
  const bool is_report = name == ReportCommandName;
  job.done = [folder, is_report, done](const JobResult& result) {
    if (!result.is_finished) return done({nullptr, result.problem});
    Json json{{"status", result.status}, {"text", result.output}};
    if (is_report) json["html"] = whole_file(folder->folder() / "report.html");
    done({std::move(json), ""});
  };
  return jobs.start(std::move(job));
}

}  // namespace drover::lsp
