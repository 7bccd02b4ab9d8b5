// Included before everything else by the files that morula_plain_logic() names (options.cmake). g++ 12 does
// not take this as an option beside -mcpu=native.
#pragma GCC target("+nosha3")
