#include "serve/gallery.h"

#include "litmus/library.h"
#include "support/format.h"

namespace drover::serve {

std::string_view shape_of_test(std::string_view name) {
  constexpr std::string_view Double = "2+2W";
  if (name.starts_with(Double)) return Double;
  return name.substr(0, name.find_first_of("+-"));
}

namespace {

// Returns the comment in the first line of an example.
std::string_view first_comment(std::string_view text) {
  constexpr std::string_view Mark = "//";
  if (!text.starts_with(Mark)) return "";
  text = text.substr(0, text.find('\n')).substr(Mark.size());
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return text;
}

}  // namespace

Json gallery_json() {
  Json examples = Json::array();
  for (const Example& each : example_programs()) {
    examples.push_back(Json{{"name", format("{}.drv", each.name)},
                            {"about", first_comment(each.text)},
                            {"text", each.text}});
  }
  for (const CExample& each : c_examples()) {
    examples.push_back(Json{{"name", format("{}.c", each.name)},
                            {"about", first_comment(each.text)},
                            {"text", each.text}});
  }
  Json tests = Json::array();
  for (const litmus::LibraryTest& each : litmus::library_tests()) {
    tests.push_back(Json{{"name", each.name},
                         {"shape", shape_of_test(each.name)},
                         {"language", each.architecture()},
                         {"about", each.reason()},
                         {"text", each.text}});
  }
  return Json{{"examples", std::move(examples)}, {"tests", std::move(tests)}};
}

}  // namespace drover::serve
