# The options that every target is compiled with: each of them links `morula_options`.
add_library(morula_options INTERFACE)
target_compile_features(morula_options INTERFACE cxx_std_20)
target_include_directories(morula_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(morula_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion $<IF:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>,-Wshadow=local,-Wshadow> -Werror
  -Wno-restrict  # g++ 12 reports overlaps in std::string's operator+ that do not exist (its bug 105651)
  -Wno-maybe-uninitialized  # g++ 12 and 13 take members of a moved std::variant for uninitialised (bug 105593)
  -ffp-contract=off)  # a fused multiply-add rounds once where two operations round twice
# g++ collects garbage when it has allocated 128 MB, which costs up to a tenth of its time. On machines with 2 GB for
# each processor it may allocate 600 MB first.
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
  # g++ warns about functions that return vectors wider than the processor's registers, since files compiled for other
  # processors would expect the result elsewhere. Here no two files compiled for different processors call each other.
  target_compile_options(morula_options INTERFACE -Wno-psabi)
endif()
if(NOT MORULA_PORTABLE)
  target_compile_options(morula_options INTERFACE ${native})
endif()

# CMakePresets.json chooses -Og for sanitizers: g++ needs as long for it as for -O0, and two thirds of the time of -O1.
# Most tests run as fast as with -O1; those of interaction take up to 1.6 times as long, since the draws in their
# reference are not inlined.
if(MORULA_SANITIZE)
  target_compile_options(morula_options INTERFACE -fsanitize=${MORULA_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all
    -fno-sanitize=null  # the address sanitizer stops at null pointers too; these checks cost g++ 8 % of its time
    # The tests' own results are only compared; checking them for undefined behaviour would cost g++ a third of its
    # time.
    $<$<BOOL:$<TARGET_PROPERTY:MORULA_IS_TEST>>:-fno-sanitize=undefined>)
  target_link_options(morula_options INTERFACE -fsanitize=${MORULA_SANITIZE})
endif()

# Files are compiled in batches of 32, joined into one (a unity build), since g++ spends most of its time for a small
# file on the headers that the file includes: a batch of eight takes as long as three separate files, and three batches
# of eight take a third longer than one of 24. Two files of a batch must not define the same name. Warnings about
# shadowed names outside functions, and about linkage, would be wrong in a batch, so they are off. With MORULA_JOIN off,
# every file is compiled by itself.
function(morula_join target)
  if(MORULA_JOIN)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 32)
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

# The parts of the program are compiled once for the program, for libmorula and for the Python module: as
# position-independent code with hidden symbols. Calls to hidden symbols are direct, as in a program, so this costs
# nothing. Sanitized builds make neither the library nor the module.
function(morula_in_library target)
  if(NOT MORULA_SANITIZE)
    target_compile_options(${target} PRIVATE -fPIC -fvisibility=hidden -fvisibility-inlines-hidden)
  endif()
endfunction()

# Third-party headers that most files include are parsed once for each level of optimisation: loading them takes a
# second less than parsing them. A file still includes what it uses: with MORULA_JOIN off nothing is precompiled, and a
# missing #include is noticed. Tests precompile more headers (tests.cmake).
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
    # With a precompiled std::string g++ 12 warns about overflows that do not exist. With MORULA_JOIN off, only real
    # ones are reported.
    target_compile_options(${target} PRIVATE -Wno-stringop-overflow -Wno-array-bounds)
  endif()
endfunction()

# One static library for each folder, from all its .cpp files except main.cpp and *_main.cpp. QUICK is followed by a
# pattern of files that are quick to build, ALL_QUICK_BUT by a pattern of files that are not; with ALL_QUICK, all files
# are quick to build.
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

# Files with loops in which runs spend their time are compiled by themselves, so that the compiler optimises them in the
# same way whatever other files are in the batch. Sanitized builds need not be fast, so there these files are joined
# like all others.
function(morula_alone)
  if(NOT MORULA_SANITIZE)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# For files whose loops are faster without the ARM instructions EOR3 and BCAX: each of these replaces two instructions,
# but a Neoverse-V1 can execute fewer of them at a time. Precompiled headers are left out, since functions defined in
# them could not be inlined there.
function(morula_plain_logic)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64" AND CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT MORULA_SANITIZE)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_PRECOMPILE_HEADERS ON
      COMPILE_OPTIONS "-include;${CMAKE_SOURCE_DIR}/cmake/plain_logic.h")
  endif()
endfunction()

# Code for texts, figures and tables takes only moments of a run and is not worth the compiler's time for optimisation.
# With -Og g++ needs five sixths of its time for -O1, and half of its time for -O3. Tests, which compute references, and
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

# Sources that match PATTERN are quick to build. They are removed from the list of sources NAME_OF_LIST and become an
# object library TARGET_quick, which links and includes everything that TARGET does. With ALL_BUT, this applies to the
# sources that do not match.
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

# morula_family(NAME PATTERN)   A family of models is a part of morula_models whose files are joined separately, so that
# a new family does not change the joined files of the others. Files that match PATTERN have loops over sites, cells or
# rules and are optimised; all others (readers, texts, figures, kernel launches) are quick to build.
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
