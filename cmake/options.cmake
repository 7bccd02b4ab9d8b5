# What every target is compiled with: `morula_options` is linked by each of them.
add_library(morula_options INTERFACE)
target_compile_features(morula_options INTERFACE cxx_std_20)
target_include_directories(morula_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(morula_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion $<IF:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>,-Wshadow=local,-Wshadow> -Werror
  -Wno-restrict  # g++ 12 sees overlaps in std::string's operator+ that are none (its bug 105651)
  -Wno-maybe-uninitialized  # g++ 12 and 13 take members of a std::variant that is moved for unset (bug 105593)
  -ffp-contract=off)  # a fused multiply-add rounds once where two operations round twice

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
    -fno-sanitize=null)  # the address sanitizer stops at null pointers too; testing each of them costs g++ 8 % of its time
  target_link_options(morula_options INTERFACE -fsanitize=${MORULA_SANITIZE})
endif()

# Files are compiled in batches of eight, joined into one (a unity build), since a small file takes most of its time for the
# headers that it includes: a batch takes as long as three files. Two files of a batch must not define the same name. Warnings
# about shadowed names outside functions, and about linkage, would be wrong in a batch: they are off. With MORULA_JOIN off, every
# file is compiled by itself.
function(morula_join target)
  if(MORULA_JOIN)
    set(batch 8)
    if(MORULA_SANITIZE)
      set(batch 16)  # nobody changes one file and waits there
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

# Headers of other people's that most files include are parsed once, for each level of optimisation: loading them takes a
# second less than parsing them. A file still includes what it uses: with MORULA_JOIN off nothing is precompiled, and a
# missing #include is noticed. Tests have more of them (tests.cmake).
set(MORULA_HEADERS <fmt/format.h> <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <numeric>
  <optional> <set> <span> <string> <variant> <vector>)
if(MORULA_JOIN AND NOT MORULA_SANITIZE)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/headers.cpp CONTENT "")
  foreach(headers morula_headers morula_quick_headers)
    add_library(${headers} OBJECT ${CMAKE_BINARY_DIR}/headers.cpp)
    target_link_libraries(${headers} PRIVATE morula_options fmt::fmt)
    target_precompile_headers(${headers} PRIVATE ${MORULA_HEADERS})
  endforeach()
  target_compile_options(morula_quick_headers PRIVATE -O1)
endif()

function(morula_precompile target headers)
  if(TARGET ${headers})
    target_precompile_headers(${target} REUSE_FROM ${headers})
    # Of a precompiled std::string g++ 12 warns of overflows that are none. With MORULA_JOIN off it warns of true ones.
    target_compile_options(${target} PRIVATE -Wno-stringop-overflow -Wno-array-bounds)
  endif()
endfunction()

# One static library per folder: its .cpp files, whatever they are called, but for main.cpp and *_main.cpp.
function(morula_library folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "[/_]main\\.cpp$")
  add_library(morula_${folder} STATIC ${sources})
  target_link_libraries(morula_${folder} PUBLIC morula_options ${ARGN})
  morula_join(morula_${folder})
  if("fmt::fmt" IN_LIST ARGN)
    morula_precompile(morula_${folder} morula_headers)
  endif()
  morula_part(morula_${folder})
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

# Words, figures and tables take moments of a run: they are not worth the time that a compiler takes to optimise them.
function(morula_quick_to_build target)
  if(NOT MORULA_SANITIZE)  # -Og takes still less time
    target_compile_options(${target} PRIVATE -O1)
    get_target_property(precompiled ${target} PRECOMPILE_HEADERS_REUSE_FROM)
    if(precompiled)
      morula_precompile(${target} morula_quick_headers)
    endif()
  endif()
endfunction()

# Files of a library that is quick to build, with loops whose speed matters or is measured: they are compiled by themselves,
# and optimised like all other files. Their headers are not the precompiled ones, which are for -O1.
function(morula_optimised)
  if(NOT MORULA_SANITIZE)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON
      COMPILE_OPTIONS -O3)
  endif()
endfunction()

# A family of models is a part of morula_models that is joined by itself, so that a new family leaves the joined files
# of the others as they are.
function(morula_family name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  add_library(morula_${name} OBJECT ${sources})
  target_link_libraries(morula_${name} PUBLIC morula_options morula_gpu morula_io morula_plot fmt::fmt)
  morula_join(morula_${name})
  morula_precompile(morula_${name} morula_headers)
  morula_part(morula_${name})
endfunction()
