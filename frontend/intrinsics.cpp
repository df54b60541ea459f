#include "frontend/intrinsics.h"

#include <algorithm>
#include <array>

namespace drover {

namespace {

// Indexed by Intrinsic.
constexpr std::array Intrinsics{
    IntrinsicInfo{.intrinsic = Intrinsic::Int8,
                  .name = "int8",
                  .meaning = "the value, which has to fit into a signed integer of 8 bits"},
    IntrinsicInfo{.intrinsic = Intrinsic::Int16,
                  .name = "int16",
                  .meaning = "the value, which has to fit into a signed integer of 16 bits"},
    IntrinsicInfo{.intrinsic = Intrinsic::Int32,
                  .name = "int32",
                  .meaning = "the value, which has to fit into a signed integer of 32 bits"},
    IntrinsicInfo{.intrinsic = Intrinsic::Add64,
                  .name = "add64",
                  .arguments = 2,
                  .meaning = "the sum, which has to fit into a signed integer of 64 bits"},
    IntrinsicInfo{.intrinsic = Intrinsic::Subtract64,
                  .name = "sub64",
                  .arguments = 2,
                  .meaning = "the difference, which has to fit into a signed integer of 64 bits"},
    IntrinsicInfo{.intrinsic = Intrinsic::Multiply64,
                  .name = "mul64",
                  .arguments = 2,
                  .meaning = "the product, which has to fit into a signed integer of 64 bits"},
    IntrinsicInfo{.intrinsic = Intrinsic::UnsignedDivide,
                  .name = "udiv64",
                  .arguments = 2,
                  .meaning = "the quotient of two unsigned values"},
    IntrinsicInfo{.intrinsic = Intrinsic::UnsignedRemainder,
                  .name = "urem64",
                  .arguments = 2,
                  .meaning = "the remainder of two unsigned values"},
    IntrinsicInfo{.intrinsic = Intrinsic::Index,
                  .name = "index",
                  .arguments = 2,
                  .has_bound = true,
                  .meaning = "the value, which has to be an index of so many elements"},
    IntrinsicInfo{.intrinsic = Intrinsic::Shift,
                  .name = "shift",
                  .arguments = 2,
                  .has_bound = true,
                  .meaning = "the value, by which something of so many bits may be shifted"},
    IntrinsicInfo{.intrinsic = Intrinsic::Shifted,
                  .name = "shifted",
                  .arguments = 2,
                  .has_bound = true,
                  .most = 64,
                  .meaning = "the value, which has to be the result of a shift to the left that "
                             "a signed integer of so many bits allows"},
    IntrinsicInfo{.intrinsic = Intrinsic::Choose,
                  .name = "choose",
                  .has_bound = true,
                  .is_instruction = true,
                  .meaning = "any of the numbers from 0 to below this one"},
    IntrinsicInfo{.intrinsic = Intrinsic::Unwritten,
                  .name = "unwritten",
                  .is_instruction = true,
                  .meaning = "the address of so many fresh cells, which have no value yet"},
    IntrinsicInfo{.intrinsic = Intrinsic::Barrier,
                  .name = "barrier",
                  .arguments = 0,
                  .is_instruction = true,
                  .meaning = "waits until all threads of the cta, or workgroup, whose code has "
                             "this barrier have come to it"},
};

}  // namespace

const IntrinsicInfo* find_intrinsic(std::string_view name) {
  const auto* found = std::ranges::find(Intrinsics, name, &IntrinsicInfo::name);
  return found == Intrinsics.end() ? nullptr : found;
}

const IntrinsicInfo& info_of(Intrinsic intrinsic) {
  return Intrinsics[static_cast<std::size_t>(intrinsic)];
}

}  // namespace drover
