// The files that only runs of one family write, as names for io/named_files.h. runner/run_files.cpp lists the
// files of every run; --force removes no other files.
#pragma once

#include <string>

#include "io/named_files.h"

namespace morula {

io::FileNames files_of_family(const std::string& family);

}  // namespace morula
