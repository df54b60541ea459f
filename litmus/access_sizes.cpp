#include "litmus/access_sizes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "litmus/access_layout.h"
#include "litmus/access_parts.h"
#include "semantics/program/address.h"
#include "semantics/program/code_writer.h"
#include "semantics/program/operands.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::litmus {

namespace {

// Two accesses, or an access and an element, that overlap in part.
struct Overlap {
  const SizedAccess* access = nullptr;
  ByteRange place;
  const SizedAccess* other = nullptr;  // null: with an element
  ByteRange other_place;
};

// Returns the first access, in the order of threads and code, that overlaps another access or an
// element in part.
std::optional<Overlap> first_overlap(const AccessLayout& layout, const Program& program) {
  for (const SizedAccess& access : layout.accesses) {
    for (const ByteRange& place : places_of(access, program)) {
      if (layout.cuts[place.object].empty()) continue;
      for (const SizedAccess& other : layout.accesses) {
        for (const ByteRange& there : places_of(other, program)) {
          if (place.overlaps(there) && place != there)
            return Overlap{&access, place, &other, there};
        }
      }
      for (const ByteRange& element : elements_of(place.object, program)) {
        if (place.overlaps(element) && place != element) {
          return Overlap{&access, place, nullptr, element};
        }
      }
    }
  }
  return std::nullopt;
}

std::string bytes_text(const ByteRange& range) {
  const std::uint32_t bytes = range.end - range.begin;
  return format("{} byte{}", bytes, bytes == 1 ? "" : "s");
}

std::string where(const Overlap& overlap, const Program& program) {
  const std::string place = place_text(overlap.place, program);
  return overlap.access->addresses.is_known()
             ? format("at `{}`", place)
             : format("at an address that is not known before the run, perhaps `{}`,", place);
}

SourceRange source_of(const SizedAccess& access, const Program& program) {
  return program.threads[access.thread].code[access.at].source;
}

std::string overlap_text(const Overlap& overlap, const Program& program) {
  const std::string there =
      overlap.other == nullptr
          ? format("the {} of `{}`", bytes_text(overlap.other_place),
                   place_text(overlap.other_place, program))
          : format("one of {} at `{}` (thread {})", bytes_text(overlap.other_place),
                   place_text(overlap.other_place, program),
                   program.threads[overlap.other->thread].name);
  return format("an access of {} {} that overlaps {} in part", bytes_text(overlap.place),
                where(overlap, program), there);
}

void report(const Overlap& overlap, const Program& program, DiagnosticSink& sink) {
  sink.report(DiagnosticKind::LitmusUnsupported, source_of(*overlap.access, program),
              {overlap_text(overlap, program)})
      .with_hint("a location is one cell here: use one size for all accesses to it");
}

// True if an access is where a machine makes it one: at a multiple of its size, inside its object.
bool is_aligned(const ByteRange& place, Alignment alignment, const Program& program) {
  const std::vector<ByteRange> elements = elements_of(place.object, program);
  if (elements.empty() || place.end > elements.back().end) return false;
  if (alignment == Alignment::Any) return true;
  const std::uint32_t bytes = place.end - place.begin;
  const std::uint32_t element = program.objects[place.object].element_bytes;
  return (bytes <= element ? place.begin % element : place.begin) % bytes == 0;
}

// Reports accesses that no machine makes as one, and those that would cut an address.
void check_parts(const AccessLayout& layout, Alignment alignment, const Program& program,
                 DiagnosticSink& sink) {
  for (const SizedAccess& access : layout.accesses) {
    for (const ByteRange& place : places_of(access, program)) {
      if (layout.cuts[place.object].empty()) continue;
      const auto complain = [&](std::string_view why) -> Diagnostic& {
        return sink.report(DiagnosticKind::LitmusUnsupported, source_of(access, program),
                           {format("an access of {} at `{}`, {},", bytes_text(place),
                                   place_text(place, program), why)});
      };
      if (access.addresses.is_known() && !is_aligned(place, alignment, program)) {
        const bool is_inside = is_aligned(place, Alignment::Any, program);
        Diagnostic& diagnostic = complain(is_inside ? "which is not a multiple of its size"
                                                    : "beyond the end of the variable");
        if (is_inside) diagnostic.with_hint("--variant unaligned allows it, as one access");
        break;
      }
      if (!layout.has_cut(place) || !access.written.may_be_address()) continue;
      complain("which may write an address that others access in part")
          .with_hint("addresses are accessed as a whole");
      break;
    }
  }
  for (std::size_t object = 0; object < layout.cuts.size(); ++object) {
    for (const ByteRange& element : elements_of(object, program)) {
      const std::vector<Value>& initial = program.objects[object].initial;
      if (!layout.has_cut(element) || !address::is_shared(initial[element.begin])) continue;
      sink.report(DiagnosticKind::LitmusUnsupported, program.objects[object].source,
                  {format("an address in `{}`, parts of which are accessed,",
                          place_text(element, program))});
    }
  }
}

// Writes a test before each access whose address is unknown: it must be a multiple of the size.
// Then it overlaps others of its size only as a whole. No event depends on the test.
void check_alignment(const AccessLayout& layout, std::size_t index, Thread& thread) {
  std::map<InstructionIndex, std::uint32_t> tested;
  for (const SizedAccess& access : layout.accesses) {
    const bool is_tested =
        access.thread == index && access.bytes > 1 && !access.addresses.is_known();
    if (is_tested) tested.emplace(access.at, access.bytes);
  }
  if (tested.empty()) return;
  CodeWriter writer;
  // The first targets have the numbers of the old instructions.
  for (std::size_t i = 0; i < thread.code.size(); ++i) writer.make_target();
  for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
    const Instruction& instruction = thread.code[at];
    writer.place({at});
    if (const auto found = tested.find(at); found != tested.end()) {
      ExpressionPool& pool = thread.expressions;
      const SourceRange source = instruction.source;
      const ExprId low = pool.binary(Operator::BitAnd, accessed_by(instruction.body),
                                     pool.constant(Value{found->second} - 1, source), source);
      const CodeWriter::Target is_wrong = writer.make_target();
      const CodeWriter::Target is_right = writer.make_target();
      writer.emit(Branch{low, is_wrong.index, is_right.index, Flow::Silent}, source);
      writer.place(is_wrong);
      writer.emit(Fail{format("an access of {0} bytes at an address that is no multiple of {0}, "
                              "which is not supported",
                              found->second),
                       ErrorKind::Memory},
                  source);
      writer.place(is_right);
    }
    writer.emit(instruction.body, instruction.source);
  }
  thread.code = writer.finish();
}

}  // namespace

void settle_access_sizes(const Dialect& dialect, const ReadingOptions& options, Program& program,
                         DiagnosticSink& sink) {
  AccessLayout layout = access_layout(program);
  const auto is_open = [](const SizedAccess& each) { return !each.addresses.is_known(); };
  if (std::ranges::any_of(layout.accesses, is_open)) {
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      check_alignment(layout, t, program.threads[t]);
    }
    layout = access_layout(program);
  }
  if (!layout.has_cuts()) return;
  const std::optional<Overlap> overlap = first_overlap(layout, program);
  DROVER_CHECK(overlap.has_value(), "only accesses that overlap are cut");
  if (!dialect.takes_parts) return report(*overlap, program, sink);
  check_parts(layout, options.alignment, program, sink);
  if (sink.has_errors()) return;
  sink.report(DiagnosticKind::LitmusMeaning, source_of(*overlap->access, program),
              {format("{}: accesses have parts here, as with herd's `-variant mixed`",
                      overlap_text(*overlap, program))});
  cut_accesses(layout, program);
}

}  // namespace drover::litmus
