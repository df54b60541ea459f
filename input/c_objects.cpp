#include "input/c_objects.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "frontend/check_program.h"
#include "frontend/desugar.h"
#include "frontend/diagnostic_printer.h"
#include "frontend/parse.h"
#include "semantics/lower/lower_ast.h"
#include "support/format.h"

namespace drover::input {

namespace {

constexpr std::string_view Prefix = "drover:";

// Calls `visit(begin, end)` with the text of each comment, without its delimiters. Text in quotes
// has no comments.
template <typename Visit>
void for_each_comment(std::string_view text, const Visit& visit) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view here = text.substr(at);
    if (here.starts_with("//") || here.starts_with("/*")) {
      const bool is_line = here[1] == '/';
      const std::size_t begin = at + 2;
      const std::size_t end = std::min(text.find(is_line ? "\n" : "*/", begin), text.size());
      visit(begin, end);
      at = end;
    } else if (here.front() == '"' || here.front() == '\'') {
      const char quote = here.front();
      while (++at < text.size() && text[at] != quote && text[at] != '\n') {
        if (text[at] == '\\') ++at;
      }
    }
  }
}

// Returns the file with spaces for all but the declarations: places stay what they are. Empty if
// there are none.
std::string declarations_in(std::string_view text) {
  std::string out(text);
  for (char& each : out) each = each == '\n' ? '\n' : ' ';
  bool has_some = false;
  for_each_comment(text, [&](std::size_t begin, std::size_t end) {
    const std::size_t first = text.find_first_not_of(" \t\n*", begin);
    if (first >= end || !text.substr(first).starts_with(Prefix)) return;
    has_some = true;
    for (std::size_t i = first + Prefix.size(); i < end; ++i) out[i] = text[i];
  });
  return has_some ? out : "";
}

// Returns functions, with the names and parameters of the operations, and a thread: the core
// language asks for them.
std::string stand_ins(const Ast& ast) {
  std::map<std::string, std::size_t> functions;  // the number of parameters
  for (const ast::Item& item : ast.items) {
    const auto* object = std::get_if<ast::ObjectItem>(&item.node);
    if (object == nullptr) continue;
    for (const ast::FunctionItem& function : object->functions) {
      functions.emplace(function.name.text, function.parameters.size());
    }
    if (object->kind.is_absent()) continue;
    for (const ast::ObjectEntry& entry : object->entries) {
      const ast::Name* name =
          entry.value.is_none() ? nullptr : std::get_if<ast::Name>(&ast[entry.value].node);
      if (name != nullptr) functions.emplace(name->name, 0);
      if (entry.value.is_none()) functions.emplace(entry.key.text, 0);
    }
  }
  std::string out = "\nthread drover_client { }\n";
  for (const auto& [name, parameters] : functions) {
    std::string list;
    for (std::size_t i = 0; i < parameters; ++i) list += format("{}p{}", i > 0 ? ", " : "", i);
    out += format("fn {}({}) {{ return 0; }}\n", name, list);
  }
  return out;
}

class FileReader {
 public:
  explicit FileReader(CObjects& out) : out_(out) {}

  void read(const SourcePart& file) {
    const std::string text = declarations_in(file.text);
    if (text.empty()) return;
    DiagnosticSink sink;
    const SourceBuffer declared = SourceBuffer::from_text(file.name, text);
    const std::optional<Ast> ast = parse(declared, sink);
    if (!ast) return complain(sink, declared);
    const SourceBuffer whole = SourceBuffer::from_text(file.name, text + stand_ins(*ast));
    const std::optional<CheckedProgram> checked = read_program(whole, {}, sink);
    if (!checked) return complain(sink, whole);
    std::optional<Program> program = lowering::lower(desugar(*checked), whole, sink);
    if (!program) return complain(sink, whole);
    for (SpecifiedObject& object : program->specified) {
      object.source = {};
      out_.objects.push_back(std::move(object));
    }
    if (program->sequential == nullptr) return;
    if (out_.sequential != nullptr) {
      out_.complaints +=
          format("{}: another file has specifications that are code, too\n", file.name);
      return;
    }
    out_.sequential = program->sequential;
  }

 private:
  void complain(const DiagnosticSink& sink, const SourceBuffer& source) {
    out_.complaints += render(sink, source.name(), &source);
  }

  CObjects& out_;
};

}  // namespace

CObjects read_c_objects(std::span<const SourcePart> files) {
  CObjects out;
  FileReader reader(out);
  for (const SourcePart& file : files) reader.read(file);
  return out;
}

}  // namespace drover::input
