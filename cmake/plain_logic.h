// Included before everything else in the files that morula_plain_logic() names (options.cmake). g++ 12 does
// not accept this as an option together with -mcpu=native.
#pragma GCC target("+nosha3")
