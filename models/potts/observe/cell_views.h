// Pictures of a tissue: cells by type, by number or by a column of their table, with lines between them.
#pragma once

#include <optional>
#include <vector>

#include "models/potts/engine/potts_engine.h"
#include "models/view.h"

namespace morula::potts {

Field cells_field(const PottsSpec& spec);  // the cell of every site of one replica
// The steps in which sites were gained, if a term reads them.
Field gained_field(const PottsSpec& spec);
// The values that `frames: {of: activity}` shows.
void read_activity(const PottsSpec& spec, PottsEngine& engine, u64 time, Slab slab, std::span<u32> values);

std::vector<View> cell_views(const PottsSpec& spec);

// For the first replica: the class of a cell in one of these views, its value in a column, and the values
// that levels stand for.
ClassOf cell_classes(const View& view, PottsEngine& engine, const PottsSpec& spec, const Energies& energies);
NumberOf cell_column(const View& view, PottsEngine& engine, const PottsSpec& spec, const Energies& energies);
std::optional<LevelLimits> column_limits(const View& view, PottsEngine& engine, const PottsSpec& spec,
                                         const Energies& energies);

}  // namespace morula::potts
