#pragma once

#include "explorer/cat/code.h"

namespace drover {

// What a GraphChecker of a model that is written in cat can tell besides: which model that is. It
// lives as long as the model.
class CatSource {
 public:
  virtual ~CatSource() = default;
  [[nodiscard]] virtual const cat::Code& code() const = 0;
};

}  // namespace drover
