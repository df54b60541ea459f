#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace drover {

// Replaces each `{{name}}` of a text by `value_of(name)`. Values are not scanned: they may contain
// `{{`.
[[nodiscard]] std::string filled_text(std::string_view text,
                                      const std::function<std::string(std::string_view)>& value_of);

}  // namespace drover
