// Fields on a device.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/device.h"
#include "models/fields/fields_engine.h"

namespace morula::fields {

// Texts with which kernels read the family's data of a site (replica, x, y, z): expressions, and the kernel
// parameters that these need, such as `GLOBAL const u32* sites`.
struct SiteTexts {
  std::vector<std::string> parameters;
  std::string site_class;
  std::vector<std::string> quantities{};  // in the order of FieldsSpec::quantities
};

gpu::Source fields_source(const FieldsOnLattice& on, const SiteTexts& texts);

// Returns the present arguments for the parameters of SiteTexts.
using SiteArguments = std::function<std::vector<gpu::Argument>()>;
std::unique_ptr<FieldsEngine> fields_on_device(FieldsOnLattice on, SiteReader& sites, gpu::Device& device,
                                               const SiteTexts& texts, SiteArguments arguments);

}  // namespace morula::fields
