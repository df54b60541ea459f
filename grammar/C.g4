// C11 behind the preprocessor, as concurrent programs use it, with some of GNU C.
//
// Before parsing, a walk over the tokens (frontend/c/mark_tokens) makes TYPEDEF_NAME of names of
// types, which is what C's grammar needs to know of declarations. Attributes are hidden from the
// parser before that (frontend/c/attributes).
//
// What is parsed here and not supported is refused where `main` reaches it.
grammar C;

translationUnit : externalDeclaration* EOF ;

externalDeclaration
    : SEMICOLON                                                          # emptyExternal
    | assembly                                                           # externalAssembly
    | staticAssertion                                                    # externalAssertion
    | specifier+ SEMICOLON                                               # bareExternal
    | specifier+ initDeclarator (declaration* block | (COMMA initDeclarator)* SEMICOLON) # external
    | declarator declaration* block                                      # implicitExternal
    ;

declaration : specifier+ (initDeclarator (COMMA initDeclarator)*)? SEMICOLON ;

initDeclarator : declarator (ASM LPAREN STRING+ RPAREN)? (ASSIGN initializer)? ;

staticAssertion : STATIC_ASSERT LPAREN expression (COMMA STRING+)? RPAREN SEMICOLON ;

specifier
    : op=(TYPEDEF | EXTERN | STATIC | THREAD_LOCAL | AUTO | REGISTER | INLINE | NORETURN) # storage
    | QUALIFIER                                                          # qualifier
    | ALIGNAS LPAREN (typeName | expression) RPAREN                      # alignment
    | BASIC_TYPE                                                         # basicType
    | FLOATING_TYPE                                                      # floatingType
    | ATOMIC LPAREN typeName RPAREN                                      # atomicType
    | ATOMIC                                                             # atomicQualifier
    | TYPEDEF_NAME                                                       # namedType
    | TYPEOF LPAREN (typeName | commaExpression) RPAREN                  # typeofType
    | AUTO_TYPE                                                          # autoType
    | op=(STRUCT | UNION) IDENTIFIER? LBRACE member* RBRACE              # structDefinition
    | op=(STRUCT | UNION) IDENTIFIER                                     # structReference
    | ENUM IDENTIFIER? LBRACE enumerator (COMMA enumerator)* COMMA? RBRACE # enumDefinition
    | ENUM IDENTIFIER                                                    # enumReference
    ;

member
    : specifier+ (memberDeclarator (COMMA memberDeclarator)*)? SEMICOLON # memberDeclaration
    | staticAssertion                                                    # memberAssertion
    | SEMICOLON                                                          # emptyMember
    ;

memberDeclarator : declarator? COLON expression | declarator ;

enumerator : IDENTIFIER (ASSIGN expression)? ;

// Also one without a name, as in casts and prototypes.
declarator : pointer+ directDeclarator? | directDeclarator ;

pointer : STAR (QUALIFIER | ATOMIC)* ;

directDeclarator
    : IDENTIFIER declaratorSuffix*                                       # namedDeclarator
    | LPAREN declarator RPAREN declaratorSuffix*                         # nestedDeclarator
    | declaratorSuffix+                                                  # namelessDeclarator
    ;

declaratorSuffix
    : LBRACKET (QUALIFIER | STATIC)* expression? RBRACKET                # arraySuffix
    | LBRACKET QUALIFIER* STAR RBRACKET                                  # starSuffix
    | LPAREN IDENTIFIER (COMMA IDENTIFIER)* RPAREN                       # namesSuffix
    | LPAREN (parameter (COMMA parameter)* (COMMA ELLIPSIS)?)? RPAREN    # functionSuffix
    ;

parameter : specifier+ declarator? ;

typeName : specifier+ declarator? ;

initializer : expression | initializerList ;

initializerList : LBRACE (initializerItem (COMMA initializerItem)* COMMA?)? RBRACE ;

initializerItem : (designator+ ASSIGN)? initializer ;

designator
    : LBRACKET expression (ELLIPSIS expression)? RBRACKET                # elementDesignator
    | DOT IDENTIFIER                                                     # memberDesignator
    ;

block : LBRACE blockItem* RBRACE ;

blockItem : declaration | staticAssertion | statement ;

statement
    : block                                                              # blockStatement
    | IDENTIFIER COLON statement?                                        # labelStatement
    | CASE expression (ELLIPSIS expression)? COLON statement?            # caseStatement
    | DEFAULT COLON statement?                                           # defaultStatement
    | commaExpression? SEMICOLON                                         # expressionStatement
    | IF LPAREN commaExpression RPAREN statement (ELSE statement)?       # ifStatement
    | SWITCH LPAREN commaExpression RPAREN statement                     # switchStatement
    | WHILE LPAREN commaExpression RPAREN statement                      # whileStatement
    | DO statement WHILE LPAREN commaExpression RPAREN SEMICOLON         # doStatement
    | FOR LPAREN (declaration | start=commaExpression? SEMICOLON) condition=commaExpression?
      SEMICOLON step=commaExpression? RPAREN statement                   # forStatement
    | GOTO IDENTIFIER SEMICOLON                                          # gotoStatement
    | GOTO STAR expression SEMICOLON                                     # computedGoto
    | CONTINUE SEMICOLON                                                 # continueStatement
    | BREAK SEMICOLON                                                    # breakStatement
    | RETURN commaExpression? SEMICOLON                                  # returnStatement
    | assembly                                                           # assemblyStatement
    ;

// Parts: results, operands, what it changes, labels.
assembly : ASM (QUALIFIER | GOTO | INLINE)* LPAREN STRING+ assemblyPart* RPAREN SEMICOLON ;
assemblyPart : COLON (assemblyOperand (COMMA assemblyOperand)*)? ;
assemblyOperand
    : (LBRACKET IDENTIFIER RBRACKET)? STRING+ (LPAREN commaExpression RPAREN)?
    | IDENTIFIER
    ;

commaExpression : expression (COMMA expression)* ;

// From the tightest to the loosest, as in C.
expression
    : IDENTIFIER                                                         # name
    | INTEGER                                                            # integer
    | FLOATING                                                           # floating
    | CHARACTER                                                          # character
    | STRING+                                                            # text
    | LPAREN block RPAREN                                                # statementExpression
    | LPAREN commaExpression RPAREN                                      # parenthesis
    | LPAREN typeName RPAREN initializerList                             # compoundLiteral
    | GENERIC LPAREN expression (COMMA association)+ RPAREN              # generic
    | OFFSETOF LPAREN typeName COMMA memberPath RPAREN                   # offsetOf
    | TYPES_COMPATIBLE LPAREN typeName COMMA typeName RPAREN             # typesCompatible
    | CHOOSE_EXPR LPAREN expression COMMA expression COMMA expression RPAREN # chooseExpression
    | VA_ARG LPAREN expression COMMA typeName RPAREN                     # variableArgument
    | expression LBRACKET commaExpression RBRACKET                       # index
    | expression LPAREN (expression (COMMA expression)*)? RPAREN         # call
    | expression op=(DOT | ARROW) IDENTIFIER                             # memberAccess
    | expression op=(INCREMENT | DECREMENT)                              # postfixStep
    | SIZEOF LPAREN typeName RPAREN                                      # sizeOfType
    | ALIGNOF LPAREN typeName RPAREN                                     # alignOfType
    | SIZEOF expression                                                  # sizeOfValue
    | ALIGNOF expression                                                 # alignOfValue
    | op=(INCREMENT | DECREMENT) expression                              # prefixStep
    | op=(AMPERSAND | STAR | PLUS | MINUS | COMPLEMENT | NOT | AND) expression # prefix
    | LPAREN typeName RPAREN expression                                  # cast
    | expression op=(STAR | SLASH | PERCENT) expression                  # binary
    | expression op=(PLUS | MINUS) expression                            # binary
    | expression op=(SHIFT_LEFT | SHIFT_RIGHT) expression                # binary
    | expression op=(LESS | LESS_EQUAL | GREATER | GREATER_EQUAL) expression # binary
    | expression op=(EQUAL | NOT_EQUAL) expression                       # binary
    | expression op=AMPERSAND expression                                 # binary
    | expression op=CARET expression                                     # binary
    | expression op=BAR expression                                       # binary
    | expression op=AND expression                                       # binary
    | expression op=OR expression                                        # binary
    | <assoc=right> expression QUESTION commaExpression? COLON expression # conditional
    | <assoc=right> expression
      op=(ASSIGN | ADD_ASSIGN | SUB_ASSIGN | MUL_ASSIGN | DIV_ASSIGN | MOD_ASSIGN | AND_ASSIGN
         | OR_ASSIGN | XOR_ASSIGN | SHL_ASSIGN | SHR_ASSIGN) expression  # assignment
    ;

association : (typeName | DEFAULT) COLON expression ;

memberPath : IDENTIFIER memberStep* ;
memberStep : DOT IDENTIFIER | LBRACKET expression RBRACKET ;

// What `cc -E` says of places, and pragmas: read by frontend/c/line_map.
LINE_MARKER : '#' ~[\r\n]* -> skip ;

TYPEDEF : 'typedef' ;
EXTERN : 'extern' ;
STATIC : 'static' ;
THREAD_LOCAL : '_Thread_local' | '__thread' ;
AUTO : 'auto' ;
REGISTER : 'register' ;
INLINE : 'inline' | '__inline' | '__inline__' ;
NORETURN : '_Noreturn' ;
ALIGNAS : '_Alignas' ;
ALIGNOF : '_Alignof' | '__alignof__' | '__alignof' ;
QUALIFIER
    : 'const' | '__const' | '__const__' | 'volatile' | '__volatile' | '__volatile__' | 'restrict'
    | '__restrict' | '__restrict__'
    ;
BASIC_TYPE
    : 'void' | 'char' | 'short' | 'int' | 'long' | 'signed' | '__signed' | '__signed__' | 'unsigned'
    | '_Bool'
    ;
FLOATING_TYPE
    : 'float' | 'double' | '_Complex' | '__complex__' | '__int128' | '__int128_t' | '__uint128_t' | '_Float128'
    | '__float128'
    ;
ATOMIC : '_Atomic' ;
TYPEOF : 'typeof' | '__typeof__' | '__typeof' ;
AUTO_TYPE : '__auto_type' ;
STRUCT : 'struct' ;
UNION : 'union' ;
ENUM : 'enum' ;
STATIC_ASSERT : '_Static_assert' ;
GENERIC : '_Generic' ;
ASM : 'asm' | '__asm' | '__asm__' ;
EXTENSION : '__extension__' -> skip ;
OFFSETOF : '__builtin_offsetof' ;
TYPES_COMPATIBLE : '__builtin_types_compatible_p' ;
CHOOSE_EXPR : '__builtin_choose_expr' ;
VA_ARG : '__builtin_va_arg' ;
IF : 'if' ;
ELSE : 'else' ;
SWITCH : 'switch' ;
CASE : 'case' ;
DEFAULT : 'default' ;
WHILE : 'while' ;
DO : 'do' ;
FOR : 'for' ;
GOTO : 'goto' ;
CONTINUE : 'continue' ;
BREAK : 'break' ;
RETURN : 'return' ;
SIZEOF : 'sizeof' ;

LBRACE : '{' | '<%' ;
RBRACE : '}' | '%>' ;
LPAREN : '(' ;
RPAREN : ')' ;
LBRACKET : '[' | '<:' ;
RBRACKET : ']' | ':>' ;
SEMICOLON : ';' ;
COMMA : ',' ;
ELLIPSIS : '...' ;
DOT : '.' ;
ARROW : '->' ;
ASSIGN : '=' ;
ADD_ASSIGN : '+=' ;
SUB_ASSIGN : '-=' ;
MUL_ASSIGN : '*=' ;
DIV_ASSIGN : '/=' ;
MOD_ASSIGN : '%=' ;
AND_ASSIGN : '&=' ;
OR_ASSIGN : '|=' ;
XOR_ASSIGN : '^=' ;
SHL_ASSIGN : '<<=' ;
SHR_ASSIGN : '>>=' ;
INCREMENT : '++' ;
DECREMENT : '--' ;
QUESTION : '?' ;
COLON : ':' ;
OR : '||' ;
AND : '&&' ;
BAR : '|' ;
CARET : '^' ;
AMPERSAND : '&' ;
EQUAL : '==' ;
NOT_EQUAL : '!=' ;
LESS : '<' ;
LESS_EQUAL : '<=' ;
GREATER : '>' ;
GREATER_EQUAL : '>=' ;
SHIFT_LEFT : '<<' ;
SHIFT_RIGHT : '>>' ;
PLUS : '+' ;
MINUS : '-' ;
STAR : '*' ;
SLASH : '/' ;
PERCENT : '%' ;
NOT : '!' ;
COMPLEMENT : '~' ;

IDENTIFIER : LETTER (LETTER | [0-9])* ;
fragment LETTER : [a-zA-Z_$\u00A1-\uFFFF] | '\\' [uU] [0-9a-fA-F]+ ;
FLOATING
    : [0-9]+ '.' [0-9]* ([eE] [+\-]? [0-9]+)? [fFlL]?
    | '.' [0-9]+ ([eE] [+\-]? [0-9]+)? [fFlL]?
    | [0-9]+ [eE] [+\-]? [0-9]+ [fFlL]?
    | '0' [xX] [0-9a-fA-F]* '.'? [0-9a-fA-F]* [pP] [+\-]? [0-9]+ [fFlL]?
    ;
INTEGER : ('0' [xX] [0-9a-fA-F]+ | '0' [bB] [01]+ | [0-9]+) [uUlL]* ;
CHARACTER : ('L' | 'u' | 'U')? '\'' (~['\\\r\n] | '\\' .)+ '\'' ;
STRING : ('L' | 'u8' | 'u' | 'U')? '"' (~["\\\r\n] | '\\' .)* '"' ;
UNTERMINATED_STRING : ["'] -> channel(HIDDEN) ;

SPACE : [ \t\r\n\f\u000B]+ -> skip ;

// No program has one: frontend/c/mark_tokens makes them.
TYPEDEF_NAME : '\u0001' ;
OTHER : . -> channel(HIDDEN) ;
