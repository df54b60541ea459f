#include "serve/gallery.h"

#include "litmus/library.h"
#include "support/format.h"
#include "support/text.h"

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
  return trimmed(text);
}

void add_examples(std::span<const Example> from, std::string_view ending, Json& to) {
  for (const Example& each : from) {
    to.push_back(Json{{"name", format("{}.{}", each.name, ending)},
                      {"about", first_comment(each.text)},
                      {"text", each.text}});
  }
}

}  // namespace

Json gallery_json() {
  Json examples = Json::array();
  add_examples(example_programs(), "drv", examples);
  add_examples(c_examples(), "c", examples);
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
