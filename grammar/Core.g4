// The core language. No embedded actions; what the tree cannot say (places, modes,
// numbers of operands) is checked by the front end, which has better words for it.
grammar Core;

// The `:` of `thread:register`. The front end gives a `:` this type before parsing,
// inside conditions, so that it is not taken for the `:` of `?:`.
//
// A name before a `:` at the start of a statement. The front end gives it this type: the parser
// need not look at two tokens, and the front end has better words for mistakes.
//
// The `require` of `require exists`. The front end gives it this type: elsewhere it is a name.
//
// The `object` of a declaration of an object, too.
tokens { THREAD_COLON, LABEL, REQUIRE, OBJECT }

program : item* EOF ;

item
    : CONST ID ASSIGN_CONST expression SEMICOLON                        # constItem
    | SHARED NA? sharedDeclarator (COMMA sharedDeclarator)* SEMICOLON   # sharedItem
    | STRUCT ID LBRACE structField* RBRACE SEMICOLON?                   # structItem
    | FN ID LPAREN parameters? RPAREN block                             # functionItem
    | INIT block                                                        # initItem
    | FINAL block                                                       # finalItem
    | THREAD ID family? places? block                                   # threadItem
    | OBJECT name=ID objectClause* (COLON kind=ID LPAREN (objectEntry (COMMA objectEntry)*)? RPAREN
      objectClause* SEMICOLON | LBRACE item* RBRACE SEMICOLON?)         # objectItem
    | REQUIRE? kind=(EXISTS | FORBID | FORALL) LPAREN expression RPAREN SEMICOLON # conditionItem
    ;

sharedDeclarator : ID (LBRACKET expression RBRACKET)? (ASSIGN_CONST initialiser)? ;

initialiser
    : expression
    | LBRACE (expression (COMMA expression)* COMMA?)? RBRACE
    ;

// `promises v`
objectClause : word=ID value=ID ;

// `enqueue`, `insert = enqueue`, `capacity = 2`
objectEntry : ID (ASSIGN_CONST expression)? ;

structField : NA? ID (COMMA ID)* SEMICOLON ;

parameters : ID (COMMA ID)* ;

family : LPAREN ID IN expression RANGE expression RPAREN ;

// Where the thread is on a machine with scopes: `@ cta i, gpu 0`.
places : AT place (COMMA place)* ;

place : level=ID expression ;

block : LBRACE statement* RBRACE ;

statement
    : block                                                             # blockStatement
    | SEMICOLON                                                         # emptyStatement
    | IF LPAREN expression RPAREN statement (ELSE statement)?           # ifStatement
    | WHILE LPAREN expression RPAREN statement                          # whileStatement
    | DO statement WHILE LPAREN expression RPAREN SEMICOLON             # doStatement
    | FOR LPAREN start=action? SEMICOLON expression? SEMICOLON step=action? RPAREN
      statement                                                         # forStatement
    | LABEL COLON statement                                             # labelledStatement
    | BREAK ID? SEMICOLON                                               # breakStatement
    | CONTINUE ID? SEMICOLON                                            # continueStatement
    | RETURN expression? SEMICOLON                                      # returnStatement
    | FENCE modes? SEMICOLON                                            # fenceStatement
    | word=(LOCK | UNLOCK | ASSUME | FREE) LPAREN expression RPAREN SEMICOLON # wordStatement
    | ASSERT LPAREN expression (COMMA STRING)? RPAREN SEMICOLON         # assertStatement
    | ERROR SEMICOLON                                                   # errorStatement
    | BLOCK SEMICOLON                                                   # stopStatement
    | mark=(MAIN | HELP) expression SEMICOLON                           # markedCallStatement
    | action SEMICOLON                                                  # actionStatement
    ;

action
    : STORE modes? arguments                                            # storeAction
    | expression (ASSIGN expression)?                                   # expressionAction
    ;

// From the tightest to the loosest, as in C. An `@mode` behind a `*e` is the mode of the
// access of `*e`, see the front end.
expression
    : LPAREN expression RPAREN                                          # parenthesis
    | INTEGER                                                           # integer
    | ASSUME? op=(LOAD | XCHG | FAA | FAS | FAND | FOR | FXOR | CAS | CMPXCHG | AWAIT | XCHGAWAIT)
      modes? arguments                                                  # memoryOperation
    | ALLOC ID                                                          # allocateStruct
    | ALLOC LPAREN expression RPAREN                                    # allocateCells
    | thread=(ID | INIT | FINAL) THREAD_COLON ID                        # threadRegister
    | SPAWN ID arguments                                                # spawn
    | ID arguments                                                      # call
    | mark=(MAIN | HELP) expression                                     # markedResult
    | ID                                                                # name
    | expression LBRACKET expression RBRACKET                           # index
    | expression ARROW ID                                               # field
    | expression AT modeName                                            # withMode
    | op=(MINUS | NOT | COMPLEMENT | AMPERSAND | STAR) expression       # prefix
    | JOIN expression                                                   # join
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

modes : AT modeName (COMMA modeName)? ;

// `rel.cta`: a mode and its scope. A `!` behind them pins the mode: it stays as it is where modes
// are looked for.
modeName : word=(ID | NA) (DOT scope=ID)? NOT? ;

CONST : 'const' ;
SHARED : 'shared' ;
NA : 'na' ;
STRUCT : 'struct' ;
FN : 'fn' ;
INIT : 'init' ;
FINAL : 'final' ;
THREAD : 'thread' ;
IN : 'in' ;
EXISTS : 'exists' ;
FORBID : 'forbid' ;
FORALL : 'forall' ;
IF : 'if' ;
ELSE : 'else' ;
WHILE : 'while' ;
DO : 'do' ;
FOR : 'for' ;
BREAK : 'break' ;
CONTINUE : 'continue' ;
RETURN : 'return' ;
FENCE : 'fence' ;
LOCK : 'lock' ;
UNLOCK : 'unlock' ;
ASSUME : 'assume' ;
ASSERT : 'assert' ;
ERROR : 'error' ;
BLOCK : 'block' ;
FREE : 'free' ;
MAIN : 'main' ;
HELP : 'help' ;
STORE : 'store' ;
LOAD : 'load' ;
XCHG : 'xchg' ;
FAA : 'faa' ;
FAS : 'fas' ;
FAND : 'fand' ;
FXOR : 'fxor' ;
CAS : 'cas' ;
CMPXCHG : 'cmpxchg' ;
AWAIT : 'await' ;
XCHGAWAIT : 'xchgawait' ;
SPAWN : 'spawn' ;
JOIN : 'join' ;
ALLOC : 'alloc' ;

LBRACE : '{' ;
RBRACE : '}' ;
LPAREN : '(' ;
RPAREN : ')' ;
LBRACKET : '[' ;
RBRACKET : ']' ;
SEMICOLON : ';' ;
COMMA : ',' ;
ASSIGN : ':=' ;
ASSIGN_CONST : '=' ;
RANGE : '..' ;
DOT : '.' ;
ARROW : '->' ;
AT : '@' ;
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
// Also text that is not a number, `12ab`: the front end reports it.
INTEGER : [0-9] [a-zA-Z_0-9]* ;
STRING : '"' (~["\\\r\n] | '\\' ~[\r\n])* '"' ;

SPACE : [ \t\r\n\f]+ -> skip ;
LINE_COMMENT : '//' ~[\r\n]* -> skip ;
BLOCK_COMMENT : '/*' (~'*' | '*'+ ~[*/])* '*'+ '/' -> skip ;

// Shorter than what they lack the end of, so that they only match without it. On the
// hidden channel the parser does not see them; the front end does.
UNTERMINATED_COMMENT : '/*' (~'*' | '*'+ ~[*/])* '*'* -> channel(HIDDEN) ;
UNTERMINATED_STRING : '"' (~["\\\r\n] | '\\' ~[\r\n])* '\\'? -> channel(HIDDEN) ;
UNKNOWN : . -> channel(HIDDEN) ;
