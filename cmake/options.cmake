# What every target is compiled with: `morula_options` is linked by each of them.
add_library(morula_options INTERFACE)
target_compile_features(morula_options INTERFACE cxx_std_20)
target_include_directories(morula_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(morula_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
  -Wno-restrict  # g++ 12 sees overlaps in std::string's operator+ that are none (its bug 105651)
  -ffp-contract=off)  # a fused multiply-add rounds once where two operations round twice

if(NOT MORULA_PORTABLE)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    target_compile_options(morula_options INTERFACE -mcpu=native)
  else()
    target_compile_options(morula_options INTERFACE -march=native)
  endif()
endif()

if(MORULA_SANITIZE)
  target_compile_options(morula_options INTERFACE -fsanitize=${MORULA_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(morula_options INTERFACE -fsanitize=${MORULA_SANITIZE})
endif()

# One static library per folder: its .cpp files, whatever they are called.
function(morula_library folder)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/*/*.cpp)
  add_library(morula_${folder} STATIC ${sources})
  target_link_libraries(morula_${folder} PUBLIC morula_options ${ARGN})
endfunction()
