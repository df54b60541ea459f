#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lsp/commands.h"
#include "lsp/document.h"
#include "lsp/features.h"
#include "lsp/frames.h"
#include "lsp/jobs.h"
#include "lsp/verdicts.h"
#include "support/json.h"

namespace drover::lsp {

struct ServerOptions {
  std::string program;  // for background runs: this program
  Settings settings;
};

// The language server without streams: the caller passes messages and calls `work`. Messages wait
// in a queue, so that a request can be cancelled before its turn; diagnostics are computed when the
// queue is empty, once for many quick edits.
class Server {
 public:
  using Send = std::function<void(const Json&)>;
  using Clock = std::chrono::steady_clock;

  Server(ServerOptions options, Send send);

  // Queues a message from the stream.
  void receive(Frame frame);
  // Handles the end of the stream like `exit`.
  void close();

  [[nodiscard]] bool has_work() const { return !queue_.empty() || !stale_.empty(); }
  // Handles one message, or one postponed task.
  void work();
  // Starts due background processes and takes results.
  void run_background();
  // Returns the timeout of a poll in milliseconds; -1: none.
  [[nodiscard]] int patience() const;
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

  static const std::map<std::string, Handler>& handlers();
  static const std::map<std::string, NoteHandler>& note_handlers();

  void handle(const Json& message);
  void handle_request(const std::string& method, const Json& params, const Json& id);
  void reply(const Json& id, const Answer& answer);
  void notify(std::string_view method, Json params);
  void cancel(const Json& id);

  // Returns the open document that a message is about; null if it is not open.
  [[nodiscard]] OpenDocument* find(const std::string& uri);
  [[nodiscard]] OpenDocument* find(const Json& params);
  void text_changed(OpenDocument& open);
  void publish(const std::string& uri);
  void refresh_lenses();
  // Cancels searches whose edits would change an outdated text.
  void drop_edits(const std::string& uri, const std::string& why);
  void command_done(const std::string& name, const std::string& uri, CommandResult result,
                    const Json& id);
  // Requests the edit of a search, or adds it to the result.
  void send_edit(const Document& document, CommandResult& result);
  void start_due_verdicts();
  void verdicts_done(const std::string& uri);
  [[nodiscard]] Json capabilities() const;

  // Requests.
  Answer initialize(const Json& params, const Json& id);
  Answer shutdown(const Json& params, const Json& id);
  Answer document_symbols(const Json& params, const Json& id);
  Answer code_actions(const Json& params, const Json& id);
  Answer code_lenses(const Json& params, const Json& id);
  Answer execute_command(const Json& params, const Json& id);

  // Notifications.
  void ignore(const Json& params);
  void exit(const Json& params);
  void did_open(const Json& params);
  void did_change(const Json& params);
  void did_close(const Json& params);
  void did_change_configuration(const Json& params);

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

// Serves the protocol on standard input and output until the editor ends it. Returns the exit
// status: 0 after a shutdown, else 1.
[[nodiscard]] int run_server(ServerOptions options);

}  // namespace drover::lsp
