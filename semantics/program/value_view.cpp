#include "semantics/program/address.h"
#include "semantics/program/program.h"

namespace drover {

Value viewed(ValueView view, Value value) {
  if (address::is_address(value)) return value;
  switch (view) {
    case ValueView::Whole:
    case ValueView::Unsigned64: return value;
    case ValueView::Signed8: return static_cast<std::int8_t>(value);
    case ValueView::Unsigned8: return static_cast<std::uint8_t>(value);
    case ValueView::Signed16: return static_cast<std::int16_t>(value);
    case ValueView::Unsigned16: return static_cast<std::uint16_t>(value);
    case ValueView::Signed32: return static_cast<std::int32_t>(value);
    case ValueView::Unsigned32: return static_cast<std::uint32_t>(value);
  }
  return value;
}

}  // namespace drover
