#include "cli/report/report_page.h"

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

std::string write_page(const std::vector<ProgramReport>& programs) {
  std::string_view rest = part("page");
  std::string out;
  // Texts that are put in are not looked at again: they may have anything in them.
  const auto copy_until = [&](std::string_view mark) {
    const std::size_t at = rest.find(mark);
    DROVER_CHECK(at != std::string_view::npos, "page.html has no such mark");
    out += rest.substr(0, at);
    rest.remove_prefix(at + mark.size());
  };
  copy_until("{{title}}");
  out += xml_escaped(title_of(programs));
  copy_until("{{style}}");
  out += part("style");
  copy_until("{{data}}");
  out += report_json(programs);
  copy_until("{{script}}");
  out += part("script");
  out += part("selftest");
  out += rest;
  return out;
}

}  // namespace drover::report
