# How test programs are built. No folder of tests is named here: tests/CMakeLists.txt finds the folders, and a folder
# that needs more than the default has its own CMakeLists.txt, which calls morula_tests.

# Test code is quick to build; the code that it tests is built as for users.
function(morula_quick target)
  morula_join(${target})
  # Headers are precompiled, so larger batches save little.
  set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE 8)
  morula_quick_to_build(${target} -O1)
  set_target_properties(${target} PROPERTIES MORULA_IS_TEST ON)
endfunction()

# Settings under which the OpenCL loader finds no driver.
set(MORULA_NO_DEVICES ENVIRONMENT OCL_ICD_VENDORS=/nowhere)

# The programs that ./test --sanitize builds; not every program is worth a sanitizer's time.
add_custom_target(sanitized)

# morula_test_program(PROGRAM SOURCE...)   Adds a GoogleTest program.
function(morula_test_program program)
  add_executable(${program} ${ARGN})
  target_link_libraries(${program} PRIVATE morula_options GTest::gtest_main fmt::fmt)
  target_compile_definitions(${program} PRIVATE
    MORULA_SOURCE_DIR="${CMAKE_SOURCE_DIR}" MORULA_PROGRAM="${CMAKE_BINARY_DIR}/morula")
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  morula_quick(${program})
  if(TARGET morula_test_headers)
    target_precompile_headers(${program} REUSE_FROM morula_test_headers)
  endif()
endfunction()

# Third-party headers that most tests include are parsed once, as for libraries (options.cmake).
if(MORULA_JOIN)
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/test_headers.cpp CONTENT "")
  add_library(morula_test_headers OBJECT ${CMAKE_CURRENT_BINARY_DIR}/test_headers.cpp)
  target_link_libraries(morula_test_headers PRIVATE morula_options GTest::gtest fmt::fmt)
  target_precompile_headers(morula_test_headers PRIVATE <gtest/gtest.h> <fmt/format.h> <algorithm> <array> <chrono>
    <cmath> <cstdint> <filesystem> <fstream> <functional> <map> <memory> <numeric> <optional> <random> <set> <span>
    <sstream> <string> <thread> <variant> <vector>)
  morula_quick(morula_test_headers)
endif()

# morula_add_shards(NAME PROGRAM FILTER SHARDS [PROPERTY VALUE]...)   A program takes a moment to start and to find its
# devices, and under a sanitizer it takes seconds to check for leaks. Therefore it runs a few times with a part of its
# tests each, not once for every test. GoogleTest assigns the tests to the parts in turn; a prime number of parts
# separates the parameters of one test body.
#
# The first parts of all programs run first, then the second parts, and so on, so that tests that wait for a disk or for
# another process run beside tests that compute. MORULA_SPAN is the percentage of the total time within which all parts
# begin.
#
# ASAN_OPTIONS: the address sanitizer of g++ 12 takes a thread-local block at an address that ends in 0x010 for one of
# an old glibc and reads its size from the bytes before it. Its leak check (LeakSanitizer) can then crash at whatever
# stands there. intercept_tls_get_addr=0 turns this tracking off; the C library's own table still leads the leak check
# to all thread-local blocks.
set(MORULA_SPAN 100)
function(morula_add_shards name program filter shards)
  math(EXPR last "${shards} - 1")
  foreach(shard RANGE ${last})
    add_test(NAME ${name}.${shard} COMMAND ${program} --gtest_filter=${filter})
    # ctest begins with the highest cost.
    math(EXPR cost "1 + (100 * ${shards} - ${MORULA_SPAN} * ${shard}) * 10 / ${shards}")
    set_tests_properties(${name}.${shard} PROPERTIES TIMEOUT 1200 COST ${cost} ${ARGN})
    set_property(TEST ${name}.${shard} APPEND PROPERTY ENVIRONMENT
      GTEST_TOTAL_SHARDS=${shards} GTEST_SHARD_INDEX=${shard}
      "LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/leaks.txt:print_suppressions=0" ASAN_OPTIONS=intercept_tls_get_addr=0)
  endforeach()
endfunction()

# morula_tests([LIBRARIES ...] [SHARDS n] [SANITIZED_SHARDS n] [WAITING] [QUICK_KERNELS] [UNSANITIZED] [SANITIZED_ON_CPU] [SANITIZED_NEVER pattern...]
#              [SANITIZED_LONG pattern...] [THREADS file...] [THREADS_LONG pattern...])
# Makes FOLDER_tests of the .cpp files in this folder.
#   LIBRARIES         the libraries to test; default: the folder's library if there is one, else morula_runner with all models
#   SHARDS            number of parts into which the tests are divided
#   WAITING           tests that wait more than they compute: all parts begin early, so that the last does not run alone
#   QUICK_KERNELS     PoCL compiles without optimisation, since optimising these kernels takes longer than running them.
#                     It does optimise for ./test --full, and for tests that start the program
#   UNSANITIZED       sanitizers do not run this program
#   SANITIZED_ON_CPU  sanitizers run these tests without OpenCL, since they cannot check kernels
#   SANITIZED_NEVER   tests that sanitizers skip, since they would find nothing new there
#   SANITIZED_SHARDS  number of parts under sanitizers; one by default, since starting a program then takes seconds
#   SANITIZED_LONG    tests that run under sanitizers only in ./test --full
#   THREADS           files that are part of thread_tests, which the thread sanitizer runs
#   THREADS_LONG      tests in these files that it runs only in ./test --full
# Patterns are written as for --gtest_filter.
function(morula_tests)
  cmake_parse_arguments(PARSE_ARGV 0 my "WAITING;QUICK_KERNELS;UNSANITIZED;SANITIZED_ON_CPU" "SHARDS;SANITIZED_SHARDS"
    "LIBRARIES;SANITIZED_NEVER;SANITIZED_LONG;THREADS;THREADS_LONG")
  if(my_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "morula_tests does not know ${my_UNPARSED_ARGUMENTS}")
  endif()
  get_filename_component(folder ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  morula_tests_of(${CMAKE_CURRENT_SOURCE_DIR} ${folder})
endfunction()

function(morula_tests_of path folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${path}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "_(fuzz|generator)\\.cpp$")  # parts of other programs
  if(NOT my_LIBRARIES)
    set(my_LIBRARIES morula_runner)
    if(IS_DIRECTORY ${CMAKE_SOURCE_DIR}/${folder} AND TARGET morula_${folder})
      set(my_LIBRARIES morula_${folder})
    endif()
  endif()
  set(program ${folder}_tests)
  morula_test_program(${program} ${sources})
  target_link_libraries(${program} PRIVATE ${my_LIBRARIES})
  if(my_THREADS)
    list(TRANSFORM my_THREADS PREPEND ${path}/)
    target_sources(thread_tests PRIVATE ${my_THREADS})
    set_property(GLOBAL APPEND PROPERTY MORULA_THREADS_NEVER ${my_SANITIZED_NEVER})
    set_property(GLOBAL APPEND PROPERTY MORULA_THREADS_LONG ${my_SANITIZED_LONG} ${my_THREADS_LONG})
  endif()
  set(devices "")
  if(MORULA_SANITIZE AND my_SANITIZED_ON_CPU)
    set(devices ${MORULA_NO_DEVICES})
  elseif(my_QUICK_KERNELS AND NOT DEFINED ENV{MORULA_FULL})
    set(devices ENVIRONMENT POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable)
  endif()
  if(NOT MORULA_SANITIZE)
    if(NOT my_SHARDS)
      set(my_SHARDS 5)
    endif()
    if(my_WAITING)
      set(MORULA_SPAN 60)
    endif()
    morula_add_shards(${folder} ${program} * ${my_SHARDS} ${devices})
  elseif(NOT MORULA_SANITIZE MATCHES thread AND NOT my_UNSANITIZED)
    add_dependencies(sanitized ${program})
    if(NOT my_SANITIZED_SHARDS)
      set(my_SANITIZED_SHARDS 1)
    endif()
    morula_add_sanitized(${folder} ${program} ${my_SANITIZED_SHARDS} "${my_SANITIZED_NEVER}" "${my_SANITIZED_LONG}" ${devices})
  endif()
endfunction()

# morula_add_sanitized(NAME PROGRAM SHARDS NEVER LONG [PROPERTY VALUE]...)   Adds the tests of PROGRAM, except NEVER,
# for runs under sanitizers. Tests that match LONG get the label `long`: only ./test --full runs them.
function(morula_add_sanitized name program shards never long)
  list(JOIN never : never)
  list(JOIN long : long)
  morula_add_shards(${name} ${program} *-${never}:${long} ${shards} ${ARGN})
  if(long)
    morula_add_shards(${name}.long ${program} ${long}-${never} 1 LABELS long ${ARGN})
  endif()
endfunction()

# The files that folders gave to thread_tests, without the other files of these folders, which would take as long to
# build as to run.
function(morula_thread_tests)
  target_link_libraries(thread_tests PRIVATE morula_models)
  if(MORULA_SANITIZE MATCHES thread)
    add_dependencies(sanitized thread_tests)
    get_property(never GLOBAL PROPERTY MORULA_THREADS_NEVER)
    get_property(long GLOBAL PROPERTY MORULA_THREADS_LONG)
    morula_add_sanitized(threads thread_tests 1 "${never}" "${long}" ${MORULA_NO_DEVICES})
  endif()
endfunction()

# morula_fuzz(SOURCE)   A fuzz target has libFuzzer's signature. Our own driver mutates the seeds in tests/corpus/NAME
# and examples/, so that a program built with g++ can run it.
function(morula_fuzz source)
  if(NOT TARGET morula_fuzz_driver)
    add_library(morula_fuzz_driver OBJECT ${CMAKE_SOURCE_DIR}/tests/fuzz/driver.cpp)
    target_link_libraries(morula_fuzz_driver PUBLIC morula_options fmt::fmt morula_models)
    morula_quick(morula_fuzz_driver)
  endif()
  get_filename_component(program ${source} NAME_WE)
  string(REGEX REPLACE "_fuzz$" "" name ${program})
  add_executable(${program} ${source})
  target_link_libraries(${program} PRIVATE morula_fuzz_driver)
  get_filename_component(folder ${source} DIRECTORY)
  get_filename_component(folder ${folder} NAME)
  if(TARGET morula_${folder})
    get_target_property(kind morula_${folder} TYPE)
    if(kind STREQUAL STATIC_LIBRARY)  # families are parts of morula_models
      target_link_libraries(${program} PRIVATE morula_${folder})
    endif()
  endif()
  morula_quick(${program})
  if(MORULA_SANITIZE MATCHES thread)
    return()
  endif()
  add_dependencies(sanitized ${program})
  add_test(NAME fuzz.${name} COMMAND ${program} 12000 ${CMAKE_SOURCE_DIR}/tests/corpus/${name} ${CMAKE_SOURCE_DIR}/examples)
  set_tests_properties(fuzz.${name} PROPERTIES TIMEOUT 1800)
  # Checking for leaks takes as long as the inputs do, about 4 s on aarch64; other tests check the same readers for
  # leaks.
  if(NOT DEFINED ENV{MORULA_FULL})
    set_tests_properties(fuzz.${name} PROPERTIES ENVIRONMENT ASAN_OPTIONS=detect_leaks=0)
  endif()
endfunction()
