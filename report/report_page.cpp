#include "report/report_page.h"

#include <algorithm>

#include "drawing/svg_writer.h"
#include "support/check.h"

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

}  // namespace drover::report
