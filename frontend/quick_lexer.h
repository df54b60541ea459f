#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "antlr4-runtime.h"

// A lexer of ANTLR that looks up its automaton in tables. Private to the parsers.
//
// ANTLR keeps the edges of the automaton in hash tables behind a lock, and asks for them through
// virtual functions: for short texts this takes longer than everything else that is done to them.
namespace drover {

// A text of ASCII characters.
class AsciiStream final : public antlr4::CharStream {
 public:
  // The text must outlive this.
  explicit AsciiStream(std::string_view text) : text_(text) {}

  void consume() override {
    if (at_ == text_.size()) throw antlr4::IllegalStateException("cannot consume EOF");
    ++at_;
  }
  size_t LA(ssize_t i) override {
    if (i == 0) return 0;
    const ssize_t ahead =
        i > 0 ? i - 1 : i;  // LA(1) is the current character, LA(-1) the one before
    const ssize_t place = static_cast<ssize_t>(at_) + ahead;
    if (place < 0 || place >= static_cast<ssize_t>(text_.size())) return End;
    return static_cast<unsigned char>(text_[static_cast<std::size_t>(place)]);
  }
  ssize_t mark() override { return -1; }
  void release(ssize_t /*marker*/) override {}
  size_t index() override { return at_; }
  void seek(size_t index) override { at_ = std::min(index, text_.size()); }
  size_t size() override { return text_.size(); }
  [[nodiscard]] std::string getSourceName() const override { return UNKNOWN_SOURCE_NAME; }
  std::string getText(const antlr4::misc::Interval& interval) override {
    if (interval.a < 0 || interval.b < interval.a) return "";
    return std::string(text_.substr(std::min(static_cast<std::size_t>(interval.a), text_.size()),
                                    static_cast<std::size_t>(interval.b - interval.a) + 1));
  }
  [[nodiscard]] std::string toString() const override { return std::string(text_); }

 private:
  static constexpr size_t End = antlr4::IntStream::EOF;

  std::string_view text_;
  std::size_t at_ = 0;
};

// The edges of the automaton of a lexer, learnt from ANTLR as they are needed.
class LexerTables {
 public:
  using Place = std::uint16_t;  // of a state
  static constexpr Place Dead = 1;

  // Without predicates and modes. `simulator` and `input` must outlive this.
  LexerTables(antlr4::Lexer& lexer, antlr4::atn::LexerATNSimulator& simulator,
              antlr4::CharStream& input)
      : lexer_(lexer), input_(input), edges_(lexer, simulator) {
    constexpr std::size_t UsualStates = 64;
    states_.reserve(UsualStates);
  }

  struct State {
    antlr4::dfa::DFAState* source = nullptr;
    std::size_t type = 0;  // of the token that ends here; 0: none
    std::size_t channel = 0;
    std::array<Place, 128> next{};  // by character; 0: not known yet
  };
  [[nodiscard]] const State& operator[](Place place) const { return states_[place]; }

  // The start; Dead if ANTLR has not read any text yet.
  [[nodiscard]] Place start() {
    if (start_ == Dead) start_ = place_of(edges_.start());
    return start_;
  }
  [[nodiscard]] Place next(Place from, unsigned char character) {
    const Place known = states_[from].next[character];
    return known != 0 ? known : learn(from, character);
  }

 private:
  // ANTLR's simulator, opened.
  class Edges : public antlr4::atn::LexerATNSimulator {
   public:
    Edges(antlr4::Lexer& lexer, LexerATNSimulator& of)
        : LexerATNSimulator(&lexer, of.atn, of._decisionToDFA, of.getSharedContextCache()) {}

    [[nodiscard]] antlr4::dfa::DFAState* start() const { return _decisionToDFA[0].s0; }
    [[nodiscard]] antlr4::dfa::DFAState* next(antlr4::CharStream& input,
                                              antlr4::dfa::DFAState* from, std::size_t character) {
      antlr4::dfa::DFAState* const known = getExistingTargetState(from, character);
      antlr4::dfa::DFAState* const found =
          known != nullptr ? known : computeTargetState(&input, from, character);
      return found == ERROR.get() ? nullptr : found;
    }
  };

  [[gnu::noinline]] Place learn(Place from, unsigned char character) {
    const Place place = place_of(edges_.next(input_, states_[from].source, character));
    states_[from].next[character] = place;
    return place;
  }
  Place place_of(antlr4::dfa::DFAState* source) {
    if (source == nullptr) return Dead;
    // 0 and Dead are no states.
    const std::size_t place = Dead + std::size_t{1} + static_cast<std::size_t>(source->stateNumber);
    if (place >= states_.size()) states_.resize(place + 1);
    State& state = states_[place];
    if (state.source == nullptr) {
      state.source = source;
      if (source->isAcceptState) set_accepted(state);
    }
    return static_cast<Place>(place);
  }
  // Finds out what the actions `skip` and `channel` do.
  void set_accepted(State& state) {
    state.type = state.source->prediction;
    state.channel = antlr4::Token::DEFAULT_CHANNEL;
    if (state.source->lexerActionExecutor == nullptr) return;
    lexer_.type = state.type;
    lexer_.channel = state.channel;
    for (const auto& action : state.source->lexerActionExecutor->getLexerActions()) {
      action->execute(&lexer_);
    }
    state.type = lexer_.type;
    state.channel = lexer_.channel;
  }

  antlr4::Lexer& lexer_;
  antlr4::CharStream& input_;
  Edges edges_;
  Place start_ = Dead;
  std::vector<State> states_;
};

// Reads a text of ASCII characters with tables, and any other as ANTLR does.
template <typename Lexer>
class QuickLexer final : public Lexer {
 public:
  // The text must outlive this.
  explicit QuickLexer(const std::string& text)
      : Lexer(nullptr),
        text_(text),
        stream_(text),
        simulator_(*simulator_of(*this)),
        tables_(*this, simulator_, stream_) {
    const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    is_quick_ = std::ranges::all_of(text, is_ascii);
    if (!is_quick_) any_text_.emplace(text);
    this->_input = is_quick_ ? static_cast<antlr4::CharStream*>(&stream_) : &*any_text_;
  }

  std::unique_ptr<antlr4::Token> nextToken() override {
    if (!is_quick_ || this->hitEOF || tables_.start() == LexerTables::Dead) return next_by_antlr();
    for (;;) {
      const Match match = longest_match();
      if (match.end == at_) return next_by_antlr();
      const std::size_t begin = std::exchange(at_, match.end);
      this->hitEOF = at_ == text_.size();
      const LexerTables::State& found = tables_[match.place];
      if (found.type == Lexer::SKIP) {
        pass(begin);
        if (this->hitEOF) return next_by_antlr();
        continue;
      }
      auto next = std::make_unique<antlr4::CommonToken>(
          std::pair<antlr4::TokenSource*, antlr4::CharStream*>(this, this->_input), found.type,
          found.channel, begin, at_ - 1);
      pass(begin);
      return next;
    }
  }
  [[nodiscard]] size_t getLine() const override { return is_quick_ ? line_ : Lexer::getLine(); }
  size_t getCharPositionInLine() override {
    return is_quick_ ? column_ : Lexer::getCharPositionInLine();
  }

 private:
  struct Match {
    std::size_t end = 0;
    LexerTables::Place place = LexerTables::Dead;
  };

  [[nodiscard]] static antlr4::atn::LexerATNSimulator* simulator_of(Lexer& lexer) {
    return lexer.template getInterpreter<antlr4::atn::LexerATNSimulator>();
  }

  // Returns an empty match if no token begins here.
  Match longest_match() {
    Match match{.end = at_};
    LexerTables::Place place = tables_.start();
    for (std::size_t i = at_; i < text_.size();) {
      place = tables_.next(place, static_cast<unsigned char>(text_[i++]));
      if (place == LexerTables::Dead) break;
      if (tables_[place].type != 0) match = {.end = i, .place = place};
    }
    return match;
  }
  // Counts the lines from `begin` to here.
  void pass(std::size_t begin) {
    for (std::size_t i = begin; i < at_; ++i) {
      ++column_;
      if (text_[i] != '\n') continue;
      ++line_;
      column_ = 0;
    }
  }
  // For the end, for what begins no token, and as long as ANTLR has no automaton.
  std::unique_ptr<antlr4::Token> next_by_antlr() {
    if (!std::exchange(is_quick_, false)) return Lexer::nextToken();
    stream_.seek(at_);
    simulator_.setLine(line_);
    simulator_.setCharPositionInLine(column_);
    std::unique_ptr<antlr4::Token> next = Lexer::nextToken();
    is_quick_ = true;
    at_ = stream_.index();
    line_ = simulator_.getLine();
    column_ = simulator_.getCharPositionInLine();
    return next;
  }

  const std::string& text_;
  AsciiStream stream_;
  std::optional<antlr4::ANTLRInputStream> any_text_;
  antlr4::atn::LexerATNSimulator& simulator_;
  LexerTables tables_;
  bool is_quick_ = false;
  // In a quick text, before the next token:
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t column_ = 0;
};

}  // namespace drover
