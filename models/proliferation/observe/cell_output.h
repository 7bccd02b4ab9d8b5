// The files that a run of dividing cells writes at its end.
#pragma once

#include <memory>

#include "models/observer.h"
#include "models/proliferation/observe/cell_tables.h"

namespace morula {

using MakeCellFiles = CellFiles (*)(const ProliferationSpec&, const CellNumbers&);

std::unique_ptr<Observer> observe_cells(const std::filesystem::path& run, std::uint64_t end,
                                        std::shared_ptr<const ProliferationSpec> spec, MakeCellFiles make);

}  // namespace morula
