#pragma once

namespace drover {

// The visitor helper: std::visit(overloaded{[](const A&) {…}, [](const B&) {…}}, variant).
template <typename... Functions>
struct overloaded : Functions... {
  using Functions::operator()...;
};
template <typename... Functions>
overloaded(Functions...) -> overloaded<Functions...>;

}  // namespace drover
