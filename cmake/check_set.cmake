# Checks that OBJECT, the program for one instruction set, and the rest of the program cannot run each other's code:
# OBJECT must not use names of ours that are defined elsewhere, nor have initialisers that run before main().
execute_process(COMMAND ${NM} -u ${OBJECT} OUTPUT_VARIABLE undefined COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${OBJDUMP} -h ${OBJECT} OUTPUT_VARIABLE sections COMMAND_ERROR_IS_FATAL ANY)
if(undefined MATCHES "[^ \n]*6morula[^\n]*")
  message(FATAL_ERROR "${CMAKE_MATCH_0} is not in ${OBJECT}: its library must be named to morula_part()")
endif()
if(sections MATCHES " \\.(preinit_array|init_array|ctors)[^ \n]*")
  message(FATAL_ERROR "${OBJECT} has a section${CMAKE_MATCH_0}: its initialisers would run whatever set is chosen")
endif()
