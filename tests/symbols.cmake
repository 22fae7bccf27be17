# cmake -DLIBRARIES=<a;b;...> -P symbols.cmake : no two of the project's
# libraries define the same global name, or the linker would choose silently.
# Ceilings (base/ceiling.h) leave what was being computed where it is; the
# program alone sets them, so that the library gives nothing up.
cmake_minimum_required(VERSION 3.21)
find_program(NM nm REQUIRED)
set(seen "")
set(twice "")
foreach(library IN LISTS LIBRARIES)
  execute_process(COMMAND ${NM} --defined-only -g ${library}
    OUTPUT_VARIABLE text RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "nm cannot read ${library}")
  endif()
  execute_process(COMMAND ${NM} --undefined-only ${library}
    OUTPUT_VARIABLE calls)
  if(calls MATCHES "ceiling_(set|interrupt)" AND NOT library MATCHES "_cli\\.")
    message(FATAL_ERROR "${library} sets ceilings")
  endif()
  string(REGEX MATCHALL " [TDBRC] [A-Za-z0-9_]+" names "${text}")
  if(names STREQUAL "")
    message(FATAL_ERROR "${library} defines nothing: was it built?")
  endif()
  foreach(name IN LISTS names)
    string(SUBSTRING "${name}" 3 -1 name)
    if(name MATCHES "^__") # the compiler's own: sanitizers
      continue()
    endif()
    if(DEFINED from_${name})
      list(APPEND twice "${name}: ${from_${name}} and ${library}")
    endif()
    set(from_${name} ${library})
  endforeach()
endforeach()
if(twice)
  list(JOIN twice "\n  " text)
  message(FATAL_ERROR "names defined twice:\n  ${text}")
endif()
