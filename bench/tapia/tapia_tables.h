// The comparison with Tapia and D'Souza (2009) as `morula bench potts` prints it.
#pragma once

#include "bench/tapia/tapia_bench.h"
#include "io/json.h"

namespace morula {

std::string as_text(const TapiaTable& table);
std::string as_text(const TapiaScaling& scaling);

io::Json as_json(const TapiaTable& table);
io::Json as_json(const TapiaScaling& scaling);

}  // namespace morula
