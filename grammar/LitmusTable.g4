// The program of a litmus test in assembly: a table with one column per thread. Which mnemonics
// there are, and which operands they take, is checked by the front end of each architecture: it can
// name what is wrong with them.
grammar LitmusTable;

program : SEMICOLON? heading row* EOF ;

heading : column (BAR column)* SEMICOLON ;

// `P0@cta 0, gpu 0`: the place of the thread in a machine with scopes.
column : NAME (AT level (COMMA level)*)? ;

level : NAME NUMBER ;

row : cell (BAR cell)* SEMICOLON ;

cell : label* instruction? ;

label : (DOT? NAME | LOCK) COLON ;

instruction : (LOCK SEMICOLON?)? NAME (operand (COMMA operand)*)? ;

operand
    : NUMBER                                                    # number
    | (NAME | LOCK)                                             # name
    | NAME NUMBER                                               # shift
    | DOT NUMBER                                                # relative
    | DOT NAME                                                  # name
    | LBRACKET operand (COMMA operand)* RBRACKET EXCLAMATION?   # memory
    | (segment=NAME COLON)? (NUMBER | offset=NAME)? LPAREN base=NAME scaled? RPAREN # offset
    | (NUMBER | offset=NAME)? LPAREN NUMBER RPAREN              # absolute
    | LBRACE operand (COMMA operand)* RBRACE index?             # list
    ;

// `(%rax,%rbx,8)`: an index and what it is multiplied with.
scaled : COMMA NAME (COMMA NUMBER)? ;

index : LBRACKET NUMBER RBRACKET ;

LOCK : 'lock' | 'LOCK' ;
BAR : '|' ;
SEMICOLON : ';' ;
COLON : ':' ;
COMMA : ',' ;
LBRACKET : '[' ;
RBRACKET : ']' ;
LPAREN : '(' ;
RPAREN : ')' ;
LBRACE : '{' ;
RBRACE : '}' ;
EXCLAMATION : '!' ;
DOT : '.' ;
AT : '@' ;
NAME : [a-zA-Z_%] [a-zA-Z_0-9%/]* ('.' [a-zA-Z_0-9]*)* ;
NUMBER : [#$]? [+\-]? [0-9] [a-zA-Z_0-9]* ;

SPACE : [ \t\r\n\f]+ -> skip ;
COMMENT : '(*' .*? '*)' -> skip ;
// herd has only those; these are C's, which people write in the code.
BLOCK_COMMENT : '/*' .*? '*/' -> skip ;
LINE_COMMENT : '//' ~[\r\n]* -> skip ;
UNTERMINATED_COMMENT : ('(*' | '/*') -> channel(HIDDEN) ;
UNKNOWN : . -> channel(HIDDEN) ;
