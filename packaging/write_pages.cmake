# cmake -D DROVER=PROGRAM -D FOLDER=FOLDER -P write_pages.cmake: man pages and completions, as the
# program itself writes them.
function(write_text file)
  execute_process(COMMAND ${DROVER} ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE ${file} "${text}")
endfunction()

execute_process(COMMAND ${DROVER} --man OUTPUT_VARIABLE pages COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" pages "${pages}")
file(REMOVE_RECURSE ${FOLDER})
foreach(page ${pages})
  write_text(${FOLDER}/man1/${page}.1 --man ${page})
endforeach()
write_text(${FOLDER}/bash/drover --completion bash)
write_text(${FOLDER}/zsh/_drover --completion zsh)
write_text(${FOLDER}/fish/drover.fish --completion fish)
