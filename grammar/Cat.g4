// Memory models in herd's cat language. What a name stands for, and whether a set or a relation is
// needed, is checked later.
grammar Cat;

// Given by the front end: STRAY_ID to a name that begins a line where no expression can go on,
// CLOSURE to a star behind which there is no operand.
tokens { STRAY_ID, CLOSURE }

model : title? instruction* EOF ;

// Words, a name in quotes, and options: `C RC11`, `"SC"`, `RISCV "RISC-V"`, `catdep`.
title : (ID | STRING)+ ;

instruction
    : LET_WORD REC_WORD? binding (AND_WORD binding)* (WHEN_WORD condition)? IN_WORD?  # letInstruction
    | (FLAG_WORD | UNDEFINED_UNLESS_WORD | ASSERT_WORD)? condition      # checkInstruction
    | SHOW_WORD shown (COMMA shown)*                                    # showInstruction
    | UNSHOW_WORD ID (COMMA ID)*                                        # unshowInstruction
    | INCLUDE_WORD STRING                                               # includeInstruction
    | WITH_WORD ID FROM_WORD expression                                 # withInstruction
    | PROCEDURE_WORD REC_WORD? ID parameters ASSIGN block END_WORD      # procedureInstruction
    | CALL_WORD ID argument (AS_WORD ID)?                               # callInstruction
    | FORALL_WORD ID IN_WORD expression DO_WORD block END_WORD          # forallInstruction
    | IF_WORD guard block (ELSE_WORD block)? END_WORD                   # ifInstruction
    | MATCH_WORD expression WITH_WORD OR_BAR? clauseBlock (OR_BAR clauseBlock)* END_WORD  # matchInstruction
    | ENUM_WORD ID ASSIGN OR_BAR? TAG (OR_BAR TAG)*                     # enumInstruction
    | (INSTRUCTIONS_WORD | DEFAULT_WORD | EVENTS_WORD) ID LBRACKET expression (COMMA expression)* RBRACKET  # declarationInstruction
    | DEBUG_WORD expression                                             # debugInstruction
    ;

block : instruction* ;

condition : TILDE? test=(ACYCLIC_WORD | IRREFLEXIVE_WORD | EMPTY_WORD) expression (AS_WORD ID)? ;

shown : expression (AS_WORD ID)? ;

binding
    : ID (parameters | (COMMA ID)+)? ASSIGN values
    | LPAREN ID (COMMA ID)* RPAREN ASSIGN values
    ;

values : expression (COMMA expression)* ;

parameters : parameter | LPAREN (parameter (COMMA parameter)*)? RPAREN ;
parameter : ID | UNDERSCORE ;

// What `if` asks: variants of the semantics, or a comparison. (Not left-recursive: what follows an
// expression would have to be predicted then.)
guard : conjunction (OR_BAR conjunction)* ;
conjunction : question (AND_AND question)* ;
question
    : VARIANT_WORD? STRING                                              # variantGuard
    | NOT_WORD question                                                 # notGuard
    | expression op=(ASSIGN | SUBSET_WORD | IN_WORD) expression         # comparisonGuard
    | LPAREN guard RPAREN                                               # parenthesisGuard
    ;

pattern
    : LBRACE RBRACE                                                     # emptyPattern
    | parameter PLUSPLUS parameter                                      # elementPattern
    | parameter BAR parameter PLUSPLUS parameter                        # splitPattern
    | TAG                                                               # tagPattern
    | UNDERSCORE                                                        # anyPattern
    ;

clause : pattern ARROW expression ;
clauseBlock : pattern ARROW block ;

// Operands and operators in a row; which of them belong together is decided by the front end. (So
// that one token always says how to go on: to predict it takes ANTLR as long as all else.) From the
// tightest to the loosest: postfix operators, ~, *, &, \, ;, ++, |. All but \ are right-associative.
expression : operand suffix? | longExpression ;

suffix
    : op=(CLOSURE | PLUS | OPTIONAL | INVERSE | HAT_PLUS | HAT_STAR) suffix?   # postfix
    | op=(STAR | AMPERSAND | BACKSLASH | SEQUENCE | PLUSPLUS | BAR) expression # infix
    ;

operand
    : primary argument*                                                 # application
    | LBRACKET expression RBRACKET                                      # identity
    | TILDE operand                                                     # complement
    | MATCH_WORD expression WITH_WORD OR_BAR? clause (OR_BAR clause)* END_WORD  # matchExpression
    ;

// What ends with an expression, and goes as far as that does.
longExpression
    : LET_WORD REC_WORD? binding (AND_WORD binding)* IN_WORD expression # letExpression
    | FUN_WORD parameters ARROW expression                              # function
    | TRY_WORD expression WITH_WORD expression                          # tryExpression
    | IF_WORD guard THEN_WORD expression ELSE_WORD expression           # ifExpression
    ;

primary
    : ID                                                                # name
    | TAG                                                               # tag
    | ZERO                                                              # emptyRelation
    | UNDERSCORE                                                        # everything
    | LBRACE (expression (COMMA expression)*)? RBRACE                   # explicitSet
    | LPAREN (expression (COMMA expression)*)? RPAREN                   # tuple
    | BEGIN_WORD expression END_WORD                                    # begun
    ;

argument : primary ;

LET_WORD : 'let' ;
REC_WORD : 'rec' ;
AND_WORD : 'and' ;
IN_WORD : 'in' ;
FUN_WORD : 'fun' ;
TRY_WORD : 'try' ;
WITH_WORD : 'with' ;
FROM_WORD : 'from' ;
AS_WORD : 'as' ;
FLAG_WORD : 'flag' ;
UNDEFINED_UNLESS_WORD : 'undefined_unless' ;
ACYCLIC_WORD : 'acyclic' ;
IRREFLEXIVE_WORD : 'irreflexive' ;
EMPTY_WORD : 'empty' ;
SHOW_WORD : 'show' ;
UNSHOW_WORD : 'unshow' ;
INCLUDE_WORD : 'include' ;
PROCEDURE_WORD : 'procedure' ;
CALL_WORD : 'call' ;
END_WORD : 'end' ;
WHEN_WORD : 'when' ;
ASSERT_WORD : 'assert' ;
FORALL_WORD : 'forall' ;
DO_WORD : 'do' ;
IF_WORD : 'if' ;
THEN_WORD : 'then' ;
ELSE_WORD : 'else' ;
MATCH_WORD : 'match' ;
ENUM_WORD : 'enum' ;
INSTRUCTIONS_WORD : 'instructions' ;
DEFAULT_WORD : 'default' ;
EVENTS_WORD : 'events' ;
DEBUG_WORD : 'debug' ;
VARIANT_WORD : 'variant' ;
NOT_WORD : 'not' ;
SUBSET_WORD : 'subset' ;
BEGIN_WORD : 'begin' ;

LPAREN : '(' ;
RPAREN : ')' ;
LBRACKET : '[' ;
RBRACKET : ']' ;
LBRACE : '{' ;
RBRACE : '}' ;
COMMA : ',' ;
ASSIGN : '=' ;
ARROW : '->' ;
SEQUENCE : ';' ;
BAR : '|' ;
OR_BAR : '||' ;
AND_AND : '&&' ;
AMPERSAND : '&' ;
BACKSLASH : '\\' ;
PLUSPLUS : '++' ;
STAR : '*' ;
PLUS : '+' ;
OPTIONAL : '?' ;
TILDE : '~' ;
INVERSE : '^' [ \t]* '-1' ;
HAT_PLUS : '^+' ;
HAT_STAR : '^*' ;
UNDERSCORE : '_' ;
ZERO : '0' ;

TAG : '\'' [a-zA-Z0-9_] [a-zA-Z0-9_.-]* ;
STRING : '"' ~["\r\n]* '"' ;
ID : ([a-zA-Z] | '_' [a-zA-Z0-9]) [a-zA-Z0-9_.-]* '\''* ;

SPACE : [ \t\r\n\f]+ -> skip ;
// Comments `(* … *)`, which nest, are spaces already.
LINE_COMMENT : ('//' | '#') ~[\r\n]* -> skip ;
UNTERMINATED_STRING : '"' ~["\r\n]* -> channel(HIDDEN) ;
UNKNOWN : . -> channel(HIDDEN) ;
