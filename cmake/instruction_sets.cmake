# A portable program for x86-64 contains itself three times: once for SSE2, which every such processor has, built in the
# usual way, and once for each of MORULA_SETS, as one object file whose only global symbol is its entry point.
# apps/morula/portable_main.cpp chooses among them; docs/decisions/0014-instruction-sets.md gives the reasons. In every
# other build MORULA_SETS is empty and the functions below do nothing. Files that are quick to build are compiled only
# once, for SSE2, and linked into all three.
set(MORULA_SETS "")
if(MORULA_PORTABLE AND NOT MORULA_SANITIZE AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|amd64|AMD64")
  set(MORULA_SETS avx2 avx512)  # the names in core/instruction_set.h
  set(MORULA_FLAGS_avx2 -march=x86-64-v3)
  # -mtune names a processor that has AVX-512; this adds no instruction to x86-64-v4. Without it, g++ 12 keeps addresses
  # in vector registers and loads operands twice: some loops of 3D lattices and of species with individual rates then
  # take 6 to 18 % more cycles than with -march=native on such a processor (docs/performance/portable.md).
  set(MORULA_FLAGS_avx512 -march=x86-64-v4 -mtune=sapphirerapids)
  # Static variables of templates and inline functions must not become "unique" symbols, which cannot be made local.
  target_compile_options(morula_options INTERFACE -fno-gnu-unique)
endif()
if(TARGET morula_headers)
  foreach(name ${MORULA_SETS})
    morula_precompiled(morula_headers_${name} ${MORULA_FLAGS_${name}})
  endforeach()
endif()

set(MORULA_CHECK_SET_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/check_set.cmake)

# morula_part(TARGET)   TARGET is a part of the program: its sources are also compiled for each of MORULA_SETS, with all
# properties that its CMakeLists.txt gives it, before or after this call.
function(morula_part target)
  get_target_property(precompiled ${target} PRECOMPILE_HEADERS_REUSE_FROM)
  foreach(name ${MORULA_SETS})
    set(part ${target}_${name})
    add_library(${part} OBJECT $<FILTER:$<TARGET_PROPERTY:${target},SOURCES>,INCLUDE,\\.cpp$>)
    target_link_libraries(${part} PRIVATE $<TARGET_PROPERTY:${target},LINK_LIBRARIES>)
    target_include_directories(${part} PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
    target_compile_definitions(${part} PRIVATE $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
    target_compile_options(${part} PRIVATE $<TARGET_PROPERTY:${target},COMPILE_OPTIONS> ${MORULA_FLAGS_${name}})
    morula_join(${part})
    if(precompiled)
      target_precompile_headers(${part} REUSE_FROM ${precompiled}_${name})
    endif()
    add_dependencies(${part} ${target})  # it makes the generated sources
    set_property(GLOBAL APPEND PROPERTY MORULA_PARTS_${name} ${part})
  endforeach()
endfunction()

# morula_part_for_all_sets(TARGET)   TARGET is a part that is compiled once and must not use `bits`, whose width differs
# between the sets. MORULA_PARTS_… lists the parts for a set first, so that the linker keeps their copies of inline
# functions.
function(morula_part_for_all_sets target)
  if(MORULA_SETS)
    set_property(GLOBAL APPEND PROPERTY MORULA_PARTS_OF_ALL ${target})
  endif()
endfunction()

# morula_add_sets(PROGRAM MAIN)   For each of MORULA_SETS, joins the parts and MAIN, which defines the function
# MORULA_SET_MAIN, into one object file and adds it to PROGRAM. Code for AVX-512 must not run on other machines by
# accident. Therefore section groups are dissolved and all names but the entry point are made local: otherwise the
# linker would keep a single copy of each template and inline function for the whole program, possibly the one for
# AVX-512. Initialisers of static variables, which would run when the program starts, are moved to a section with
# another name, from which portable_main.cpp calls them.
function(morula_add_sets program main)
  foreach(name ${MORULA_SETS})
    set(entry ${program}_main_${name})
    add_library(${entry} OBJECT ${main})
    target_link_libraries(${entry} PRIVATE morula_options)
    target_compile_options(${entry} PRIVATE ${MORULA_FLAGS_${name}})
    target_compile_definitions(${entry} PRIVATE MORULA_SET_MAIN=${entry})
    set(objects $<TARGET_OBJECTS:${entry}>)
    get_property(parts GLOBAL PROPERTY MORULA_PARTS_${name})
    get_property(parts_of_all GLOBAL PROPERTY MORULA_PARTS_OF_ALL)
    foreach(part ${parts} ${parts_of_all})
      list(APPEND objects $<TARGET_OBJECTS:${part}>)
    endforeach()
    set(joined ${CMAKE_CURRENT_BINARY_DIR}/${program}_${name}.joined.o)
    set(closed ${CMAKE_CURRENT_BINARY_DIR}/${program}_${name}.o)
    # Too many for the command line of some systems.
    file(GENERATE OUTPUT ${joined}.txt CONTENT "\"$<JOIN:${objects},\"\n\">\"\n")
    add_custom_command(OUTPUT ${closed} BYPRODUCTS ${joined}
      COMMAND ${CMAKE_CXX_COMPILER} -r -nostdlib -Wl,--force-group-allocation -o ${joined} @${joined}.txt
      COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=${entry}
        --rename-section .init_array=${program}_init_${name},alloc,load,data,contents ${joined} ${closed}
      COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DOBJDUMP=${CMAKE_OBJDUMP} -DOBJECT=${closed} -P ${MORULA_CHECK_SET_SCRIPT}
      DEPENDS ${objects} ${MORULA_CHECK_SET_SCRIPT} COMMENT "Joining the program for ${name}" VERBATIM)
    set_source_files_properties(${closed} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
    target_sources(${program} PRIVATE ${closed})
  endforeach()
endfunction()
