// The files that only runs of one family write, as names for io/named_files.h. The files of every run are in
// runner/run_files.cpp; --force removes no others.
#pragma once

#include <string>

#include "io/named_files.h"

namespace morula {

io::FileNames files_of_family(const std::string& family);

}  // namespace morula
