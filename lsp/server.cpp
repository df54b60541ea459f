// One thread waits for the editor and for background processes. Its own work takes milliseconds;
// all pending input is read before the next message is answered.

#include "lsp/server.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "lsp/document.h"
#include "lsp/features.h"
#include "lsp/frames.h"
#include "lsp/jobs.h"
#include "lsp/verdicts.h"
#include "support/format.h"
#include "support/json.h"
#include "support/version.h"

namespace drover::lsp {

namespace {

// Verdicts are computed after this time without typing.
constexpr std::chrono::milliseconds Pause{300};

bool is_same_id(const Json& a, const Json& b) { return a.dump() == b.dump(); }

// The language server without streams: the caller passes messages and calls `work`. Messages wait
// in a queue, so that a request can be cancelled before its turn; diagnostics are computed when the
// queue is empty, once for many quick edits.
class Server {
 public:
  using Send = std::function<void(const Json&)>;
  using Clock = std::chrono::steady_clock;

  Server(ServerOptions options, Send send)
      : options_(std::move(options)), send_(std::move(send)), jobs_(options_.program, 2) {}

  // Queues a message from the stream.
  void receive(Frame frame) {
    if (!frame.message) {
      send_({{"jsonrpc", "2.0"},
             {"id", nullptr},
             {"error", {{"code", ParseError}, {"message", frame.problem}}}});
      return;
    }
    // Handled at once: the request may still be waiting.
    if (frame.message->at("method").text() == "$/cancelRequest") {
      cancel(frame.message->at("params").at("id"));
      return;
    }
    queue_.push_back(*std::move(frame.message));
  }
  // Handles the end of the stream like `exit`.
  void close() {
    if (!exit_status_) exit_status_ = is_shut_down_ ? 0 : 1;
  }

  [[nodiscard]] bool has_work() const { return !queue_.empty() || !stale_.empty(); }
  // Handles one message, or one postponed task.
  void work() {
    if (!queue_.empty()) {
      const Json message = std::move(queue_.front());
      queue_.pop_front();
      return handle(message);
    }
    if (stale_.empty()) return;
    const std::string uri = stale_.front();
    stale_.erase(stale_.begin());
    publish(uri);
  }
  // Starts due background processes and takes results.
  void run_background() {
    start_due_verdicts();
    jobs_.work();
  }
  // Returns the timeout of a poll in milliseconds; -1: none.
  [[nodiscard]] int patience() const {
    int least = jobs_.patience();
    for (const auto& [uri, open] : documents_) {
      if (!open.verdicts.is_waiting()) continue;
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(open.verdicts.due() - Clock::now());
      const int wait = static_cast<int>(std::max<std::int64_t>(0, left.count())) + 1;
      least = least < 0 ? wait : std::min(least, wait);
    }
    return least;
  }
  [[nodiscard]] JobRunner& jobs() { return jobs_; }
  // Set once the editor has ended the session.
  [[nodiscard]] std::optional<int> exit_status() const { return exit_status_; }

 private:
  using Handler = Answer (Server::*)(const Json& params, const Json& id);
  using NoteHandler = void (Server::*)(const Json& params);

  struct OpenDocument {
    Document document;
    Verdicts verdicts;
    std::vector<Json> lens_requests;  // waiting for the verdicts
  };
  struct RunningCommand {
    Json id;
    JobId job = 0;
    std::string edited;  // URI of the document to change; empty: none
  };

  static const std::map<std::string, Handler>& handlers() {
    static const std::map<std::string, Handler> table{
        {"initialize", &Server::initialize},
        {"shutdown", &Server::shutdown},
        {"textDocument/documentSymbol", &Server::document_symbols},
        {"textDocument/codeAction", &Server::code_actions},
        {"textDocument/codeLens", &Server::code_lenses},
        {"workspace/executeCommand", &Server::execute_command},
    };
    return table;
  }
  static const std::map<std::string, NoteHandler>& note_handlers() {
    static const std::map<std::string, NoteHandler> table{
        {"initialized", &Server::ignore},
        {"exit", &Server::exit},
        {"textDocument/didOpen", &Server::did_open},
        {"textDocument/didChange", &Server::did_change},
        {"textDocument/didSave", &Server::ignore},
        {"textDocument/didClose", &Server::did_close},
        {"workspace/didChangeConfiguration", &Server::did_change_configuration},
    };
    return table;
  }

  void handle(const Json& message) {
    const auto method = message.at("method").text();
    const Json& id = message.at("id");
    if (!method) {
      // An answer to our request, or unknown.
      const bool is_answer = message.is_object() && !id.is_null();
      if (!is_answer) reply(nullptr, RpcError{InvalidRequest, "a message without a method"});
      return;
    }
    if (!id.is_null()) return handle_request(*method, message.at("params"), id);
    const auto found = note_handlers().find(*method);
    // Unknown or early notifications are ignored.
    const bool is_due = is_initialized_ || *method == "exit";
    if (found != note_handlers().end() && is_due) (this->*found->second)(message.at("params"));
  }
  void handle_request(const std::string& method, const Json& params, const Json& id) {
    const auto found = handlers().find(method);
    if (is_shut_down_) return reply(id, RpcError{InvalidRequest, "the server is shut down"});
    if (!is_initialized_ && method != "initialize") {
      return reply(id, RpcError{NotInitialized, "`initialize` comes first"});
    }
    const auto feature = features().find(method);
    if (found == handlers().end() && feature == features().end()) {
      return reply(id, RpcError{MethodNotFound, format("unknown method `{}`", method)});
    }
    // An exception fails the request, not the server.
    try {
      if (found != handlers().end()) return reply(id, (this->*found->second)(params, id));
      const OpenDocument* open = find(params);
      reply(id, open == nullptr ? Answer(Json()) : feature->second(open->document, params));
    } catch (const std::exception& fault) {
      reply(id, RpcError{InternalError, format("a fault of Drover: {}", fault.what())});
    }
  }
  void reply(const Json& id, const Answer& answer) {
    if (const auto* result = std::get_if<Json>(&answer)) {
      send_({{"jsonrpc", "2.0"}, {"id", id}, {"result", *result}});
    } else if (const auto* error = std::get_if<RpcError>(&answer)) {
      send_({{"jsonrpc", "2.0"},
             {"id", id},
             {"error", {{"code", error->code}, {"message", error->message}}}});
    }
  }
  void notify(std::string_view method, Json params) {
    send_({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
  }
  void cancel(const Json& id) {
    if (id.is_null()) return;
    const RpcError cancelled{RequestCancelled, "cancelled"};
    const auto waiting = std::ranges::find_if(queue_, [&](const Json& message) {
      return message.at("method").text().has_value() && is_same_id(message.at("id"), id);
    });
    if (waiting != queue_.end()) {
      queue_.erase(waiting);
      return reply(id, cancelled);
    }
    const auto command = std::ranges::find_if(
        commands_, [&](const RunningCommand& each) { return is_same_id(each.id, id); });
    if (command != commands_.end()) {
      jobs_.cancel(command->job);
      commands_.erase(command);
      return reply(id, cancelled);
    }
    for (auto& [uri, open] : documents_) {
      const auto lens = std::ranges::find_if(
          open.lens_requests, [&](const Json& each) { return is_same_id(each, id); });
      if (lens == open.lens_requests.end()) continue;
      open.lens_requests.erase(lens);
      return reply(id, cancelled);
    }
  }

  // Returns the open document that a message is about; null if it is not open.
  [[nodiscard]] OpenDocument* find(const std::string& uri) {
    const auto found = documents_.find(uri);
    return found == documents_.end() ? nullptr : &found->second;
  }
  [[nodiscard]] OpenDocument* find(const Json& params) {
    return find(params.at("textDocument").at("uri").text().value_or(""));
  }
  void text_changed(OpenDocument& open) {
    open.verdicts.forget(jobs_);
    for (const Json& id : std::exchange(open.lens_requests, {})) {
      reply(id, RpcError{ContentModified, "the text has changed"});
    }
    const std::string& uri = open.document.uri();
    drop_edits(uri, "the text has changed");
    if (std::ranges::find(stale_, uri) == stale_.end()) stale_.push_back(uri);
  }
  void publish(const std::string& uri) {
    OpenDocument* open = find(uri);
    if (open == nullptr) return;
    Json diagnostics = diagnostics_json(open->document);
    const Json of_runs =
        options_.settings.shows_errors ? open->verdicts.diagnostics(open->document) : Json::array();
    for (const Json& each : of_runs.items()) diagnostics.push_back(each);
    notify("textDocument/publishDiagnostics", {{"uri", uri},
                                               {"version", open->document.version()},
                                               {"diagnostics", std::move(diagnostics)}});
    // Errors of runs follow.
    const bool is_program = open->document.analysis().can_run;
    if (is_program && options_.settings.shows_errors) open->verdicts.want(Clock::now() + Pause);
  }
  void refresh_lenses() {
    if (!can_refresh_) return;
    send_({{"jsonrpc", "2.0"}, {"id", next_id_++}, {"method", "workspace/codeLens/refresh"}});
  }
  // Cancels searches whose edits would change an outdated text.
  void drop_edits(const std::string& uri, const std::string& why) {
    for (auto at = commands_.begin(); at != commands_.end();) {
      if (at->edited != uri) {
        ++at;
        continue;
      }
      jobs_.cancel(at->job);
      reply(at->id, RpcError{ContentModified, why});
      at = commands_.erase(at);
    }
  }
  // After a search the text is unchanged: an edit would have ended the search.
  void command_done(const std::string& name, const std::string& uri, CommandResult result,
                    const Json& id) {
    std::erase_if(commands_, [&](const RunningCommand& each) { return is_same_id(each.id, id); });
    if (!result.problem.empty()) return reply(id, RpcError{RequestFailed, result.problem});
    if (is_search(name)) {
      const OpenDocument* open = find(uri);
      if (open != nullptr && result.edited) send_edit(open->document, result);
      constexpr int Information = 3;
      const std::string words = result.json.at("text").text().value_or("");
      notify("window/showMessage", {{"type", Information}, {"message", "drover: " + words}});
    }
    reply(id, result.json);
  }
  // Requests the edit of a search, or adds it to the result.
  void send_edit(const Document& document, CommandResult& result) {
    Json edits = text_edits_json(document, *result.edited);
    Json change;
    if (knows_versions_) {
      change["documentChanges"] = Json::array(
          {{{"textDocument", {{"uri", document.uri()}, {"version", document.version()}}},
            {"edits", std::move(edits)}}});
    } else {
      change["changes"][document.uri()] = std::move(edits);
    }
    if (can_apply_) {
      send_({{"jsonrpc", "2.0"},
             {"id", next_id_++},
             {"method", "workspace/applyEdit"},
             {"params", {{"label", result.json.at("text")}, {"edit", std::move(change)}}}});
    } else {
      // An editor without applyEdit takes the edit from the result.
      result.json["edit"] = std::move(change);
    }
  }
  void start_due_verdicts() {
    for (auto& [uri, open] : documents_) {
      if (!open.verdicts.is_waiting() || Clock::now() < open.verdicts.due()) continue;
      open.verdicts.start(open.document, options_.settings, jobs_,
                          [this, address = uri] { verdicts_done(address); });
    }
  }
  void verdicts_done(const std::string& uri) {
    OpenDocument* open = find(uri);
    if (open == nullptr) return;
    for (const Json& id : std::exchange(open->lens_requests, {})) {
      reply(id, open->verdicts.lenses(open->document));
    }
    const bool has_errors = !open->verdicts.diagnostics(open->document).items().empty();
    if (has_errors && options_.settings.shows_errors) publish(uri);
    refresh_lenses();
  }
  [[nodiscard]] Json capabilities() const {
    constexpr int Incremental = 2;
    return {{"positionEncoding", "utf-16"},
            {"textDocumentSync",
             {{"openClose", true}, {"change", Incremental}, {"save", {{"includeText", false}}}}},
            {"hoverProvider", true},
            {"completionProvider", {{"triggerCharacters", Json::array({"@", ">", ":", "\""})}}},
            {"definitionProvider", true},
            {"referencesProvider", true},
            {"documentHighlightProvider", true},
            {"renameProvider", {{"prepareProvider", true}}},
            {"documentSymbolProvider", true},
            {"foldingRangeProvider", true},
            {"documentFormattingProvider", true},
            {"codeActionProvider",
             {{"codeActionKinds", Json::array({"quickfix", "refactor.rewrite"})}}},
            {"semanticTokensProvider", {{"legend", token_legend()}, {"full", true}}},
            {"codeLensProvider", {{"resolveProvider", false}}},
            {"executeCommandProvider",
             {{"commands", Json::array({CheckCommandName, ExplainCommandName, ReportCommandName,
                                        RelaxCommandName, RepairCommandName})}}}};
  }

  // Requests.
  Answer initialize(const Json& params, const Json& /*id*/) {
    if (is_initialized_) return RpcError{InvalidRequest, "`initialize` comes once"};
    is_initialized_ = true;
    const Json& client = params.at("capabilities");
    can_refresh_ =
        client.at("workspace").at("codeLens").at("refreshSupport").truth().value_or(false);
    knows_trees_ = client.at("textDocument")
                       .at("documentSymbol")
                       .at("hierarchicalDocumentSymbolSupport")
                       .truth()
                       .value_or(false);
    const Json& workspace = client.at("workspace");
    can_apply_ = workspace.at("applyEdit").truth().value_or(false);
    knows_versions_ = workspace.at("workspaceEdit").at("documentChanges").truth().value_or(false);
    const Json::Array& folders = params.at("workspaceFolders").items();
    const auto root =
        folders.empty() ? params.at("rootUri").text() : folders.front().at("uri").text();
    if (root && is_file_uri(*root)) options_.settings.folder = path_of_uri(*root);
    options_.settings.take(params.at("initializationOptions"));
    return Json{{"capabilities", capabilities()},
                {"serverInfo", {{"name", "drover"}, {"version", version_with_commit()}}}};
  }
  Answer shutdown(const Json& /*params*/, const Json& /*id*/) {
    is_shut_down_ = true;
    for (auto& [uri, open] : documents_) open.verdicts.forget(jobs_);
    return Json(nullptr);
  }
  Answer document_symbols(const Json& params, const Json& /*id*/) {
    const OpenDocument* open = find(params);
    if (open == nullptr) return Json();
    return outline_json(open->document, knows_trees_ ? OutlineForm::Tree : OutlineForm::List);
  }
  Answer code_actions(const Json& params, const Json& /*id*/) {
    const OpenDocument* open = find(params);
    if (open == nullptr) return Json();
    Json out = actions_json(open->document, params.at("range"));
    const Json::Array& only = params.at("context").at("only").items();
    const bool is_wanted =
        only.empty() || std::ranges::any_of(only, [](const Json& kind) {
          const std::string name = kind.text().value_or("");
          return name.empty() || name == "refactor" || name == "refactor.rewrite";
        });
    if (!is_wanted) return out;
    for (Json& each : order_actions(open->document, options_.settings, open->verdicts)) {
      out.push_back(std::move(each));
    }
    return out;
  }
  Answer code_lenses(const Json& params, const Json& id) {
    OpenDocument* open = find(params);
    if (open == nullptr || !options_.settings.shows_lenses) return Json::array();
    // A text with errors, or a model: nothing to run.
    if (!open->document.analysis().can_run) return Json::array();
    if (open->verdicts.is_done()) return open->verdicts.lenses(open->document);
    open->verdicts.want(Clock::now() + Pause);
    if (can_refresh_) return open->verdicts.lenses(open->document);
    open->lens_requests.push_back(id);
    return Later{};
  }
  Answer execute_command(const Json& params, const Json& id) {
    const auto name = params.at("command").text();
    const Json::Array& arguments = params.at("arguments").items();
    const auto uri = arguments.empty() ? std::nullopt : arguments.front().text();
    const bool is_known = is_search(name.value_or("")) || name == CheckCommandName ||
                          name == ExplainCommandName || name == ReportCommandName;
    if (!is_known)
      return RpcError{InvalidParams, format("unknown command `{}`", name.value_or(""))};
    const OpenDocument* open = find(uri.value_or(""));
    if (open == nullptr) {
      return RpcError{InvalidParams, "the first argument is the address of an open document"};
    }
    const bool has_model = is_search(*name) && arguments.size() > 1;
    const std::string model = has_model ? arguments[1].text().value_or("") : "";
    std::string problem;
    const auto job = start_command(
        *name, open->document, model, options_.settings, jobs_,
        [this, id, command = *name, address = open->document.uri()](const CommandResult& result) {
          command_done(command, address, result, id);
        },
        problem);
    if (!job) return RpcError{RequestFailed, problem};
    commands_.push_back({id, *job, is_search(*name) ? open->document.uri() : ""});
    return Later{};
  }

  // Notifications.
  void ignore(const Json& /*params*/) {}
  void exit(const Json& /*params*/) { close(); }
  void did_open(const Json& params) {
    const Json& given = params.at("textDocument");
    const auto uri = given.at("uri").text();
    if (!uri) return;
    OpenDocument& open = documents_[*uri];
    open.document = Document(*uri, given.at("languageId").text().value_or(""),
                             given.at("version").whole_number().value_or(0),
                             given.at("text").text().value_or(""));
    text_changed(open);
  }
  void did_change(const Json& params) {
    OpenDocument* open = find(params);
    if (open == nullptr) return;
    for (const Json& change : params.at("contentChanges").items()) open->document.change(change);
    open->document.set_version(
        params.at("textDocument").at("version").whole_number().value_or(open->document.version()));
    text_changed(*open);
  }
  void did_close(const Json& params) {
    OpenDocument* open = find(params);
    if (open == nullptr) return;
    const std::string uri = open->document.uri();
    open->verdicts.forget(jobs_);
    drop_edits(uri, "closed");
    for (const Json& id : open->lens_requests) reply(id, RpcError{ContentModified, "closed"});
    documents_.erase(uri);
    std::erase(stale_, uri);
    notify("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", Json::array()}});
  }
  void did_change_configuration(const Json& params) {
    const Json& given = params.at("settings");
    options_.settings.take(given.at("drover").is_object() ? given.at("drover") : given);
    for (auto& [uri, open] : documents_) {
      open.verdicts.forget(jobs_);
      if (std::ranges::find(stale_, uri) == stale_.end()) stale_.push_back(uri);
    }
    refresh_lenses();
  }

  ServerOptions options_;
  Send send_;
  JobRunner jobs_;
  std::deque<Json> queue_;
  std::map<std::string, OpenDocument> documents_;  // by URI
  std::vector<std::string> stale_;                 // documents whose diagnostics are outdated
  std::vector<RunningCommand> commands_;
  bool is_initialized_ = false;
  bool is_shut_down_ = false;
  bool can_refresh_ = false;     // the editor can be told to refresh lenses
  bool knows_trees_ = false;     // of symbols
  bool can_apply_ = false;       // edits that we request
  bool knows_versions_ = false;  // of documents, in edits
  std::int64_t next_id_ = 1;     // of our own requests
  std::optional<int> exit_status_;
};

// Writes everything. False if the editor has gone.
bool write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      pollfd ready{STDOUT_FILENO, POLLOUT, 0};
      ::poll(&ready, 1, -1);
      continue;
    }
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

// Returns the available input. Nothing at the end of the stream.
std::optional<std::string> read_some() {
  std::array<char, 65536> bytes{};
  while (true) {
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count > 0) return std::string(bytes.data(), static_cast<std::size_t>(count));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return "";
    return std::nullopt;
  }
}

class Loop {
 public:
  explicit Loop(ServerOptions options)
      : server_(std::move(options), [this](const Json& message) {
          is_connected_ = is_connected_ && write_all(framed(message));
        }) {}

  int run() {
    while (!server_.exit_status()) {
      wait();
      take_input();
      server_.run_background();
      if (server_.has_work()) server_.work();
      const bool is_over = (is_at_end_ && !server_.has_work()) || !is_connected_;
      if (is_over) server_.close();
    }
    return *server_.exit_status();
  }

 private:
  void wait() {
    std::vector<pollfd> ready;
    if (!is_at_end_) ready.push_back({STDIN_FILENO, POLLIN, 0});
    for (const int each : server_.jobs().descriptors()) ready.push_back({each, POLLIN, 0});
    const int patience = server_.has_work() || is_at_end_ ? 0 : server_.patience();
    ::poll(ready.data(), ready.size(), patience);
    has_input_ = !is_at_end_ && ready.front().revents != 0;
  }

  void take_input() {
    // Reads all input, so that a request can be cancelled before its turn.
    while (has_input_) {
      const std::optional<std::string> bytes = read_some();
      is_at_end_ = !bytes;
      if (!bytes || bytes->empty()) break;
      reader_.feed(*bytes);
      pollfd ready{STDIN_FILENO, POLLIN, 0};
      has_input_ = ::poll(&ready, 1, 0) > 0;
    }
    while (auto frame = reader_.next()) server_.receive(*std::move(frame));
  }

  FrameReader reader_;
  bool is_connected_ = true;
  bool is_at_end_ = false;
  bool has_input_ = false;
  Server server_;
};

}  // namespace

int run_server(ServerOptions options) {
  // A failed `write` tells that the editor has gone.
  ::signal(SIGPIPE, SIG_IGN);
  return Loop(std::move(options)).run();
}

}  // namespace drover::lsp
