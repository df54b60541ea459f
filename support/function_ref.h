#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace drover {

template <typename Signature>
class FunctionRef;

// A non-owning reference to a callable: two pointers, whereas std::function may allocate and has a
// destructor. The callable must outlive the reference: for parameters, and for members that are
// reset in time.
template <typename Result, typename... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  FunctionRef() = default;
  template <typename Function>
  requires(!std::is_same_v<std::remove_cvref_t<Function>, FunctionRef>)
      // NOLINTNEXTLINE(bugprone-forwarding-reference-overload): `requires` excludes copies
      FunctionRef(Function&& function)  // not explicit, like std::function
      : object_(std::addressof(function)),
        call_([](const void* object, Arguments... arguments) -> Result {
          return static_cast<Result>((*static_cast<const std::remove_reference_t<Function>*>(
              object))(std::forward<Arguments>(arguments)...));
        }) {}

  explicit operator bool() const { return call_ != nullptr; }
  Result operator()(Arguments... arguments) const {
    return call_(object_, std::forward<Arguments>(arguments)...);
  }

 private:
  const void* object_ = nullptr;
  Result (*call_)(const void*, Arguments...) = nullptr;
};

}  // namespace drover
