#pragma once

#include "models/membrane/read/syntax.h"

namespace morula::membrane {

// Problems are added to those of `words`. After one, reading goes on with the next statement.
FileText parse(Words& words);

}  // namespace morula::membrane
