# Writes the generated part of support/version.h, at every build but only if it changes:
# cmake -D SOURCE=… -D OUTPUT=… -D DROVER_VERSION=… -D ANTLR_VERSION=… … -P version.cmake

set(DROVER_COMMIT "")
find_program(GIT git)
# Only the repository of Drover itself: an archive may be unpacked within another one.
if(GIT AND EXISTS ${SOURCE}/.git)
  execute_process(
    COMMAND ${GIT} -C ${SOURCE} describe --always --abbrev=12 --exclude=* --dirty=+changes
    OUTPUT_VARIABLE DROVER_COMMIT
    OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET)
endif()
configure_file(${SOURCE}/support/version.cpp.in ${OUTPUT} @ONLY)
