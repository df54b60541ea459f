#include "report/report_page.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "drawing/writers.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::report {

namespace {

std::string_view part(std::string_view name) {
  const auto found = std::ranges::find(page_parts(), name, &PagePart::name);
  DROVER_CHECK(found != page_parts().end(), "a part of the page is missing");
  return found->text;
}

std::string title_of(const std::vector<ProgramReport>& programs) {
  std::string title;
  constexpr std::size_t Named = 3;
  for (std::size_t i = 0; i < programs.size() && i < Named; ++i) {
    title += (title.empty() ? "" : ", ") + programs[i].name;
  }
  return title + (programs.size() > Named ? ", …" : "");
}

}  // namespace

// `{{name}}` in page.html is replaced by the part of that name, or by one of these two.
std::string write_page(const std::vector<ProgramReport>& programs) {
  constexpr std::string_view Begin = "{{";
  constexpr std::string_view End = "}}";
  std::string_view rest = part("page");
  std::string out;
  // Inserted texts are not scanned: they may contain `{{`.
  for (std::size_t at = rest.find(Begin); at != std::string_view::npos; at = rest.find(Begin)) {
    out += rest.substr(0, at);
    rest.remove_prefix(at + Begin.size());
    const std::size_t end = rest.find(End);
    DROVER_CHECK(end != std::string_view::npos, "a mark in page.html has no end");
    const std::string_view name = rest.substr(0, end);
    rest.remove_prefix(end + End.size());
    if (name == "title") {
      out += drawing::xml_escaped(title_of(programs));
    } else if (name == "data") {
      out += report_json(programs);
    } else {
      out += part(name);
    }
  }
  return out.append(rest);
}

bool is_standard_output(const std::string& output) { return output == "-"; }

std::string why_not_to(const std::string& output, std::span<const std::string> files) {
  namespace fs = std::filesystem;
  if (is_standard_output(output)) return "";
  if (output.empty()) return "the name of the page is empty";
  std::error_code error;
  if (fs::is_directory(output, error)) {
    return format("cannot write `{}`: it is a folder\nhint: `-o {}`", output,
                  (fs::path(output) / "report.html").string());
  }
  for (const std::string& file : files) {
    if (fs::equivalent(output, file, error)) {
      return format("`{}` is one of the programs: the page would replace it", output);
    }
  }
  const fs::path parent = fs::path(output).parent_path();
  const fs::path folder = parent.empty() ? fs::path(".") : parent;
  if (!fs::is_directory(folder, error)) {
    return format("cannot write `{}`: there is no folder `{}`", output, folder.string());
  }
  // An existing page is replaced as a whole: that needs access to the folder only.
  const bool is_special = fs::exists(output, error) && !fs::is_regular_file(output, error);
  const fs::path written = is_special ? fs::path(output) : folder;
  if (::access(written.c_str(), W_OK) != 0) {
    return format("cannot write `{}`: no permission to write to `{}`", output, written.string());
  }
  return "";
}

}  // namespace drover::report
