// Names with this mark can be used from outside libmorula; all other names are hidden.
#pragma once

#define MORULA_API __attribute__((visibility("default")))
