#pragma once

// The modes of a program as places of its text: the present places, the possible places, and the
// text with other modes.

#include <string>
#include <vector>

#include "analysis/orders/model_orders.h"
#include "input/orders/places.h"
#include "input/subject.h"

namespace drover::input {

// Returns the text of the file without its included files.
[[nodiscard]] std::string file_text(const Subject& subject);

// Returns the sites of a core program or a C program. The subject must have been read.
[[nodiscard]] OrderSites order_sites(const Subject& subject, const orders::ModelOrders& model,
                                     OrderChanges changes);

// Returns the text of the program with the modes of `after` in place of `before`.
[[nodiscard]] std::string with_modes(const Subject& subject, const OrderSites& sites,
                                     const orders::Assignment& before,
                                     const orders::Assignment& after);
// As with_modes, with included files: returns the program and the included files that change.
[[nodiscard]] std::vector<SourcePart> files_with_modes(const Subject& subject,
                                                       const OrderSites& sites,
                                                       const orders::Assignment& before,
                                                       const orders::Assignment& after);

}  // namespace drover::input
