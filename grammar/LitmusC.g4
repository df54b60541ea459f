// The program of a C litmus test. Wider than herd's C: what herd does not take is found by
// the front end, which says so under --strict-herd.
grammar LitmusC;

program : SEMICOLON? thread* annotation? EOF ;

// `regions: x:PROP`, `scopes: …`: ignored.
annotation : ID COLON ~RBRACE* ;

thread : VOID? ID place? LPAREN (parameter (COMMA parameter)*)? RPAREN block ;

// Of OpenCL: `P0@wg 0, dev 0`.
place : AT ID INTEGER (COMMA ID INTEGER)* ;

// `space`, of OpenCL: global or local memory.
parameter : QUALIFIER* (space=ID)? type STAR* QUALIFIER* name=ID ;

type : QUALIFIER* typeName QUALIFIER* ;

typeName
    : TYPE+                                                             # plainType
    | VOID                                                              # voidType
    | STRUCT ID                                                         # structType
    | ATOMIC type                                                       # atomicType
    | ATOMIC LPAREN type RPAREN                                         # atomicType
    | ID LESS type GREATER                                              # templateType
    ;

block : LBRACE statement* RBRACE ;

statement
    : block                                                             # blockStatement
    | SEMICOLON                                                         # emptyStatement
    | IF LPAREN expression RPAREN statement (ELSE statement)?           # ifStatement
    | WHILE LPAREN expression RPAREN statement                          # whileStatement
    | DO statement WHILE LPAREN expression RPAREN SEMICOLON             # doStatement
    | FOR LPAREN forStart? SEMICOLON expression? SEMICOLON action? RPAREN statement # forStatement
    | BREAK SEMICOLON                                                   # breakStatement
    | CONTINUE SEMICOLON                                                # continueStatement
    | RETURN expression? SEMICOLON                                      # returnStatement
    | ID COLON statement                                                # labelledStatement
    | declaration SEMICOLON                                             # declarationStatement
    | action SEMICOLON                                                  # actionStatement
    ;

forStart : declaration | action ;

declaration : type declarator (COMMA declarator)* ;

declarator : STAR* QUALIFIER* ID (LBRACKET expression? RBRACKET)? (ASSIGN expression)? ;

action
    : expression op=(ASSIGN | ADD_ASSIGN | SUB_ASSIGN | MUL_ASSIGN | DIV_ASSIGN | MOD_ASSIGN
                    | AND_ASSIGN | OR_ASSIGN | XOR_ASSIGN | SHL_ASSIGN | SHR_ASSIGN)
      expression                                                        # assignment
    | expression op=(INCREMENT | DECREMENT)                             # step
    | op=(INCREMENT | DECREMENT) expression                             # step
    | expression                                                        # effect
    ;

// From the tightest to the loosest, as in C.
expression
    : LPAREN expression RPAREN                                          # parenthesis
    | INTEGER                                                           # integer
    | ID arguments                                                      # call
    | ID LBRACE ID RBRACE arguments?                                    # annotatedCall
    | ID                                                                # name
    | expression LBRACKET expression RBRACKET                           # index
    | LPAREN type STAR* RPAREN expression                               # cast
    | op=(MINUS | PLUS | NOT | COMPLEMENT | AMPERSAND | STAR) expression # prefix
    | expression op=(STAR | SLASH | PERCENT) expression                 # binary
    | expression op=(PLUS | MINUS) expression                           # binary
    | expression op=(SHIFT_LEFT | SHIFT_RIGHT) expression               # binary
    | expression op=(LESS | LESS_EQUAL | GREATER | GREATER_EQUAL) expression # binary
    | expression op=(EQUAL | NOT_EQUAL) expression                      # binary
    | expression op=AMPERSAND expression                                # binary
    | expression op=CARET expression                                    # binary
    | expression op=BAR expression                                      # binary
    | expression op=AND expression                                      # binary
    | expression op=OR expression                                       # binary
    | <assoc=right> expression QUESTION expression COLON expression     # conditional
    ;

arguments : LPAREN (expression (COMMA expression)*)? RPAREN ;

IF : 'if' ;
ELSE : 'else' ;
WHILE : 'while' ;
DO : 'do' ;
FOR : 'for' ;
BREAK : 'break' ;
CONTINUE : 'continue' ;
RETURN : 'return' ;
STRUCT : 'struct' ;
VOID : 'void' ;
ATOMIC : '_Atomic' ;
QUALIFIER : 'const' | 'volatile' | 'register' | 'static' | 'restrict' ;
TYPE
    : 'int' | 'char' | 'short' | 'long' | 'unsigned' | 'signed' | 'bool' | '_Bool' | 'size_t'
    | 'u'? 'int' ('_least' | '_fast')? [0-9]+ '_t' | 'u'? 'intptr_t' | 'u'? 'intmax_t'
    | '__'? 'u'? 'int128' '_t'? | '__uint128_t' | '__int128_t' | '__int128'
    | 'atomic_' ('int' | 'uint' | 'char' | 'schar' | 'uchar' | 'short' | 'ushort' | 'long' | 'ulong'
                | 'llong' | 'ullong' | 'bool' | 'flag' | 'size_t' | 'u'? 'intptr_t'
                | 'u'? 'int' [0-9]+ '_t' | 't')
    | 'mtx_t' | 'spinlock_t' | 'ptrdiff_t'
    ;

LBRACE : '{' ;
RBRACE : '}' ;
LPAREN : '(' ;
RPAREN : ')' ;
LBRACKET : '[' ;
RBRACKET : ']' ;
SEMICOLON : ';' ;
AT : '@' ;
COMMA : ',' ;
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

ID : [a-zA-Z_] [a-zA-Z_0-9]* ;
INTEGER : [0-9] [a-zA-Z_0-9]* ;

SPACE : [ \t\r\n\f]+ -> skip ;
LINE_COMMENT : '//' ~[\r\n]* -> skip ;
BLOCK_COMMENT : '/*' (~'*' | '*'+ ~[*/])* '*'+ '/' -> skip ;
UNTERMINATED_COMMENT : '/*' (~'*' | '*'+ ~[*/])* '*'* -> channel(HIDDEN) ;
UNKNOWN : . -> channel(HIDDEN) ;
