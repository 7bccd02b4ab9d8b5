#pragma once

#include "models/membrane/read/syntax.h"

namespace morula::membrane {

// Problems are added to those of `words`. After a problem, reading continues with the next statement.
FileText parse(Words& words);

}  // namespace morula::membrane
