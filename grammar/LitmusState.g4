// What all litmus dialects share: the initial state between braces, and what stands behind
// the program: locations, filter, condition. Two start rules: `init` and `condition`.
grammar LitmusState;

init : SEMICOLON* initEntry* EOF ;

initEntry : initItem itemEnd ;

itemEnd : SEMICOLON+ | EOF ;

// `x`, `x = 1`, `int *p = &x`, `_Atomic int x`, `int a[2] = {4,5}`, `0:EAX = x`.
// Of GPUs: `y @ texture aliases x`; Vulkan's `y aliases x` has the form of a type and a name.
initItem
    : typeWord* STAR* location (ASSIGN initValue)?
    | NAME AT NAME NAME NAME
    ;

typeWord : NAME (LESS NAME GREATER)? ;

initValue
    : AMPERSAND? value                                              # scalarValue
    | NAME LPAREN value RPAREN                                      # wrappedValue
    | thread=(NUMBER | NAME) COLON NAME                             # labelValue
    | LBRACE (value (COMMA value)* COMMA?)? RBRACE                  # listValue
    ;

// herd wants the locations first.
condition : locations? filter? constraint? SEMICOLON? locations? kinds? EOF ;

locations : LOCATIONS LBRACKET (locationItem (SEMICOLON locationItem?)*)? RBRACKET ;

locationItem : location NAME? STAR* ;

filter : FILTER proposition ;

constraint
    : FORALL proposition                                            # forallConstraint
    | NOT EXISTS proposition                                        # notExistsConstraint
    | (EXISTS | FINAL)? proposition                                 # existsConstraint
    | OBSERVED observation (OBSERVED_AND observation)*              # observedConstraint
    ;

observation : (atom SEMICOLON)* ;

// Verdicts of other tools, `with tso: exists;`: ignored.
kinds : WITH (kind (SEMICOLON kind?)*)? ;

kind : NAME COLON (FORALL | NOT? EXISTS) ;

// From the tightest to the loosest.
proposition
    : LPAREN proposition RPAREN                                     # parenthesis
    | TRUE                                                          # trueProposition
    | FALSE                                                         # falseProposition
    | atom                                                          # atomProposition
    | NOT proposition                                               # negation
    | <assoc=right> proposition IMPLIES proposition                 # implication
    | proposition AND proposition                                   # conjunction
    | proposition OR proposition                                    # disjunction
    ;

// Only the tests of GPUs compare in other ways, or begin with a number.
atom
    : location relation=(ASSIGN | EQUAL | NOT_EQUAL | LESS | GREATER | LESS_EQUAL | GREATER_EQUAL) operand
    | first=NUMBER relation=(ASSIGN | EQUAL | NOT_EQUAL | LESS | GREATER | LESS_EQUAL | GREATER_EQUAL)
      (second=NUMBER | location)
    ;

operand
    : AMPERSAND? value                                              # valueOperand
    | STAR NAME                                                     # contentOperand
    | LBRACKET NAME RBRACKET                                        # contentOperand
    | thread=(NUMBER | NAME) COLON NAME                             # registerOperand
    | LBRACE value (COMMA value)* COMMA? RBRACE                     # listOperand
    ;

location
    : thread=(NUMBER | NAME) COLON NAME                             # registerLocation
    | LBRACKET NAME RBRACKET                                        # globalLocation
    | NAME LBRACKET NUMBER RBRACKET                                 # cellLocation
    | NAME                                                          # globalLocation
    ;

value
    : NUMBER                                                        # numberValue
    | NAME (LBRACKET NUMBER RBRACKET)?                              # addressValue
    | CODE                                                          # codeValue
    ;

LOCATIONS : 'locations' ;
FILTER : 'filter' ;
FORALL : 'forall' ;
EXISTS : 'exists' ;
FINAL : 'final' ;
OBSERVED : 'observed' | 'Observed' ;
OBSERVED_AND : 'and' ;
WITH : 'with' ;
TRUE : 'true' ;
FALSE : 'false' ;

LBRACE : '{' ;
RBRACE : '}' ;
LPAREN : '(' ;
RPAREN : ')' ;
LBRACKET : '[' ;
RBRACKET : ']' ;
SEMICOLON : ';' ;
COMMA : ',' ;
COLON : ':' ;
AMPERSAND : '&' ;
STAR : '*' ;
LESS : '<' ;
GREATER : '>' ;
LESS_EQUAL : '<=' ;
GREATER_EQUAL : '>=' ;
AT : '@' ;
ASSIGN : '=' ;
EQUAL : '==' ;
NOT_EQUAL : '!=' | '<>' ;
AND : '/\\' | '&&' ;
OR : '\\/' | '||' ;
IMPLIES : '=>' ;
NOT : '~' | 'not' ;

// `label:"P0:L0"` is the address of code, `instr:"NOP"` an instruction as a value.
CODE : ('label' | 'instr') ':' '"' ~["\r\n]* '"' ;
NAME : [a-zA-Z_%] [a-zA-Z_0-9.]* ;
NUMBER : '-'? [0-9] [a-zA-Z_0-9]* ;

SPACE : [ \t\r\n\f]+ -> skip ;
COMMENT : '(*' .*? '*)' -> skip ;
// herd has only those; these are C's, which people write in the code.
BLOCK_COMMENT : '/*' .*? '*/' -> skip ;
LINE_COMMENT : '//' ~[\r\n]* -> skip ;
UNTERMINATED_COMMENT : ('(*' | '/*') -> channel(HIDDEN) ;
UNKNOWN : . -> channel(HIDDEN) ;
