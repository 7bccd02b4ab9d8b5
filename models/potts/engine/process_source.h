// Text of processes and of targets that vary, for the program of a tissue on a device.
#pragma once

#include "gpu/source.h"
#include "models/potts/terms/fixed_point.h"

namespace morula::potts {

// Does the table of cells hold real numbers, or does a process compute with them?
bool needs_doubles(const PottsSpec& spec);

void add_process_rules(gpu::Source& source, const PottsSpec& spec);
void define_processes(gpu::Source& source, const PottsSpec& spec, const Energies& energies);

}  // namespace morula::potts
