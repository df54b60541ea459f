// Memory models in herd's cat language. What a name stands for, and whether a set or a relation is
// needed, is checked later.
grammar Cat;

// Given to names by the front end: a name that begins a line where no expression can go on.
tokens { STRAY_ID }

model : title? instruction* EOF ;

title : STRING | ID STRING? ;

instruction
    : LET_WORD REC_WORD? binding (AND_WORD binding)*                    # letInstruction
    | (FLAG_WORD | UNDEFINED_UNLESS_WORD)? TILDE? test=(ACYCLIC_WORD | IRREFLEXIVE_WORD | EMPTY_WORD)
        expression (AS_WORD ID)?                                        # checkInstruction
    | SHOW_WORD shown (COMMA shown)*                                    # showInstruction
    | UNSHOW_WORD ID (COMMA ID)*                                        # unshowInstruction
    | INCLUDE_WORD STRING                                               # includeInstruction
    | WITH_WORD ID FROM_WORD expression                                 # withInstruction
    | PROCEDURE_WORD ID parameters ASSIGN instruction* END_WORD         # procedureInstruction
    | CALL_WORD ID argument                                             # callInstruction
    ;

shown : expression (AS_WORD ID)? ;

binding : ID parameters? ASSIGN expression ;

parameters : ID | LPAREN (ID (COMMA ID)*)? RPAREN ;

// From the tightest to the loosest.
expression
    : ID                                                                # name
    | ZERO                                                              # emptyRelation
    | UNDERSCORE                                                        # everything
    | LBRACE RBRACE                                                     # emptySet
    | LPAREN expression RPAREN                                          # parenthesis
    | LBRACKET expression RBRACKET                                      # identity
    | ID argument                                                       # application
    | expression op=(STAR | PLUS | OPTIONAL | INVERSE | HAT_PLUS | HAT_STAR)   # postfix
    | TILDE expression                                                  # complement
    | <assoc=right> expression STAR expression                          # product
    | <assoc=right> expression AMPERSAND expression                     # intersection
    | expression BACKSLASH expression                                   # difference
    | <assoc=right> expression SEQUENCE expression                      # sequence
    | <assoc=right> expression PLUSPLUS expression                      # addition
    | <assoc=right> expression BAR expression                           # union
    | LET_WORD REC_WORD? binding (AND_WORD binding)* IN_WORD expression # letExpression
    | FUN_WORD parameters ARROW expression                              # function
    | TRY_WORD expression WITH_WORD expression                          # tryExpression
    ;

argument : ID | LPAREN (expression (COMMA expression)*)? RPAREN ;

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
AMPERSAND : '&' ;
BACKSLASH : '\\' ;
PLUSPLUS : '++' ;
STAR : '*' ;
PLUS : '+' ;
OPTIONAL : '?' ;
TILDE : '~' ;
INVERSE : '^-1' ;
HAT_PLUS : '^+' ;
HAT_STAR : '^*' ;
UNDERSCORE : '_' ;
ZERO : '0' ;

STRING : '"' ~["\r\n]* '"' ;
ID : ([a-zA-Z] | '_' [a-zA-Z0-9]) [a-zA-Z0-9_.-]* '\''* ;

SPACE : [ \t\r\n\f]+ -> skip ;
COMMENT : '(*' (COMMENT | .)*? '*)' -> skip ;
LINE_COMMENT : '//' ~[\r\n]* -> skip ;
UNTERMINATED_COMMENT : '(*' -> channel(HIDDEN) ;
UNTERMINATED_STRING : '"' ~["\r\n]* -> channel(HIDDEN) ;
UNKNOWN : . -> channel(HIDDEN) ;
