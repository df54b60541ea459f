#pragma once

// The modes of a program as places of its text: where they stand, or would stand, and how the text
// looks with other ones.

#include <string>
#include <vector>

#include "analysis/orders/model_orders.h"
#include "input/orders/places.h"
#include "input/subject.h"

namespace drover::input {

// The text of the file, without what it includes.
[[nodiscard]] std::string file_text(const Subject& subject);

// Of a core program or a C program that was read.
[[nodiscard]] OrderSites order_sites(const Subject& subject, const orders::ModelOrders& model,
                                     OrderChanges changes);

// The text of the program with the modes of `after` in place of those of `before`.
[[nodiscard]] std::string with_modes(const Subject& subject, const OrderSites& sites,
                                     const orders::Assignment& before,
                                     const orders::Assignment& after);
// The same with the files that it includes: the program, and those of the others that change.
[[nodiscard]] std::vector<SourcePart> files_with_modes(const Subject& subject,
                                                       const OrderSites& sites,
                                                       const orders::Assignment& before,
                                                       const orders::Assignment& after);

}  // namespace drover::input
