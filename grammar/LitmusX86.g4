// The program of an X86 litmus test: a table with one column per thread. Which mnemonics there are,
// and which operands they take, is checked by the front end: it can name what is wrong with them.
grammar LitmusX86;

program : SEMICOLON? heading row* EOF ;

heading : NAME (BAR NAME)* SEMICOLON ;

row : cell (BAR cell)* SEMICOLON ;

cell : label* instruction? ;

label : NAME COLON ;

instruction : (LOCK SEMICOLON?)? NAME (operand (COMMA operand)*)? ;

operand
    : NAME                                          # register
    | (LBRACKET NAME RBRACKET | LPAREN NAME RPAREN) # memory
    | LBRACKET NUMBER RBRACKET                      # absolute
    | NUMBER                                        # immediate
    ;

LOCK : 'lock' | 'LOCK' ;
BAR : '|' ;
SEMICOLON : ';' ;
COLON : ':' ;
COMMA : ',' ;
LBRACKET : '[' ;
RBRACKET : ']' ;
LPAREN : '(' ;
RPAREN : ')' ;
NAME : [a-zA-Z_%] [a-zA-Z_0-9/.]* ;
NUMBER : '$'? '-'? [0-9] [a-zA-Z_0-9]* ;

SPACE : [ \t\r\n\f]+ -> skip ;
COMMENT : '(*' .*? '*)' -> skip ;
// herd has only those; these are C's, which people write in the code.
BLOCK_COMMENT : '/*' .*? '*/' -> skip ;
LINE_COMMENT : '//' ~[\r\n]* -> skip ;
UNTERMINATED_COMMENT : ('(*' | '/*') -> channel(HIDDEN) ;
UNKNOWN : . -> channel(HIDDEN) ;
