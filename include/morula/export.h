// What is marked so can be used from outside libmorula; every other name in it is hidden.
#pragma once

#define MORULA_API __attribute__((visibility("default")))
