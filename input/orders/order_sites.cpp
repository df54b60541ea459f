#include "input/orders/order_sites.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <set>
#include <utility>

#include "frontend/ast_walk.h"
#include "input/orders/c_order_sites.h"
#include "input/orders/order_trials.h"
#include "semantics/lower/lower_ast.h"
#include "semantics/passes/spawned_threads.h"
#include "semantics/program/instruction_tags.h"
#include "support/check.h"
#include "support/format.h"
#include "support/overloaded.h"

namespace drover::input {

namespace {

using orders::Site;
using orders::SiteKind;
using orders::Strength;

// ---- Accesses of the instructions

// Atomic accesses and fences by their place in the source.
AccessesByPlace accesses_of(const Program& program) {
  AccessesByPlace out;
  for (const Instruction* at : all_instructions(program)) {
    const std::optional<ModedInstruction> found = moded(*at);
    if (!found) continue;
    const auto [known, is_new] = out.try_emplace(
        {at->source.begin, at->source.end},
        AccessAtPlace{found->kind, found->mode, found->failure_mode.value_or(found->mode), true,
                      at->source, scope_of(*at)});
    if (!is_new && known->second.kind != found->kind) known->second.is_unique = false;
  }
  return out;
}

bool has_non_atomic_cells(const Program& program) {
  const auto is_na = [](const auto& each) { return each.is_non_atomic; };
  return std::ranges::any_of(program.objects, is_na) ||
         std::ranges::any_of(program.structs, [&](const StructLayout& layout) {
           return std::ranges::any_of(layout.fields, is_na);
         });
}

// ---- Core programs

// Walks the desugared tree in the order of lowering, and notes every place that has a mode or could
// have one. A short-lived worker.
class CoreSites {
 public:
  CoreSites(const Subject& subject, const orders::ModelOrders& model, OrderSites& out)
      : out_(out),
        checked_(*subject.desugared()),
        ast_(checked_.ast),
        source_(*subject.source),
        model_(model),
        accesses_(accesses_of(*subject.program)),
        has_non_atomic_cells_(has_non_atomic_cells(*subject.program)) {}

  void find() {
    for (const ast::Item& item : ast_.items) {
      std::visit(overloaded{[&](const ast::FunctionItem& n) { body(n.name.text, n.body); },
                            [&](const ast::ThreadItem& n) { body(n.name.text, n.body); },
                            [&](const ast::InitItem& n) { body("init", n.body); },
                            [&](const ast::FinalItem& n) { body("final", n.body); },
                            [](const auto& /*no code*/) {}},
                 item.node);
    }
  }

 private:
  void body(const std::string& name, ast::StmtId id) {
    group_ = name;
    statement(id);
  }

  void statement(ast::StmtId id) {
    const SourceRange at = ast_[id].range;
    const ast::StatementNode& node = ast_[id].node;
    if (const auto* store = std::get_if<ast::Store>(&node)) {
      expressions_below(node);
      note_store(*store, at);
      return;
    }
    if (const auto* fence = std::get_if<ast::Fence>(&node)) {
      note({.kind = PlaceKind::Fence, .mode = mode_or_behind_word(fence->mode, at), .whole = at},
           SiteKind::Fence, fence->mode, {at});
      return;
    }
    // If a statement assigns the value of an expression directly, the access has its place.
    direct_ = direct_value(node);
    direct_range_ = at;
    ast::for_each_child(node, [&](auto child) {
      if constexpr (std::is_same_v<decltype(child), ast::StmtId>) {
        statement(child);
      } else {
        expression(child);
      }
    });
  }

  static ast::ExprId direct_value(const ast::StatementNode& node) {
    return std::visit(overloaded{[](const ast::Assign& n) { return n.value; },
                                 [](const ast::Evaluate& n) { return n.expression; },
                                 [](const ast::Return& n) { return n.value; },
                                 [](const ast::MarkedCall& n) { return n.call; },
                                 [](const auto& /*other*/) { return ast::ExprId(); }},
                      node);
  }

  void expressions_below(const auto& node) {
    ast::for_each_child(node, [&](auto child) {
      if constexpr (std::is_same_v<decltype(child), ast::ExprId>) expression(child);
    });
  }

  // Visits inner expressions first: this is the order of evaluation and of edits.
  void expression(ast::ExprId id) {
    const ast::ExpressionNode& node = ast_[id].node;
    const SourceRange at = ast_[id].range;
    std::vector<SourceRange> sources{at};
    if (id == direct_) sources.push_back(direct_range_);
    const bool is_await = is_one_of<ast::Await, ast::AwaitExchange>(node);
    const auto* pointer = std::get_if<ast::Dereference>(&node);
    if (pointer != nullptr) pointers_.insert(pointer->pointer.value);
    // Locations in the condition of an await stand for the value read.
    if (!is_await) expressions_below(node);
    std::visit(
        overloaded{
            [&](const ast::Load& n) { note_load(n, id, sources); },
            [&](const ast::ReadModifyWrite& n) {
              note_operation(n.mode, SiteKind::Update, sources);
            },
            [&](const ast::CompareAndSwap& n) { note_update(n.mode, n.failure_mode, sources); },
            [&](const ast::Await& n) { note_operation(n.mode, SiteKind::Load, sources); },
            [&](const ast::AwaitExchange& n) { note_update(n.mode, n.failure_mode, sources); },
            [](const auto& /*no access*/) {}},
        node);
  }

  void note_load(const ast::Load& n, ast::ExprId id, const std::vector<SourceRange>& sources) {
    const SourceRange at = ast_[id].range;
    if (!is_known_cell(n.place) && n.mode.is_absent())
      return out_.left_alone.push_back({at, LeftAlone::NotWritten});
    const SourceRange place = ast_[n.place].range;
    const bool is_sugar = at.begin == place.begin && at.end == place.end;
    if (!is_sugar || !n.mode.is_absent()) return note_operation(n.mode, SiteKind::Load, sources);
    // `*p@m` is a mode of `*p`, not of `p`.
    const bool is_pointer = pointers_.contains(id.value);
    const bool is_enclosed = source_.text().compare(at.end, 1, ")") == 0;
    note({.kind = is_pointer && !is_enclosed ? PlaceKind::Enclosed : PlaceKind::LeftOut,
          .mode = behind(at),
          .whole = at},
         SiteKind::Load, n.mode, sources);
  }

  void note_store(const ast::Store& n, SourceRange at) {
    if (!is_known_cell(n.place) && n.mode.is_absent())
      return out_.left_alone.push_back({at, LeftAlone::NotWritten});
    const SourceRange place = ast_[n.place].range;
    const bool is_sugar = at.begin == place.begin;
    if (!is_sugar || !n.mode.is_absent()) return note_operation(n.mode, SiteKind::Store, {at});
    note({.kind = PlaceKind::LeftOut, .mode = behind(place), .whole = at}, SiteKind::Store, n.mode,
         {at});
  }

  // Notes an operation that begins with a word: `cas`, `load`, …
  void note_operation(const ast::ModeName& mode, SiteKind kind,
                      const std::vector<SourceRange>& sources) {
    note({.kind = mode.is_absent() ? PlaceKind::LeftOut : PlaceKind::Written,
          .mode = mode_or_behind_word(mode, sources.front()),
          .whole = sources.front()},
         kind, mode, sources);
  }
  void note_update(const ast::ModeName& mode, const ast::ModeName& failure_mode,
                   const std::vector<SourceRange>& sources) {
    note_operation(mode, SiteKind::Update, sources);
    if (failure_mode.is_absent()) return;
    note({.kind = PlaceKind::Written, .mode = whole_mode(failure_mode), .whole = sources.front()},
         SiteKind::Failure, failure_mode, sources);
  }

  // True if an access without a mode is known statically to be atomic.
  [[nodiscard]] bool is_known_cell(ast::ExprId place) const {
    if (!has_non_atomic_cells_) return true;
    const ast::ExpressionNode& node = ast_[place].node;
    if (std::holds_alternative<ast::Dereference>(node)) return false;
    const auto* index = std::get_if<ast::Index>(&node);
    return index == nullptr || checked_[index->base].kind == NameKind::SharedArray;
  }

  void note(const ModePlace& place, SiteKind kind, const ast::ModeName& mode,
            const std::vector<SourceRange>& sources) {
    // `unlock` is a store whose mode is not written.
    if (!mode.is_absent() && source_.text(mode.range) != mode.text) return;
    for (const SourceRange& source : sources) {
      const auto found = accesses_.find({source.begin, source.end});
      // Code that no thread runs has no instructions.
      if (found == accesses_.end()) continue;
      const AccessAtPlace& access = found->second;
      if (!access.is_unique) continue;
      const bool is_kind =
          access.kind == kind || (access.kind == SiteKind::Update && kind == SiteKind::Failure);
      const Mode now = kind == SiteKind::Failure ? access.failure_mode : access.mode;
      if (!is_kind || now == Mode::Na) continue;
      const bool is_weakest = now == Mode::Plain && !model_.plain_is_sc;
      Site site{.kind = kind,
                .sources = sources,
                .now = is_weakest           ? orders::Nothing
                       : now == Mode::Plain ? orders::all_of(kind)
                                            : orders::strength_of(now, kind),
                .is_plain = is_weakest,
                .is_pinned = mode.is_pinned,
                .group = group_};
      if (kind != SiteKind::Failure && !is_weakest) add_scope(access.scope, site);
      out_.sites.push_back(std::move(site));
      out_.places.push_back({place});
      return;
    }
  }

  void add_scope(const TagSet& scope, Site& site) const {
    if (checked_.scopes == nullptr) return;
    site.scopes = checked_.scopes->levels();
    site.is_scope_written = !scope.is_empty();
    std::size_t level = 0;
    while (site.is_scope_written && scope_tag(site.scopes[level]) != scope) ++level;
    site.now = static_cast<Strength>(site.now | orders::reach_of(level, site.scopes.size()));
  }

  // Returns the mode with its scope.
  [[nodiscard]] SourceRange whole_mode(const ast::ModeName& mode) const {
    const std::uint32_t end = mode.scope.is_absent() ? mode.range.end : mode.scope.range.end;
    return source_.range(mode.range.begin, end);
  }
  [[nodiscard]] SourceRange behind(SourceRange at) const { return source_.range(at.end, at.end); }
  // Returns the mode, or the place after the first word of an operation.
  [[nodiscard]] SourceRange mode_or_behind_word(const ast::ModeName& mode, SourceRange at) const {
    if (!mode.is_absent()) return whole_mode(mode);
    const std::string& text = source_.text();
    const auto word_end = [&](std::size_t from) {
      while (from < text.size() && std::isalnum(static_cast<unsigned char>(text[from])) != 0) {
        ++from;
      }
      return from;
    };
    std::size_t end = word_end(at.begin);
    if (text.compare(at.begin, end - at.begin, "assume") == 0) {
      end = word_end(std::min(text.find("await", end), text.find("xchgawait", end)));
    }
    return source_.range(end, end);
  }

  OrderSites& out_;
  const CheckedProgram& checked_;
  const Ast& ast_;
  const SourceBuffer& source_;
  const orders::ModelOrders& model_;
  AccessesByPlace accesses_;
  bool has_non_atomic_cells_;
  std::string group_;
  ast::ExprId direct_;
  SourceRange direct_range_;
  std::set<std::uint32_t> pointers_;  // expressions whose value is dereferenced with `*`
};

// ---- New fences

// Puts a fence of mode rlx before every statement of threads and functions that accesses memory
// itself. So any two accesses have a place for a fence between them.
class FencePlaces {
 public:
  FencePlaces(const Subject& subject, OrderSites& out)
      : program_(*subject.desugared()), source_(*subject.source), out_(out) {}

  [[nodiscard]] CheckedProgram run() {
    const std::vector<ast::Item> items = program_.ast.items;
    for (const ast::Item& item : items) {
      if (const auto* function = std::get_if<ast::FunctionItem>(&item.node)) {
        group_ = function->name.text;
        block(function->body);
      } else if (const auto* thread = std::get_if<ast::ThreadItem>(&item.node)) {
        group_ = thread->name.text;
        block(thread->body);
      }
    }
    return std::move(program_);
  }

 private:
  void block(ast::StmtId id) {
    auto* node = std::get_if<ast::Block>(&program_.ast[id].node);
    if (node == nullptr) return below(id);
    const bool has_braces = source_.text(program_.ast[id].range).starts_with("{");
    std::vector<ast::StmtId> statements;
    const std::vector<ast::StmtId> old = node->statements;
    for (const ast::StmtId each : old) {
      if (accesses(each)) statements.push_back(fence_before(each, has_braces));
      statements.push_back(each);
      below(each);
    }
    // Adding a fence may have moved the node.
    std::get<ast::Block>(program_.ast[id].node).statements = std::move(statements);
  }

  void below(ast::StmtId id) {
    const ast::StatementNode node = program_.ast[id].node;
    // A fence does not fit between the parentheses of a `for`.
    if (const auto* loop = std::get_if<ast::For>(&node)) return block(loop->body);
    if (std::holds_alternative<ast::Block>(node)) return block(id);
    ast::for_each_child(node, [&](auto child) {
      if constexpr (std::is_same_v<decltype(child), ast::StmtId>) block(child);
    });
  }

  ast::StmtId fence_before(ast::StmtId statement, bool has_braces) {
    const SourceRange whole = program_.ast[statement].range;
    const SourceRange at = source_.range(whole.begin, whole.begin);
    Site site{.kind = SiteKind::Fence, .sources = {at}, .is_new = true, .group = group_};
    if (program_.scopes != nullptr) site.scopes = program_.scopes->levels();
    out_.sites.push_back(std::move(site));
    out_.places.push_back({{.kind = has_braces ? PlaceKind::NewFence : PlaceKind::NewBlock,
                            .mode = at,
                            .whole = whole}});
    return program_.ast.add(ast::StatementNode(ast::Fence{ast::ModeName{{"rlx", at}}}), at);
  }

  // True if the statement accesses memory itself, before any statement inside it does.
  [[nodiscard]] bool accesses(ast::StmtId id) const {
    const ast::StatementNode& node = program_.ast[id].node;
    if (is_one_of<ast::Store, ast::Lock, ast::Free>(node)) return true;
    if (std::holds_alternative<ast::DoWhile>(node)) return false;
    if (const auto* labelled = std::get_if<ast::Labelled>(&node)) return accesses(labelled->body);
    if (const auto* loop = std::get_if<ast::For>(&node)) {
      if (!loop->start.is_none() && accesses(loop->start)) return true;
      return !loop->condition.is_none() && has_access(loop->condition);
    }
    bool found = false;
    ast::for_each_child(node, [&](auto child) {
      if constexpr (std::is_same_v<decltype(child), ast::ExprId>) found |= has_access(child);
    });
    return found;
  }
  [[nodiscard]] bool has_access(ast::ExprId root) const {
    bool found = false;
    ast::for_each_expression(program_.ast, root, [&](ast::ExprId id) {
      found |= is_one_of<ast::Load, ast::ReadModifyWrite, ast::CompareAndSwap, ast::Await,
                         ast::AwaitExchange>(program_.ast[id].node);
    });
    return found;
  }

  CheckedProgram program_;
  const SourceBuffer& source_;
  OrderSites& out_;
  std::string group_;
};

// ---- Litmus tests of GPUs

// Their scopes are words of the mnemonics: `st.release.gpu x, 1`.
void find_litmus_scopes(const Subject& subject, OrderSites& out) {
  const Program& program = *subject.program;
  const ScopeWords* words = find_scope_words(program.architecture);
  if (words == nullptr) return;
  const std::string& text = subject.source->text();
  for (const Thread& thread : program.threads) {
    for (const Instruction& each : thread.code) {
      const TagSet scope = scope_of(each);
      const std::optional<ModedInstruction> access = moded(each);
      if (scope.is_empty() || !access) continue;
      std::size_t level = 0;
      while (scope_tag(words->levels()[level]) != scope) ++level;
      const std::string word = format(".{}", words->levels()[level]);
      const std::size_t at = text.find(word, each.source.begin);
      if (at >= each.source.end) continue;
      const Strength reach = orders::reach_of(level, words->count);
      const Strength effects = orders::strength_of(access->mode, access->kind);
      out.sites.push_back({.kind = access->kind,
                           .sources = {each.source},
                           .now = static_cast<Strength>(effects | reach),
                           .scopes = words->levels(),
                           .is_scope_written = true,
                           .is_scope_only = true,
                           .group = thread.name});
      const auto begin = static_cast<std::uint32_t>(at + 1);
      const auto end = static_cast<std::uint32_t>(at + word.size());
      out.places.push_back({{.kind = PlaceKind::Scope,
                             .mode = subject.source->range(begin, end),
                             .whole = each.source}});
    }
  }
}

void add_fences(const Subject& subject, OrderSites& out) {
  const CheckedProgram with_fences = FencePlaces(subject, out).run();
  DiagnosticSink sink;
  std::optional<Program> program = lowering::lower(with_fences, *subject.source, sink);
  DROVER_CHECK(program.has_value(), "fences do not make a program too large");
  program->file = subject.path;
  passes::add_spawned_threads(*program, subject.max_threads);
  out.program = *std::move(program);
}

// Sorts the sites by their place in the text.
void sort_by_place(OrderSites& out) {
  std::vector<std::size_t> order(out.sites.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) {
    const ModePlace& place = out.places[i].front();
    return std::pair(place.whole.begin, out.sites[i].is_new ? 0 : 1);
  });
  const std::vector<Site> sites = std::exchange(out.sites, {});
  const std::vector<std::vector<ModePlace>> places = std::exchange(out.places, {});
  for (const std::size_t i : order) {
    out.sites.push_back(sites[i]);
    out.places.push_back(places[i]);
  }
}

// ---- Text

// Returns the end behind the `;`, which the range of some statements leaves out.
std::uint32_t end_of_statement(const std::string& text, SourceRange whole) {
  const char last = text[whole.end - 1];
  if (last == ';' || last == '}') return whole.end;
  std::size_t end = whole.end;
  while (end < text.size() && (text[end] == ' ' || text[end] == '\t' || text[end] == '\n')) ++end;
  return end < text.size() && text[end] == ';' ? static_cast<std::uint32_t>(end + 1) : whole.end;
}

// `fence`: a fence statement of this mode.
void add_edits(const std::string& text, const ModePlace& place, const Site& site, Strength strength,
               const std::string& fence, std::vector<TextEdit>& edits) {
  const bool is_absent =
      site.kind == SiteKind::Fence && orders::effects_of(strength) == orders::Nothing;
  if (site.is_new && is_absent) return;
  const std::string mode = orders::mode_text(site, strength);
  const auto insert = [&](std::uint32_t at, std::string what) {
    edits.push_back({at, at, std::move(what)});
  };
  switch (place.kind) {
    case PlaceKind::Written:
    case PlaceKind::LeftOut:
    case PlaceKind::Fence:
      if (place.kind == PlaceKind::Fence && is_absent) {
        edits.push_back(removed_statement(text, place.whole));
      } else if (place.mode.begin == place.mode.end) {
        insert(place.mode.begin, "@" + mode);
      } else {
        edits.push_back({place.mode.begin, place.mode.end, mode});
      }
      return;
    case PlaceKind::Scope:
      edits.push_back(
          {place.mode.begin, place.mode.end, std::string(orders::scope_at(site, strength))});
      return;
    case PlaceKind::Enclosed:
      insert(place.whole.begin, "(");
      insert(place.mode.begin, format("@{})", mode));
      return;
    case PlaceKind::NewFence:
    case PlaceKind::NewEnd: {
      const auto begin = line_begin_if_first(text, place.whole.begin);
      const std::string blanks =
          begin ? "\n" + text.substr(*begin, place.whole.begin - *begin) : " ";
      const bool is_indented = begin && place.kind == PlaceKind::NewEnd;
      insert(place.whole.begin, (is_indented ? "  " : "") + fence + blanks);
      return;
    }
    case PlaceKind::NewBlock:
      insert(place.whole.begin, format("{{ {} ", fence));
      insert(end_of_statement(text, place.whole), " }");
      return;
    case PlaceKind::NewEndBlock:
      insert(place.whole.begin, "{ ");
      insert(end_of_statement(text, place.whole), format(" {} }}", fence));
      return;
    case PlaceKind::CallOrder:
    case PlaceKind::CallWithoutOrder:
    case PlaceKind::CallFence:
      std::ranges::move(c_edits(text, place, strength), std::back_inserter(edits));
      return;
  }
}

}  // namespace

std::string file_text(const Subject& subject) {
  const auto& parts = subject.source->parts();
  const std::string& text = subject.source->text();
  return parts.size() > 1 ? text.substr(0, parts[1].begin) : text;
}

OrderSites order_sites(const Subject& subject, const orders::ModelOrders& model,
                       OrderChanges changes) {
  OrderSites out{*subject.program, {}, {}, {}};
  if (subject.kind() == SubjectKind::C) {
    const CopiesApart apart = find_c_sites(subject, accesses_of(*subject.program), out);
    if (changes == OrderChanges::AndFences) add_c_fences(subject, out);
    tell_apart(apart, out.program);
  } else if (subject.is_litmus()) {
    find_litmus_scopes(subject, out);
  } else {
    CoreSites(subject, model, out).find();
    if (changes == OrderChanges::AndFences) add_fences(subject, out);
  }
  sort_by_place(out);
  const std::vector<std::size_t> became = orders::merge_symmetric(out.program, out.sites);
  std::vector<std::vector<ModePlace>> places(out.sites.size());
  for (std::size_t i = 0; i < became.size(); ++i) {
    places[became[i]].insert(places[became[i]].end(), out.places[i].begin(), out.places[i].end());
  }
  out.places = std::move(places);
  return out;
}

namespace {

// Returns the strength of a mode in the source: the union over the sites that share it.
Strength strength_at(const OrderSites& sites, std::size_t site, const orders::Assignment& after) {
  const std::uint32_t link = sites.sites[site].link;
  Strength strength = after[site];
  for (std::size_t i = 0; i < sites.sites.size() && link != 0; ++i) {
    if (sites.sites[i].link == link) strength = static_cast<Strength>(strength | after[i]);
  }
  return strength;
}

std::vector<TextEdit> edits_for(const Subject& subject, const OrderSites& sites,
                                const orders::Assignment& before, const orders::Assignment& after) {
  const std::string& text = subject.source->text();
  struct Change {
    const ModePlace* place;
    const Site* site;
    Strength strength;
  };
  std::vector<Change> changes;
  for (std::size_t i = 0; i < sites.sites.size(); ++i) {
    const Strength strength = strength_at(sites, i, after);
    // A follower's edit is made at the site that it follows.
    if (sites.sites[i].is_follower || strength == strength_at(sites, i, before)) continue;
    for (const ModePlace& place : sites.places[i]) {
      changes.push_back({&place, &sites.sites[i], strength});
    }
  }
  // Fences come before all other edits at their places. Of accesses with the same end, the inner
  // access comes first.
  std::ranges::stable_sort(changes, {}, [](const Change& change) {
    const PlaceKind kind = change.place->kind;
    // A fence before a closing brace comes after edits that end there.
    const int rank = kind == PlaceKind::NewEnd ? 1 : is_new_fence(kind) ? 0 : 2;
    return std::pair(rank, -std::int64_t{change.place->whole.begin});
  });
  std::vector<TextEdit> edits;
  for (const Change& change : changes) {
    const std::string fence =
        subject.kind() == SubjectKind::C
            ? c_fence(subject, change.place->whole, change.strength)
            : format("fence@{};", orders::mode_text(*change.site, change.strength));
    add_edits(text, *change.place, *change.site, change.strength, fence, edits);
  }
  return edits;
}

}  // namespace

std::vector<SourcePart> files_with_modes(const Subject& subject, const OrderSites& sites,
                                         const orders::Assignment& before,
                                         const orders::Assignment& after) {
  std::vector<SourcePart> out =
      edited_files(*subject.source, edits_for(subject, sites, before, after));
  const std::string& name = subject.source->name();
  if (out.empty() || out.front().name != name) out.insert(out.begin(), {name, file_text(subject)});
  return out;
}

std::string with_modes(const Subject& subject, const OrderSites& sites,
                       const orders::Assignment& before, const orders::Assignment& after) {
  return files_with_modes(subject, sites, before, after).front().text;
}

}  // namespace drover::input
