#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "CParser.h"
#include "frontend/antlr_section.h"
#include "frontend/c/attributes.h"
#include "frontend/c/line_map.h"
#include "frontend/c/unit.h"
#include "frontend/diagnostic.h"

// Private to the parser.
namespace drover::c {

using Grammar = drover_grammar::CParser;

// The meaning of a name.
enum class SymbolKind : std::uint8_t { Type, Local, Global, Function, Constant };
struct Symbol {
  SymbolKind kind = SymbolKind::Type;
  TypeId type;
  std::uint32_t index = 0;
  std::int64_t value = 0;  // Constant
};

struct Scope {
  std::map<std::string, Symbol, std::less<>> names;
  std::map<std::string, TypeId, std::less<>> tags;
};

struct Parameter {
  std::string name;
  TypeId type;
  SourceRange place;
};

struct Declarator {
  std::string name;
  TypeId type;
  SourceRange place;
  std::optional<std::vector<Parameter>> parameters = {};  // if the declarator is of a function
};

// The requests of attributes and `_Alignas` for a declaration.
struct Demands {
  std::uint32_t alignment = 0;         // 0: none
  std::uint32_t strict_alignment = 0;  // _Alignas: must not be below the type's alignment
  bool is_packed = false;
  bool is_noreturn = false;
  bool is_transparent = false;
  std::int64_t vector_bytes = 0;  // 0: no vector
  const Attribute* mode = nullptr;
  const Attribute* cleanup = nullptr;
  std::optional<std::uint32_t> constructor, destructor;  // priorities
  SourceRange place;                                     // of one of the requests
};
enum class DeclaredAs : std::uint8_t { Type, Function, Static, Local, Member, Parameter };

struct Specifiers {
  TypeId type;
  bool is_inline = false;
  bool is_typedef = false;
  bool is_extern = false;
  bool is_static = false;
  bool is_thread_local = false;
  bool is_auto_type = false;
  Demands demands = {};
  SourceRange place;
};

// The syntax tree of one translation unit.
struct ParsedFile {
  const SectionOffsets* offsets = nullptr;
  Attributes attributes;
  Grammar::TranslationUnitContext* tree = nullptr;
};

// By the number of a file and a tag: the number of types with this tag in earlier files that are
// not the file's own.
using OtherTags = std::map<std::pair<std::size_t, std::string>, std::size_t>;

// Builds a unit from the syntax trees of its files in one walk: C declares names before their use.
// A short-lived worker: holds references. Its functions are in build_*.cpp, by the things they
// build; build_linkage.cpp links the files.
class UnitBuilder {
 public:
  UnitBuilder(const SourceBuffer& text, const LineMap& map, const std::vector<ParsedFile>& files,
              const std::vector<std::string>& left_out, const ReadingOptions& options,
              OtherTags& other_tags, DiagnosticSink& sink);

  Unit build();
  // True if `other_tags` has grown: the result is not sound, and the files must be built again.
  [[nodiscard]] bool has_found_other_tags() const { return has_found_other_tags_; }

 private:
  friend class AssemblyBuilder;

  // ---- Linkage of files
  // A function or variable with external linkage.
  struct External {
    enum class Defined : std::uint8_t { No, Tentatively, Fully };
    bool is_function = false;
    std::uint32_t index = 0;  // Unit::functions or Unit::globals
    Defined defined = Defined::No;
    std::size_t file = 0;  // of the definition; else of the first declaration
    SourceRange place = {};
  };
  // The names that a declaration of our headers declares.
  struct HeaderNames {
    std::vector<std::pair<std::string, Symbol>> names;
    std::vector<std::pair<std::string, TypeId>> tags;
  };
  using HeaderKey = std::pair<LineMap::HeaderLine, std::string>;  // a declaration and its tokens
  void find_definitions();
  void begin_file(std::size_t number);
  void build_external_of_header(Grammar::ExternalDeclarationContext& tree,
                                LineMap::HeaderLine line);
  // Returns the index of the function or variable of this name that the file knows, or that another
  // file has. Nothing if it is new. Reports a conflict with another file.
  std::optional<std::uint32_t> linked_function(const Specifiers& specifiers,
                                               const Declarator& declarator);
  std::optional<std::uint32_t> linked_global(const Specifiers& specifiers,
                                             const Declarator& declarator);
  // Returns what another file has with this name; null if there is nothing, or after a complaint.
  const External* linked(const Specifiers& specifiers, const Declarator& declarator,
                         bool is_function);
  // Notes a definition of a variable; reports a second one.
  void note_definition(const std::string& name, External::Defined defined, SourceRange at);
  [[nodiscard]] bool is_same_across_files(TypeId left, TypeId right) const;
  // Returns the type of a record that an earlier file declares with this tag.
  std::optional<TypeId> record_of_other_file(const std::string& tag, bool is_union);
  // True if an earlier file has completed the record, and not this one.
  [[nodiscard]] bool is_of_other_file(TypeId type) const;
  // If the finished record is that of an earlier file, returns that one; else `made`.
  TypeId shared_record(TypeId made, const std::string& tag, SourceRange at);
  [[nodiscard]] bool is_same_record(RecordId left, RecordId right) const;
  // Returns a name for a static variable that no other variable has.
  [[nodiscard]] std::string name_of_static(const std::string& name, SourceRange at) const;

  // ---- Declarations
  void declare(Grammar::ExternalContext& external);
  void build_external(Grammar::ExternalDeclarationContext& tree);
  void define(Declarator declarator, const Specifiers& specifiers, Grammar::DeclaratorContext& tree,
              const std::vector<Grammar::DeclarationContext*>& parameters,
              Grammar::BlockContext& body);
  // Gives the parameters of an old-style definition their declared types.
  void take_parameters(Declarator& declarator,
                       const std::vector<Grammar::DeclarationContext*>& declarations);
  void define_function(const Specifiers& specifiers, const Declarator& declarator,
                       const Demands& demands, Grammar::BlockContext& body);
  void declare_global(const Specifiers& specifiers, Grammar::InitDeclaratorContext& tree);
  void declare_local(const Specifiers& specifiers, Grammar::InitDeclaratorContext& tree,
                     std::vector<StatementId>& out);
  // Applies the demands to the declared type. True if the declaration is complete: it is of a type
  // or a function.
  bool declare_no_object(const Specifiers& specifiers, Declarator& declarator,
                         const Demands& demands, DeclaredAs object);
  void declare_type(const Declarator& declarator);
  TypeId make_va_list();
  std::uint32_t declare_function(const Specifiers& specifiers, const Declarator& declarator);
  void declare_implicitly(const std::string& name, SourceRange at);
  std::uint32_t add_static(const Specifiers& specifiers, const Declarator& declarator,
                           const std::string& name, Grammar::InitializerContext* initial);
  void add_initial(Global& global, const std::vector<InitialItem>& items, const std::string& what);
  void check_static_assertion(Grammar::StaticAssertionContext& tree);
  void add_main_arguments(std::size_t first_node);
  void finish_function(std::size_t first_node);
  void check_labels(std::size_t first_statement);
  void check_bodies();

  // ---- Types
  Specifiers build_specifiers(const std::vector<Grammar::SpecifierContext*>& trees);
  TypeId named_type(antlr4::ParserRuleContext& tree);
  TypeId type_of_name(Grammar::NamedTypeContext& tree);
  TypeId type_of_operand(Grammar::TypeofTypeContext& tree);
  TypeId enum_named(Grammar::EnumReferenceContext& tree);
  TypeId basic_type(const std::vector<std::string>& words, SourceRange at);
  TypeId build_record(Grammar::StructDefinitionContext& tree);
  void add_members(RecordId record, Grammar::MemberDeclarationContext& tree);
  void add_bits(RecordId record, const Specifiers& specifiers,
                Grammar::MemberDeclaratorContext& tree);
  TypeId array_of_length(NodeId size, TypeId element, SourceRange at);
  TypeId record_named(const std::string& tag, bool is_union, bool is_new_here);
  TypeId smallest_type(unsigned bits, std::int64_t least, std::int64_t greatest);
  TypeId build_enum(Grammar::EnumDefinitionContext& tree);
  TypeId build_type(Grammar::TypeNameContext& tree);
  Declarator build_declarator(Grammar::DeclaratorContext* tree, TypeId base, SourceRange at);
  TypeId apply_pointers(const std::vector<Grammar::PointerContext*>& trees, TypeId type);
  TypeId apply_suffix(Grammar::DeclaratorSuffixContext& tree, TypeId type, Declarator& out);
  std::vector<Parameter> build_parameters(Grammar::FunctionSuffixContext& tree);
  TypeId complete(TypeId type, SourceRange at, std::string_view what);

  // ---- Attributes
  void read_pragmas(const SourceBuffer& text);
  [[nodiscard]] std::uint32_t pack_at(antlr4::Token& token) const;  // 0: none
  void take_before(antlr4::Token* token, Demands& out);
  void take_behind(antlr4::Token* token, Demands& out);
  void take(Attribute& attribute, Demands& out);
  Demands demands_of(const Specifiers& specifiers, Grammar::DeclaratorContext* tree);
  Demands demands_of_tag(antlr4::Token* keyword, antlr4::tree::TerminalNode* tag);
  // Returns the type with the demands applied.
  TypeId demanded(TypeId type, const Demands& demands, DeclaredAs as);
  void warn_unused(const Demands& demands, DeclaredAs as);
  void note_function(std::uint32_t index, const Demands& demands);
  NodeId cleanup_call(std::uint32_t variable, const Attribute& attribute);
  std::optional<std::int64_t> argument_of(const Attribute& attribute, SourceRange at);
  std::uint32_t alignment_of(const Attribute& attribute, SourceRange at);
  std::uint32_t build_alignment(Grammar::AlignmentContext& tree);
  std::uint32_t checked_alignment(std::int64_t value, SourceRange at);
  std::uint32_t priority_of(const Attribute& attribute, SourceRange at);
  TypeId in_mode(TypeId type, const Attribute& attribute);
  void report_attributes();  // attributes without effect

  // ---- Statements
  StatementId build_block(Grammar::BlockContext& tree);
  // Returns, by item, the index of its first statement in `out`.
  // Moves `pending_`, without the first `kept`, to a place in a list.
  void insert_pending(std::size_t kept, std::vector<StatementId>& out, std::size_t at);
  std::vector<std::uint32_t> build_items(Grammar::BlockContext& tree,
                                         std::vector<StatementId>& out);
  StatementId build_statement(Grammar::StatementContext& tree);
  StatementId build_bare_statement(Grammar::StatementContext& tree);
  StatementId build_optional(Grammar::StatementContext* tree, SourceRange at);
  StatementId build_if(Grammar::IfStatementContext& tree);
  StatementId build_while(Grammar::WhileStatementContext& tree);
  StatementId build_do(Grammar::DoStatementContext& tree);
  StatementId build_for(Grammar::ForStatementContext& tree);
  StatementId build_switch(Grammar::SwitchStatementContext& tree);
  StatementId build_case(Grammar::CaseStatementContext& tree);
  StatementId build_return(Grammar::ReturnStatementContext& tree);
  StatementId build_assembly(Grammar::AssemblyContext& tree, SourceRange at);
  void build_declaration(Grammar::DeclarationContext& tree, std::vector<StatementId>& out);
  void note_rooms(Grammar::BlockContext& tree, StatementId block,
                  const std::vector<std::uint32_t>& begins);
  void note_room(antlr4::ParserRuleContext& tree, Room room);
  void add(Room room);
  void note_body(Grammar::StatementContext* tree, StatementId in, bool is_second);
  void note_end(Grammar::StatementContext& tree, StatementId loop);
  StatementId add_loop(Statement statement, Grammar::StatementContext& body);
  StatementId add_labelled(Statement statement, Grammar::StatementContext* body);
  StatementId add(Statement statement);
  // Opens the scope of a block or loop for names and variables. Returns the enclosing scope.
  std::uint32_t open_scope();
  void close_scope(std::uint32_t outer);
  enum class Use : std::uint8_t { None, Some };
  void note_use(NodeId node, Use use);  // marks calls whose value is unused
  StatementId expression_statement(NodeId node, SourceRange at);

  // ---- Expressions
  // Builds an expression as written: lvalues stay lvalues.
  NodeId build_expression(Grammar::ExpressionContext& tree);
  NodeId build_comma(Grammar::CommaExpressionContext& tree);
  NodeId build_value(Grammar::ExpressionContext& tree) { return value_of(build_expression(tree)); }
  NodeId build_value(Grammar::CommaExpressionContext& tree) { return value_of(build_comma(tree)); }
  NodeId build_condition(Grammar::CommaExpressionContext& tree);
  // Checks that the value is a number or a pointer whose truth is known.
  NodeId condition_of(NodeId value, SourceRange at);
  NodeId build_variable_argument(Grammar::VariableArgumentContext& tree);
  // Returns the member of a `va_list` that points to the next argument; none: not a `va_list`.
  NodeId next_argument(NodeId list, SourceRange at);
  TypeId type_of_unevaluated(const std::function<NodeId()>& build);
  NodeId build_name(Grammar::NameContext& tree);
  NodeId build_integer(Grammar::IntegerContext& tree);
  NodeId build_floating(Grammar::FloatingContext& tree);
  NodeId build_character(Grammar::CharacterContext& tree);
  NodeId build_text(Grammar::TextContext& tree);
  static std::string decoded(Grammar::TextContext& tree);
  NodeId text_node(const std::string& text, SourceRange at);
  NodeId build_statement_expression(Grammar::StatementExpressionContext& tree);
  NodeId build_compound_literal(Grammar::CompoundLiteralContext& tree);
  NodeId build_generic(Grammar::GenericContext& tree);
  NodeId build_offset(Grammar::OffsetOfContext& tree);
  NodeId build_size(TypeId type, SourceRange at);
  // The size in bytes of a type that holds an array of variable length.
  NodeId computed_size(TypeId type, SourceRange at);
  NodeId build_unary(Grammar::PrefixContext& tree);
  NodeId build_step(Grammar::ExpressionContext& operand, std::size_t op, bool is_postfix,
                    SourceRange at);
  NodeId build_binary(Grammar::BinaryContext& tree);
  NodeId build_conditional(Grammar::ConditionalContext& tree);
  NodeId build_assignment(Grammar::AssignmentContext& tree);
  NodeId build_index(Grammar::IndexContext& tree);
  void warn_of_volatile(SourceRange at, const std::string& name);
  NodeId build_member(Grammar::MemberAccessContext& tree);
  // Marks the member as used; reports if there is none of this name.
  std::optional<Member> member_of(TypeId type, const std::string& name, SourceRange at);
  NodeId build_call(Grammar::CallContext& tree);
  // Calls the value of `callee`, or, if that is none, the function with this index.
  NodeId call_of(NodeId callee, TypeId type, std::uint32_t index, std::vector<NodeId> arguments,
                 SourceRange at);
  NodeId call_of(std::uint32_t function, std::vector<NodeId> arguments, SourceRange at) {
    const TypeId type = unit_.functions[function].type;
    return call_of(NodeId::none(), type, function, std::move(arguments), at);
  }
  NodeId arithmetic(Operator op, NodeId left, NodeId right, SourceRange at);
  // Returns the step of a pointer to this type in bytes; in GNU C, 1 for void and functions.
  std::int64_t step_of(TypeId pointed, SourceRange at);
  NodeId as_index(NodeId value, SourceRange at);
  NodeId pointer_sum(NodeId pointer, NodeId offset, bool is_negative, SourceRange at);
  NodeId opaque_comparison(Operator op, NodeId left, NodeId right, SourceRange at);
  NodeId comparison_with(Operator op, NodeId number, double value, SourceRange at);
  NodeId comparison(Operator op, NodeId left, NodeId right, SourceRange at);
  NodeId compound_assign(Operator op, NodeId target, NodeId value, SourceRange at);

  // ---- Builtins
  NodeId build_builtin(const BuiltinInfo& info, Grammar::CallContext& tree);
  NodeId atomic_access(const BuiltinInfo& info, std::vector<NodeId> arguments, Node node);
  void convert_arguments(const BuiltinInfo& info, std::vector<NodeId>& arguments, Node& node);
  // Converts the operand of an atomic update; convert_places: pointers to values and results.
  void convert_operand(const BuiltinInfo& info, TypeId value, std::vector<NodeId>& arguments,
                       Node& node);
  void convert_places(const BuiltinInfo& info, TypeId value, std::vector<NodeId>& arguments,
                      Node& node);
  NodeId thread_call(const BuiltinInfo& info, std::vector<NodeId> arguments, Node node);
  NodeId memory_call(const BuiltinInfo& info, std::vector<NodeId> arguments, Node node);
  [[nodiscard]] std::uint64_t scalar_bytes(TypeId scalar) const {
    return types_.size_of(scalar).value_or(0);
  }
  // Returns the target type of a pointer before its conversion to `void*`: the type of the memory.
  [[nodiscard]] TypeId pointed_to(NodeId argument);
  // For memcpy, memset, memcmp. False if the call was refused.
  bool convert_blocks(const BuiltinInfo& info, std::vector<NodeId>& arguments, Node& node);
  NodeId length_call(std::vector<NodeId> arguments, SourceRange at);
  // Sets the message of a failed assertion: its text, or the source.
  void name_failure(const BuiltinInfo& info, std::vector<NodeId>& arguments, Node& node,
                    Grammar::CallContext& tree);
  // False if the call was refused.
  bool bound_choice(const std::vector<NodeId>& arguments, Node& node);
  // A choice of numbers: of the given range, or of those that the uses of the value tell apart.
  NodeId any_number(const BuiltinInfo& info, const std::vector<NodeId>& arguments, Node node);
  void settle_choices(std::size_t first_node, std::size_t first_statement);
  NodeId system_call(std::vector<NodeId> arguments, SourceRange at);
  // Sets the type of the result of a checked operation. False if the call was refused.
  bool take_result(const BuiltinInfo& info, const std::vector<NodeId>& arguments, Node& node);
  NodeId text_call(const BuiltinInfo& info, std::vector<NodeId> arguments, Node node,
                   Grammar::CallContext& tree);
  NodeId other_call(const BuiltinInfo& info, std::vector<NodeId> arguments, Node node,
                    Grammar::CallContext& tree);
  // `first`: index of the first argument for the format. Returns the printed length, if known.
  std::optional<std::int64_t> check_format(Grammar::ExpressionContext& format_tree,
                                           const std::vector<NodeId>& arguments, std::size_t first,
                                           SourceRange at);
  [[nodiscard]] std::optional<std::string> literal_of(NodeId id) const;
  [[nodiscard]] std::optional<std::int64_t> printed_length(std::string_view format_text,
                                                           std::span<const NodeId> arguments) const;
  // Nothing if the order is not a constant expression. Reports an invalid order.
  std::optional<MemoryOrder> order_of(NodeId node, Builtin builtin, bool is_failure);
  void take_orders(const BuiltinInfo& info, std::vector<NodeId>& arguments, Node& node);
  TypeId pointee(NodeId pointer, SourceRange at);

  // ---- Nodes
  NodeId add(Node node);
  [[nodiscard]] const Node& operator[](NodeId id) const { return unit_.nodes[id.value]; }
  [[nodiscard]] TypeId type_of(NodeId id) const { return (*this)[id].type; }
  [[nodiscard]] SourceRange place_of(NodeId id) const { return (*this)[id].place; }
  [[nodiscard]] bool is_lvalue(NodeId id) const;
  NodeId integer(std::int64_t value, TypeId type, SourceRange at);
  NodeId int_node(std::int64_t value, SourceRange at);
  NodeId value_of(NodeId id);  // [C11 6.3.2.1]: loads lvalues, arrays and functions become pointers
  NodeId converted(NodeId value, TypeId type, SourceRange at);
  NodeId address_of(NodeId lvalue, SourceRange at);
  NodeId dereferenced(NodeId pointer, SourceRange at);
  NodeId in_memory(NodeId record_value);  // returns an lvalue
  NodeId member_place(NodeId base, const Member& member, TypeId type, SourceRange at);
  // Returns an opaque constant.
  NodeId floating(std::optional<double> value, TypeId type, SourceRange at);
  [[nodiscard]] std::optional<double> known_floating(NodeId id) const;
  [[nodiscard]] std::optional<double> folded_floating(Operator op, NodeId left, NodeId right,
                                                      TypeId type) const;
  NodeId converted_opaque(NodeId value, TypeId to, SourceRange at);
  NodeId as_union(NodeId value, TypeId type, SourceRange at);
  [[nodiscard]] bool is_unsupported(NodeId id) const {
    return (*this)[id].kind == NodeKind::Unsupported;
  }
  void refuse_atomic_record(TypeId type, SourceRange at);
  NodeId assigned(NodeId target, NodeId value, SourceRange at);
  std::uint32_t add_variable(std::string name, TypeId type, SourceRange at);
  NodeId local(std::uint32_t variable, SourceRange at);

  // ---- Constants
  std::optional<std::int64_t> constant(NodeId id) const;
  std::optional<StaticValue> static_value(NodeId id) const;
  std::optional<StaticValue> static_address(NodeId lvalue) const;
  [[nodiscard]] bool is_opaque_constant(NodeId id) const;
  std::int64_t required_constant(Grammar::ExpressionContext& tree, std::string_view what);
  std::int64_t required_constant(NodeId node, std::string_view what);

  // ---- Initialisers
  struct InitialList {
    std::map<std::uint64_t, InitialItem> items;
    std::uint64_t end = 0;  // end of the initialised part of an array of unknown length
  };
  using Items = std::vector<Grammar::InitializerItemContext*>;
  std::vector<InitialItem> build_initialiser(TypeId& type, Grammar::InitializerContext& tree);
  std::vector<InitialItem> build_list(TypeId& type, Grammar::InitializerListContext& tree);
  // True if this is what a macro of the system's headers expands to, as PTHREAD_MUTEX_INITIALIZER,
  // for a type of our headers: the layouts differ, and all values are 0.
  bool is_system_initialiser(TypeId type, Grammar::InitializerContext& tree);
  void require_zeros(Grammar::InitializerContext& tree);
  void initialise(TypeId type, std::uint64_t offset, Grammar::InitializerContext& tree,
                  InitialList& out);
  void initialise_braced(TypeId type, std::uint64_t offset, Grammar::InitializerListContext& tree,
                         InitialList& out);
  void initialise_from(TypeId type, std::uint64_t offset, const Items& items, std::size_t& next,
                       bool is_braced, InitialList& out);
  void initialise_next(TypeId type, std::uint64_t offset, const Items& items, std::size_t& next,
                       InitialList& out);
  void initialise_text(TypeId type, std::uint64_t offset, const std::string& text, SourceRange at,
                       InitialList& out);
  struct Designated {
    std::uint64_t index = 0;
    TypeId type;
    std::uint64_t offset = 0;
    std::uint64_t repeats = 0;        // following elements with the same value
    std::optional<Member> bits = {};  // a bit-field
    bool is_valid = false;
  };
  Designated designate(TypeId type, std::uint64_t offset, Grammar::InitializerItemContext& item);
  Grammar::InitializerListContext* literal_list(Grammar::InitializerContext& tree, TypeId type);
  void add_item(std::uint64_t offset, TypeId type, NodeId value, InitialList& out);
  void add_bits_item(std::uint64_t offset, const Member& member, NodeId value, InitialList& out);
  // Initialises a bit-field with an expression, which may be in braces.
  void initialise_bits(std::uint64_t offset, const Member& member,
                       Grammar::InitializerContext& tree, InitialList& out);
  [[nodiscard]] bool is_bytes(TypeId type) const;  // true for an array of bytes
  const std::string* text_of(Grammar::InitializerContext& tree);
  std::vector<InitialItem> filled(TypeId type, InitialList list, SourceRange at);

  // ---- Names, places, complaints
  Symbol* find(std::string_view name);
  TypeId* find_tag(std::string_view tag);
  void declare(const std::string& name, Symbol symbol, SourceRange at);
  [[nodiscard]] bool is_global_scope() const { return scopes_.size() == 1; }
  [[nodiscard]] SourceRange place(antlr4::ParserRuleContext& tree) const;
  [[nodiscard]] SourceRange place(antlr4::Token& token) const;
  void error(SourceRange at, std::string text, std::string hint = "");
  void unsupported(SourceRange at, std::string text, std::string hint);
  // Report as above, and return a node in place of the wrong expression.
  NodeId error_node(SourceRange at, std::string text, std::string hint = "");
  NodeId unsupported_node(SourceRange at, std::string text, std::string hint,
                          TypeId type = TypeId::none());
  NodeId unknown_value(SourceRange at, const std::string& what, TypeId operand, TypeId type);
  NodeId refused(Refusal refusal, TypeId type, SourceRange at);
  void warn(SourceRange at, std::string text);
  [[nodiscard]] TypeId int_type() { return types_.basic(TypeKind::Int); }
  [[nodiscard]] TypeId void_type() { return types_.basic(TypeKind::Void); }
  [[nodiscard]] TypeId size_type() { return types_.basic(TypeKind::UnsignedLong); }
  [[nodiscard]] Function& current() { return unit_.functions[*function_]; }

  // Parses the argument of an attribute, whose tokens are not among the unit's.
  class ArgumentParser {
   public:
    explicit ArgumentParser(std::vector<std::unique_ptr<antlr4::Token>> tokens);
    Grammar::ExpressionContext* parse();  // null: not an expression

   private:
    antlr4::ListTokenSource source_;
    antlr4::CommonTokenStream stream_;
    Grammar parser_;
  };
  struct Pack {  // #pragma pack
    std::size_t begin = 0;
    std::uint32_t most = 0;
  };

  // A choice without a range, in the function that is being built.
  struct OpenChoice {
    NodeId node;
    std::string name;
    ChoiceRange range = {};  // of its type
  };

  const LineMap& map_;
  std::vector<ParsedFile> files_;
  const SectionOffsets* offsets_ = nullptr;   // of the file that is being built
  Attributes* attributes_ = nullptr;          // likewise
  const std::vector<std::string>& left_out_;  // names of our headers that are not declared
  std::vector<std::unique_ptr<ArgumentParser>> argument_parsers_;
  std::vector<Pack> packs_;
  const ReadingOptions& options_;
  DiagnosticSink& sink_;
  std::vector<OpenChoice> open_choices_;
  Unit unit_;
  TypeTable& types_ = unit_.types;
  std::vector<Scope> scopes_;
  std::uint32_t scope_ = 0;  // Statement::scope
  std::uint32_t last_scope_ = 0;
  std::optional<std::uint32_t> function_;       // the function that is being built
  std::set<std::string, std::less<>> defined_;  // functions with a body that the file sees
  std::size_t file_ = 0;                        // number of the file that is being built
  // By file: functions with a body. Of these, those with an inline definition [C11 6.7.4p7].
  struct Definitions {
    std::set<std::string, std::less<>> all, inline_only;
  };
  std::vector<Definitions> definitions_;
  std::set<std::string, std::less<>> externally_defined_;  // in some file, not only inline
  std::map<std::string, External, std::less<>> externals_;
  std::map<HeaderKey, HeaderNames> header_declarations_;
  HeaderNames* header_names_ = nullptr;  // of the header's declaration that is being built
  std::map<std::string, std::vector<TypeId>, std::less<>> tagged_records_;  // of file scope
  std::set<RecordId> header_records_;                                       // of our headers
  std::map<RecordId, std::size_t> completed_in_;  // the last file with the definition
  struct UntaggedRecord {
    TypeId type;
    SourceRange place;
    std::size_t file = 0;  // the last file that has it
  };
  std::vector<UntaggedRecord> untagged_records_;
  OtherTags& other_tags_;
  bool has_found_other_tags_ = false;
  std::map<std::string, std::uint32_t> texts_;  // string literals by content
  TypeId va_list_;                              // of __builtin_va_list
  bool in_parameters_ = false;
  bool is_definition_ = false;  // of a function: without a type, it returns an int, as before C99
  std::vector<StatementId> pending_;  // to be run before the statement that is being built
  std::set<std::uint32_t> excused_;  // AddressOf nodes that do not force their variable into memory
  std::map<antlr4::ParserRuleContext*, std::string> decoded_;
  // The item whose designators were processed: its value initialises the first designated object.
  Grammar::InitializerItemContext* designated_item_ = nullptr;
};

// Decodes the escapes of a literal; nothing for a wide literal.
[[nodiscard]] std::optional<std::string> decoded_text(std::string_view literal);

// Warns if an expression changes a variable and another, unordered part of it uses or changes the
// variable, too: `i = i++`, `a[i] = i++`, `f(i++, i)`.
void check_sequence(const Unit& unit, DiagnosticSink& sink);

}  // namespace drover::c
