#include "drawing/history_picture.h"

#include <algorithm>
#include <bit>
#include <map>

#include "drawing/writers.h"
#include "explorer/findings/history_errors.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::drawing {

namespace {

using histories::Calls;
using histories::has;
using histories::just;

// Returns, by call, the calls that the client orders before it: closed under transitivity, with the
// begins and ends of calls.
std::vector<Calls> calls_before(const histories::HistoryFault& fault) {
  std::vector<Calls> before = fault.history.before;
  for (const auto& [first, second] : fault.client) before[second] |= just(first);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (Calls& calls : before) {
      const Calls old = calls;
      for (Calls left = old; left != 0; left &= left - 1) {
        calls |= before[static_cast<std::size_t>(std::countr_zero(left))];
      }
      has_changed |= calls != old;
    }
  }
  return before;
}

// Places begins and ends at steps of time: calls overlap as far as their order lets them. A
// short-lived worker.
class Placing {
 public:
  Placing(const histories::HistoryFault& fault, std::vector<CallInterval>& calls)
      : history_(fault.history), before_(calls_before(fault)), calls_(calls) {}

  std::size_t run() {
    begin_ready();
    while (std::popcount(begun_) < static_cast<int>(calls_.size())) {
      end_all(fewest_missing());
      begin_ready();
    }
    return finish();
  }

  // The same in an order: each call has its point there.
  std::size_t run(const histories::Order& order) {
    for (const std::uint8_t call : order) {
      // The calls before it have their points further left, and have ended.
      if (!has(begun_, call)) begin_ready();
      calls_[call].point = ++now_;
      Calls later = 0;
      for (std::size_t i = 0; i < calls_.size(); ++i) {
        if (has(before_[i], call)) later |= just(i);
      }
      if (later != 0) end_all(just(call));
    }
    begin_ready();
    return finish();
  }

 private:
  // Ends the calls that return; gives the number of steps.
  std::size_t finish() {
    ++now_;
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      if (!has(ended_, i) && !history_.calls[i].is_pending) calls_[i].end = now_;
    }
    return now_ + 1;
  }

  [[nodiscard]] bool is_ready(std::size_t call) const {
    return !has(begun_, call) && (before_[call] & ~ended_) == 0;
  }
  void begin_ready() {
    bool has_some = false;
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      if (!is_ready(i)) continue;
      calls_[i].begin = has_some ? now_ : (now_ += begun_ == 0 ? 0 : 1);
      has_some = true;
      begun_ |= just(i);
    }
  }
  void end_all(Calls calls) {
    ++now_;
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      if (!has(calls, i) || has(ended_, i)) continue;
      calls_[i].end = now_;
      ended_ |= just(i);
    }
  }
  // Returns the calls that have to end before one more can begin.
  [[nodiscard]] Calls fewest_missing() const {
    Calls best = 0;
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      const Calls missing = before_[i] & ~ended_;
      if (has(begun_, i) || (missing & ~begun_) != 0) continue;
      if (best == 0 || std::popcount(missing) < std::popcount(best)) best = missing;
    }
    return best;
  }

  const histories::History& history_;
  std::vector<Calls> before_;
  std::vector<CallInterval>& calls_;
  Calls begun_ = 0;
  Calls ended_ = 0;
  std::size_t now_ = 0;
};

}  // namespace

HistoryPicture picture_of(const histories::HistoryFault& fault, const SpecifiedObject& object,
                          const GraphNames& names) {
  HistoryPicture out;
  std::map<ThreadId, std::size_t> rows;
  for (const histories::Call& call : fault.history.calls) {
    const auto [row, is_new] = rows.try_emplace(call.thread, out.threads.size());
    if (is_new) out.threads.push_back(names.threads[call.thread.value]);
    out.calls.push_back({.text = call_text(call, object, names),
                         .thread = row->second,
                         .begin = 0,
                         .end = {},
                         .point = {}});
    std::string& text = out.calls.back().text;
    text.resize(text.size() - (" by " + out.threads[row->second]).size());
    // A waiting call keeps the words, without the last comma.
    if (call.is_waiting) {
      text.pop_back();
    } else if (call.is_pending) {
      text.resize(text.size() - std::string_view(", unfinished,").size());
    }
  }
  const histories::Order& order = fault.orders.order_with_missing;
  out.steps =
      order.empty() ? Placing(fault, out.calls).run() : Placing(fault, out.calls).run(order);
  return out;
}

std::optional<HistoryPicture> picture_of(const ReportedError& error,
                                         const ExplorationResult& result, const MemoryModel& model,
                                         ClientOrders clients) {
  if (error.kind != ErrorKind::Linearizability) return std::nullopt;
  histories::HistoryCheck check(*result.automata, model, clients);
  const auto fault = check.find_fault(error.graph, waiting_threads(error));
  if (!fault) return std::nullopt;
  const Program& program = result.automata->program();
  return picture_of(*fault, program.specified[fault->object], result.names);
}

std::optional<HistoryPicture> picture_of_calls(const ExecutionGraph& graph,
                                               const ExplorationResult& result,
                                               const MemoryModel& model, std::size_t object) {
  auto calls = histories::calls_of(graph, *result.automata, object);
  if (!calls || calls->empty() || !histories::orders_calls(model)) return std::nullopt;
  histories::HistoryFault shown;
  shown.history = histories::history_of(*std::move(calls), graph, model,
                                        histories::knowledge_order(graph, model));
  const Program& program = result.automata->program();
  const auto specification = histories::make_sequential(program, object);
  histories::Patience patience;
  shown.orders = histories::find_legal_orders(shown.history, *specification,
                                              histories::Wanted::OneOrder, patience);
  if (!shown.orders.kept.empty()) shown.orders.order_with_missing = shown.orders.kept.front();
  return picture_of(shown, program.specified[object], result.names);
}

namespace {

// Returns, by step, the column of text: the text of each call fits between its bars.
std::vector<std::size_t> columns_of(const HistoryPicture& picture) {
  std::vector<std::size_t> columns(picture.steps + 1, 0);
  for (std::size_t step = 1; step <= picture.steps; ++step) {
    columns[step] = columns[step - 1] + 2;
    for (const CallInterval& call : picture.calls) {
      const std::size_t end = call.end.value_or(picture.steps);
      if (end == step) {
        columns[step] = std::max(columns[step], columns[call.begin] + call.text.size() + 5);
      }
    }
  }
  return columns;
}

}  // namespace

std::string history_as_text(const HistoryPicture& picture) {
  const std::vector<std::size_t> columns = columns_of(picture);
  std::size_t width = 0;
  for (const std::string& name : picture.threads) width = std::max(width, name.size());
  std::string out;
  for (std::size_t row = 0; row < picture.threads.size(); ++row) {
    std::string line(columns.back() + 1, ' ');
    std::string points(columns.back() + 1, ' ');
    for (const CallInterval& call : picture.calls) {
      if (call.thread != row) continue;
      const std::size_t begin = columns[call.begin];
      const std::size_t end = columns[call.end.value_or(picture.steps)];
      for (std::size_t i = begin; i <= end; ++i) line[i] = '-';
      line[begin] = '|';
      line[end] = call.end ? '|' : '>';
      const std::size_t text = begin + (end - begin - call.text.size()) / 2;
      line[text - 1] = ' ';
      line.replace(text, call.text.size(), call.text);
      line[text + call.text.size()] = ' ';
      if (call.point) points[columns[*call.point]] = '^';
    }
    const auto add = [&](const std::string& name, std::string text) {
      while (text.ends_with(' ')) text.pop_back();
      if (!text.empty())
        out += format("{}{}  {}\n", name, std::string(width - name.size(), ' '), text);
    };
    add(picture.threads[row], line);
    add("", points);
  }
  return out;
}

std::string history_as_svg(const HistoryPicture& picture) {
  constexpr std::size_t Character = 8;
  constexpr std::size_t RowHeight = 44;
  constexpr std::size_t Margin = 12;
  const std::vector<std::size_t> columns = columns_of(picture);
  std::size_t name_width = 0;
  for (const std::string& name : picture.threads) name_width = std::max(name_width, name.size());
  const std::size_t left = Margin + (name_width + 2) * Character;
  const auto x_of = [&](std::size_t step) { return left + columns[step] * Character; };
  const std::size_t width = x_of(picture.steps) + 2 * Margin;
  const std::size_t height = Margin * 2 + picture.threads.size() * RowHeight;
  std::string out = format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"monospace\" font-size=\"13\">\n<rect width=\"{0}\" height=\"{1}\" "
      "fill=\"white\"/>\n",
      width, height);
  for (std::size_t row = 0; row < picture.threads.size(); ++row) {
    const std::size_t y = Margin + row * RowHeight + RowHeight / 2;
    out += format("<text x=\"{}\" y=\"{}\">{}</text>\n", Margin, y + 4,
                  xml_escaped(picture.threads[row]));
  }
  for (const CallInterval& call : picture.calls) {
    const std::size_t y = Margin + call.thread * RowHeight + RowHeight / 2;
    const std::size_t begin = x_of(call.begin);
    const std::size_t end = x_of(call.end.value_or(picture.steps));
    out += format(
        "<path d=\"M {0} {2} H {1} M {0} {3} V {4}{5}\" stroke=\"black\" fill=\"none\"/>\n", begin,
        end, y + 8, y + 2, y + 14, call.end ? format(" M {} {} V {}", end, y + 2, y + 14) : "");
    out += format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", (begin + end) / 2,
                  y, xml_escaped(call.text));
    if (call.point) {
      out += format("<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"#c03020\"/>\n", x_of(*call.point),
                    y + 8);
    }
  }
  return out + "</svg>\n";
}

WrittenPicture draw_calls(const std::vector<HistoryPicture>& pictures, PictureFormat format) {
  if (format == PictureFormat::Text) {
    std::string text;
    for (const HistoryPicture& each : pictures) {
      text += (text.empty() ? "" : "\n") + history_as_text(each);
    }
    return {std::move(text), ""};
  }
  if (pictures.size() > 1) return {"", "calls of several objects are drawn as text: -f text"};
  if (format != PictureFormat::Svg) return {"", "calls are drawn as text or SVG"};
  return {history_as_svg(pictures.front()), ""};
}

}  // namespace drover::drawing
