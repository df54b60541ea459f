#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "lsp/document.h"
#include "support/json.h"

namespace drover::lsp {

struct RpcError {
  int code = 0;
  std::string message;
};
struct Later {};  // the answer comes when a process is done
using Answer = std::variant<Json, RpcError, Later>;

// Error codes of JSON-RPC and the protocol.
inline constexpr int ParseError = -32700;
inline constexpr int InvalidRequest = -32600;
inline constexpr int MethodNotFound = -32601;
inline constexpr int InvalidParams = -32602;
inline constexpr int InternalError = -32603;
inline constexpr int NotInitialized = -32002;
inline constexpr int RequestFailed = -32803;
inline constexpr int RequestCancelled = -32800;
inline constexpr int ContentModified = -32801;

// The requests of the protocol on one document that its analysis answers, by method.
using Feature = Answer (*)(const Document& document, const Json& params);
[[nodiscard]] const std::map<std::string_view, Feature>& features();

[[nodiscard]] Json diagnostics_json(const Document& document);
// The words of the protocol for semantic tokens.
[[nodiscard]] Json token_legend();
// A tree, or a list for editors without trees.
enum class OutlineForm { Tree, List };
[[nodiscard]] Json outline_json(const Document& document, OutlineForm form);
// Returns the edits of the analysed text that change it to `after`.
[[nodiscard]] Json text_edits_json(const Document& document, const std::string& after);
// Returns fixes for the diagnostics in a range.
[[nodiscard]] Json actions_json(const Document& document, const Json& range);

}  // namespace drover::lsp
