# ANTLR before 4.10 generates lexers and parsers whose tables are built before main() begins: seven
# grammars, of which a run uses one or two, took half the time of a small run. Here the tables of a
# lexer or parser are built when the first one is made. A static variable of a function is built
# once, whatever the number of threads. (What later versions of ANTLR generate does this by itself,
# and is left as it is.)
#
# usage: cmake -D FILES=A.cpp,B.cpp -P initialise_when_used.cmake
string(REPLACE "," ";" files "${FILES}")
foreach(file ${files})
  get_filename_component(class ${file} NAME_WE)
  file(READ ${file} text)
  # CMake's lists would take brackets and semicolons of the text for their own: only string() is used.
  set(at_start "\n${class}::Initializer ${class}::_init;")
  set(when_made "\n  _interpreter = new atn::")
  string(FIND "${text}" "${at_start}" has_start)
  string(FIND "${text}" "${when_made}" has_constructor)
  if(has_start EQUAL -1)
    continue()
  endif()
  if(has_constructor EQUAL -1)
    message(FATAL_ERROR "${file}: the constructor of ${class} does not look as expected")
  endif()
  string(REPLACE "${at_start}" "" text "${text}")
  string(REPLACE "${when_made}" "\n  static const Initializer tables;${when_made}" text "${text}")
  # The tables come from the generator: that they are sound need not be found out at each start.
  string(REPLACE "\n  atn::ATNDeserializer deserializer;"
                 "\n  atn::ATNDeserializationOptions options;\n  options.setVerifyATN(false);\n  atn::ATNDeserializer deserializer(options);"
                 text "${text}")
  file(WRITE ${file} "${text}")
endforeach()
