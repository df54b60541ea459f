# The build for browsers (preset `web`, Debian's Emscripten): what comes from packages elsewhere.
#
# Headers that are all there is to a library are read where Debian's packages have them, through a
# folder of links to only these: /usr/include itself has the C library of another machine. ANTLR's
# runtime is compiled from Debian's source package, which `./make.sh web` fetches.

# Libraries are compiled beside each other, not one after the other.
set(CMAKE_OPTIMIZE_DEPENDENCIES ON)

set(WEB_ANTLR_SOURCE "" CACHE PATH "The source package antlr4-cpp-runtime, unpacked")
if(NOT EXISTS ${WEB_ANTLR_SOURCE}/runtime/src/antlr4-runtime.h)
  message(FATAL_ERROR "WEB_ANTLR_SOURCE is not the source of ANTLR's runtime: ./make.sh web fetches it")
endif()

set(web_headers ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${web_headers})
function(web_header_library target folder)
  if(NOT EXISTS /usr/include/${folder})
    message(FATAL_ERROR "/usr/include/${folder} is missing: ./make.sh web installs it")
  endif()
  file(CREATE_LINK /usr/include/${folder} ${web_headers}/${folder} SYMBOLIC)
  add_library(${target} INTERFACE IMPORTED)
  target_include_directories(${target} SYSTEM INTERFACE ${web_headers})
endfunction()
web_header_library(fmt::fmt fmt)
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
web_header_library(nlohmann_json::nlohmann_json nlohmann)
web_header_library(Boost::headers boost)
# One thread: explorer/work/pool.cpp and explorer/plan/deep_stack.cpp know it.
add_library(Threads::Threads INTERFACE IMPORTED)

# WebAssembly's own exceptions: those that JavaScript stands in for cost a detour at every call that
# something might be thrown out of.
add_compile_options(-fwasm-exceptions)
add_link_options(-fwasm-exceptions)

set(ANTLR4_INCLUDE_DIR ${WEB_ANTLR_SOURCE}/runtime/src)
set(antlr4-runtime_VERSION 4.9)
file(GLOB_RECURSE runtime_sources ${ANTLR4_INCLUDE_DIR}/*.cpp)
add_library(antlr4_shared STATIC ${runtime_sources})
# As C++17 its sources do not fit Debian's headers.
set_target_properties(antlr4_shared PROPERTIES CXX_STANDARD 14 UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 40)
target_compile_options(antlr4_shared PRIVATE -w)
target_include_directories(antlr4_shared SYSTEM PRIVATE ${ANTLR4_INCLUDE_DIR})

# What a page has no use for: the server itself, what clusters need, and a compiler, which it cannot
# start (web/no_compiler.cpp).
set_source_files_properties(
  frontend/c/run_compiler.cpp support/process.cpp explorer/crew/outpost.cpp serve/child_process.cpp
  serve/collect.cpp serve/connection.cpp serve/http_message.cpp serve/run_queue.cpp serve/server.cpp
  PROPERTIES HEADER_FILE_ONLY ON)
