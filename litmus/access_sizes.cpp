#include "litmus/access_sizes.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "litmus/access_layout.h"
#include "litmus/access_parts.h"
#include "semantics/program/address.h"
#include "semantics/program/code_edit.h"
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
      if (!layout.has_cut(element) || !address::is_address(initial[element.begin])) continue;
      sink.report(DiagnosticKind::LitmusUnsupported, program.objects[object].source,
                  {format("an address in `{}`, parts of which are accessed,",
                          place_text(element, program))});
    }
  }
}

// Tests that an access whose address is unknown is aligned. Then it overlaps others of its size
// only as a whole.
void check_alignment(const AccessLayout& layout, Program& program) {
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    Thread& thread = program.threads[t];
    CodeEdit edit(thread.code);
    for (const SizedAccess& access : layout.accesses) {
      if (access.thread != t || access.bytes == 1 || access.addresses.is_known()) continue;
      const Instruction& instruction = thread.code[access.at];
      ExpressionPool& pool = thread.expressions;
      const SourceRange source = instruction.source;
      const ExprId low = pool.binary(Operator::BitAnd, accessed_by(instruction.body),
                                     pool.constant(access.bytes - 1, source), source);
      const ExprId is_aligned = pool.binary(Operator::Equal, low, pool.constant(0, source), source);
      edit.insert_before(access.at,
                         {Assert{is_aligned, format("an access of {} bytes at an address that is "
                                                    "no multiple of {}, which is not supported",
                                                    access.bytes, access.bytes)},
                          source});
    }
    if (!edit.is_empty()) thread.code = edit.apply().code;
  }
}

}  // namespace

void settle_access_sizes(const Dialect& dialect, const ReadingOptions& options, Program& program,
                         DiagnosticSink& sink) {
  AccessLayout layout = access_layout(program);
  const auto is_open = [](const SizedAccess& each) { return !each.addresses.is_known(); };
  if (std::ranges::any_of(layout.accesses, is_open)) {
    check_alignment(layout, program);
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
