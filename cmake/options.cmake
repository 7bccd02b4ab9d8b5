# What every target is compiled with: `morula_options` is linked by each of them.
add_library(morula_options INTERFACE)
target_compile_features(morula_options INTERFACE cxx_std_20)
target_include_directories(morula_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(morula_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion $<IF:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>,-Wshadow=local,-Wshadow> -Werror
  -Wno-restrict  # g++ 12 sees overlaps in std::string's operator+ that are none (its bug 105651)
  -Wno-maybe-uninitialized  # g++ 12 and 13 take members of a std::variant that is moved for unset (bug 105593)
  -ffp-contract=off)  # a fused multiply-add rounds once where two operations round twice
# g++ looks for memory that it no longer needs when it has 128 MB, which takes it up to a tenth of its time. It may have 600 MB where
# there are 2 GB for each processor.
cmake_host_system_information(RESULT megabytes QUERY TOTAL_PHYSICAL_MEMORY)
cmake_host_system_information(RESULT processors QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR megabytes_of_each "${megabytes} / ${processors}")
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND megabytes_of_each GREATER 2000)
  target_compile_options(morula_options INTERFACE --param=ggc-min-heapsize=600000)
endif()

if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  set(native -mcpu=native)
else()
  set(native -march=native)
  # g++ warns of functions that return vectors wider than the processor's: files for other processors would expect the
  # result elsewhere. No two files compiled for different processors call each other here.
  target_compile_options(morula_options INTERFACE -Wno-psabi)
endif()
if(NOT MORULA_PORTABLE)
  target_compile_options(morula_options INTERFACE ${native})
endif()

# CMakePresets.json chooses -Og for sanitizers: g++ takes as long as for -O0, two thirds of its time for -O1. Most tests run as
# fast as with -O1; those of interaction take up to 1.6 times as long, since draws in their reference are not inlined.
if(MORULA_SANITIZE)
  target_compile_options(morula_options INTERFACE -fsanitize=${MORULA_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all
    -fno-sanitize=null  # the address sanitizer stops at null pointers too; testing each of them costs g++ 8 % of its time
    # What tests compute themselves is only compared; to look for undefined behaviour there costs g++ a third of its time.
    $<$<BOOL:$<TARGET_PROPERTY:MORULA_IS_TEST>>:-fno-sanitize=undefined>)
  target_link_options(morula_options INTERFACE -fsanitize=${MORULA_SANITIZE})
endif()

# Files are compiled in batches of 32, joined into one (a unity build), since a small file takes most of its time for the
# headers that it includes: eight files take as long as three do by themselves, and three batches of eight take a third longer than
# one of 24. Two files of a batch must not define the same name. Warnings about shadowed names outside functions, and about
# linkage, would be wrong in a batch: they are off. With MORULA_JOIN off, every file is compiled by itself.
function(morula_join target)
  if(MORULA_JOIN)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 32)
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

# What the program is made of is made once, for libmorula and the Python module too: code that may stand at any address, whose
# names are not seen from outside. Hidden names are called directly, as in a program, and so cost nothing. Sanitized builds make
# neither library nor module.
function(morula_in_library target)
  if(NOT MORULA_SANITIZE)
    target_compile_options(${target} PRIVATE -fPIC -fvisibility=hidden -fvisibility-inlines-hidden)
  endif()
endfunction()

# Headers of other people's that most files include are parsed once, for each level of optimisation: loading them takes a
# second less than parsing them. A file still includes what it uses: with MORULA_JOIN off nothing is precompiled, and a
# missing #include is noticed. Tests have more of them (tests.cmake).
set(MORULA_HEADERS <fmt/format.h> <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <numeric>
  <optional> <set> <span> <string> <variant> <vector>)
function(morula_precompiled headers)
  add_library(${headers} OBJECT ${CMAKE_BINARY_DIR}/headers.cpp)
  target_link_libraries(${headers} PRIVATE morula_options fmt::fmt)
  target_compile_options(${headers} PRIVATE ${ARGN})
  target_precompile_headers(${headers} PRIVATE ${MORULA_HEADERS})
  morula_in_library(${headers})
endfunction()
if(MORULA_JOIN AND NOT MORULA_SANITIZE)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/headers.cpp CONTENT "")
  morula_precompiled(morula_headers)
  morula_precompiled(morula_quick_headers -Og)
endif()

function(morula_precompile target headers)
  if(TARGET ${headers})
    target_precompile_headers(${target} REUSE_FROM ${headers})
    # Of a precompiled std::string g++ 12 warns of overflows that are none. With MORULA_JOIN off it warns of true ones.
    target_compile_options(${target} PRIVATE -Wno-stringop-overflow -Wno-array-bounds)
  endif()
endfunction()

# One static library per folder: its .cpp files, whatever they are called, but for main.cpp and *_main.cpp. After QUICK comes
# a pattern of files that are quick to build, after ALL_QUICK_BUT of those that are not; with ALL_QUICK, all of them are.
function(morula_library folder)
  cmake_parse_arguments(PARSE_ARGV 1 library "ALL_QUICK" "QUICK;ALL_QUICK_BUT" "")
  set(linked ${library_UNPARSED_ARGUMENTS})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "[/_]main\\.cpp$")
  set(quick "")
  if(library_QUICK)
    morula_quick_part(morula_${folder} "${library_QUICK}" sources)
  elseif(library_ALL_QUICK_BUT)
    morula_quick_part(morula_${folder} "${library_ALL_QUICK_BUT}" sources ALL_BUT)
  endif()
  if(TARGET morula_${folder}_quick)
    set(quick $<TARGET_OBJECTS:morula_${folder}_quick>)
  endif()
  add_library(morula_${folder} STATIC ${sources} ${quick})
  target_link_libraries(morula_${folder} PUBLIC morula_options ${linked})
  morula_in_library(morula_${folder})
  morula_join(morula_${folder})
  if("fmt::fmt" IN_LIST linked)
    morula_precompile(morula_${folder} morula_headers)
  endif()
  if(library_ALL_QUICK)
    morula_quick_to_build(morula_${folder})
    morula_part_for_all_sets(morula_${folder})
  else()
    morula_part(morula_${folder})
  endif()
endfunction()

# Files with loops in which runs spend their time are compiled by themselves, so that the compiler optimises them in the same
# way whatever other files a batch has. Sanitized builds are not about speed: there they are joined like all others.
function(morula_alone)
  if(NOT MORULA_SANITIZE)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# Files whose loops are faster without the ARM instructions EOR3 and BCAX: each does the work of two, but a Neoverse-V1 can
# execute fewer of them at a time. Precompiled headers are left out, since what they define could not be inlined there.
function(morula_plain_logic)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64" AND CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT MORULA_SANITIZE)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_PRECOMPILE_HEADERS ON
      COMPILE_OPTIONS "-include;${CMAKE_SOURCE_DIR}/cmake/plain_logic.h")
  endif()
endfunction()

# Words, figures and tables take moments of a run: they are not worth the time that a compiler takes to optimise them. -Og
# takes g++ five sixths of its time for -O1, and half of that for -O3. Tests, which compute references, and
# readers of large files ask for -O1.
function(morula_quick_to_build target)
  if(NOT MORULA_SANITIZE)
    set(level ${ARGN} -Og)
    list(GET level 0 level)
    target_compile_options(${target} PRIVATE ${level})
    get_target_property(precompiled ${target} PRECOMPILE_HEADERS_REUSE_FROM)
    if(precompiled)
      morula_precompile(${target} morula_quick_headers)
    endif()
  endif()
endfunction()

# Sources that match PATTERN are quick to build: they become an object library TARGET_quick, with all that TARGET is linked with
# and includes, and leave the list of sources, whose name is given. With ALL_BUT after it, those that do not match are.
function(morula_quick_part target pattern name_of_list)
  set(quick ${${name_of_list}})
  set(optimised ${${name_of_list}})
  if("ALL_BUT" IN_LIST ARGN)
    list(FILTER quick EXCLUDE REGEX "${pattern}")
    list(FILTER optimised INCLUDE REGEX "${pattern}")
  else()
    list(FILTER quick INCLUDE REGEX "${pattern}")
    list(FILTER optimised EXCLUDE REGEX "${pattern}")
  endif()
  set(${name_of_list} ${optimised} PARENT_SCOPE)
  add_library(${target}_quick OBJECT ${quick})
  target_link_libraries(${target}_quick PRIVATE $<TARGET_PROPERTY:${target},LINK_LIBRARIES>)
  target_include_directories(${target}_quick PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  target_compile_definitions(${target}_quick PRIVATE $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
  morula_in_library(${target}_quick)
  morula_join(${target}_quick)
  morula_precompile(${target}_quick morula_headers)
  morula_quick_to_build(${target}_quick -O1)
  morula_part_for_all_sets(${target}_quick)
endfunction()

# morula_family(NAME PATTERN)   A family of models is a part of morula_models that is joined by itself, so that a new family leaves
# the joined files of the others as they are. Files that match PATTERN have loops over sites, cells or rules and are optimised;
# all others (readers, words, figures, what launches kernels on devices) are quick to build.
function(morula_family name pattern)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  morula_quick_part(morula_${name} "/models/${name}/(${pattern})[a-z0-9_]*\\.cpp$" sources ALL_BUT)
  add_library(morula_${name} OBJECT ${sources})
  target_link_libraries(morula_${name} PUBLIC morula_options morula_gpu morula_io morula_plot fmt::fmt)
  morula_in_library(morula_${name})
  morula_join(morula_${name})
  morula_precompile(morula_${name} morula_headers)
  morula_part(morula_${name})
endfunction()
