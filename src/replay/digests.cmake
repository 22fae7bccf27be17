# cmake -DDIGESTS=src/replay/digests -DTEXTS=<folder> -P digests.cmake
# Every text of the folder has the digest that the file says, and no other is
# named there.  It is changed by hand: nothing writes it.
cmake_minimum_required(VERSION 3.21)
file(STRINGS ${DIGESTS} lines REGEX "^[0-9a-f]")
file(GLOB texts RELATIVE ${TEXTS} ${TEXTS}/*.txt)
set(found "")
foreach(text IN LISTS texts)
  file(SHA256 ${TEXTS}/${text} digest)
  string(REPLACE ".txt" "" path ${text})
  string(REGEX REPLACE "^([a-z]+)_" "\\1/" path ${path})
  list(APPEND found "${digest}  ${path}")
endforeach()
set(missing ${found})
list(REMOVE_ITEM missing ${lines})
list(REMOVE_ITEM lines ${found})
if(missing OR lines)
  list(JOIN missing "\n" missing)
  list(JOIN lines "\n" lines)
  message(NOTICE "If the files are meant to say what they say now, write into "
    "${DIGESTS}:\n${missing}\nin place of:\n${lines}")
  message(FATAL_ERROR "the statements are not those of ${DIGESTS}")
endif()
