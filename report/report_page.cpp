#include "report/report_page.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "drawing/writers.h"
#include "support/check.h"
#include "support/filled_text.h"
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

// A mark of page.html is the name of a part, `title` or `data`.
std::string write_page(const std::vector<ProgramReport>& programs) {
  return filled_text(part("page"), [&](std::string_view name) {
    if (name == "title") return drawing::xml_escaped(title_of(programs));
    return name == "data" ? report_json(programs) : std::string(part(name));
  });
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
