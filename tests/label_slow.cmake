# cmake -D PROGRAM=BINARY -D PREFIX=FOLDER -D OUTPUT=FILE -P label_slow.cmake: writes what gives the
# test cases of the suite "slow" the label of that name. CTest reads it behind their list.
execute_process(COMMAND ${PROGRAM} --test-suite=slow --list-test-cases --no-colors=true
                OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "\\[doctest\\][^\n]*\n|=====*\n" "" listed "${listed}")
string(REPLACE ";" "\\;" listed "${listed}")
string(REGEX MATCHALL "[^\n]+" names "${listed}")
set(text "")
foreach(name ${names})
  string(APPEND text "set_tests_properties([==[${PREFIX}:${name}]==] PROPERTIES LABELS slow TIMEOUT 1200)\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
