#include "models/engine_reader.h"

namespace morula {

bool chooses_plain_engine(io::Section& section) {
  // `fast` is the old name of `bitplane`, found in older model files and run directories.
  const io::Value* engine = section.value("engine");
  if (engine && engine->text == "fast") return false;
  return section.choice("engine", {"bitplane", "plain"}) == "plain";
}

}  // namespace morula
