// P systems with active membranes as a family.
#pragma once

#include "models/family.h"
#include "models/membrane/configuration.h"

namespace morula::membrane {

// A model whose configuration can be written out.
class ConfiguredModel : public Model {
 public:
  virtual Configuration configuration() = 0;
  virtual u64 membranes() const = 0;
};

}  // namespace morula::membrane

namespace morula {

Family membrane_family();

}  // namespace morula
