#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drawing/picture.h"
#include "drawing/selection.h"
#include "explorer/cat/read_model.h"
#include "frontend/constant_override.h"
#include "frontend/warning_policy.h"

namespace drover::cli {

inline constexpr std::size_t DefaultMaxPictures = 100;

// `drover draw FILE`.
struct DrawCommand {
  std::string file;                         // a core program, litmus test or library test
  std::vector<ConstantOverride> constants;  // -D; core programs only
  std::optional<std::uint32_t> unroll;      // nothing: 100 for programs, 2 for litmus tests
  std::string model;                        // empty: rc11, or the dialect's
  cat::ModelOptions model_options = {};     // for reading the model file
  std::string mapping = {};  // for machines, a name or a file; empty: the model's usual mapping
  std::string algorithm = "auto";
  std::optional<drawing::PictureFormat> format;  // nothing: by the ending of `output`, else text
  std::string output;                            // a file or a folder; empty: standard output
  std::string show;                              // `rf,co`, or `+hb` to add to the usual relations
  drawing::ErrorChoice errors = drawing::ErrorChoice::OnePerPlace;  // --select error
  std::vector<std::string> select;                                  // all must hold
  drawing::InitialWrites initial = drawing::InitialWrites::WhereRead;
  drawing::Theme theme = drawing::Theme::Viewer;
  drawing::PictureParts parts;
  std::size_t max_pictures = DefaultMaxPictures;
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_memory;  // in bytes; nothing: the usual limit
  std::optional<std::uint64_t> max_executions;
  bool is_coloured = false;  // standard error
  WarningPolicy warnings = {};
  std::optional<std::string> standard_input = {};  // text of `-`; nothing: not read yet
};

}  // namespace drover::cli
