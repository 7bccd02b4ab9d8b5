// Settings of a tissue of the cellular Potts model, as a user may write them, as plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/lattice.h"
#include "core/neighbourhood.h"
#include "models/explained.h"
#include "models/fields/field_spec.h"
#include "models/potts/initial/start.h"
#include "models/potts/life/life_spec.h"
#include "models/potts/processes/list.h"
#include "models/potts/properties/property_spec.h"
#include "models/potts/terms/list.h"
#include "models/spec.h"

namespace morula::potts {

constexpr unsigned most_types = 31;  // a set of types is a word of 32 bits; one bit is for sites beyond walls

struct CellType {
  std::string name;
  bool fixed = false;  // cells of this type neither change nor are copied
};

enum class UpdateOrder { Sequential, Parallel, Edges };

struct PottsSpec : FamilySpec, Explained {
  Lattice lattice;
  double temperature = 0;
  std::vector<double> temperatures;  // one for each type; empty if all types share one temperature
  std::vector<CellType> types;       // the first is the medium
  Neighbourhood copy, contact;
  std::vector<double> adhesion;  // J, [type · types + type], symmetric
  Terms terms = basic_terms();
  Processes processes;                     // without those that keep columns: see processes_of()
  std::vector<std::string> shown_columns;  // columns of the table of cells that outputs show
  bool has_tracks = false;                 // do outputs need the paths of cells?
  std::uint64_t tracks_every = 1;          // steps between two rows of a path
  bool has_lineage = false;                // do outputs need cells that have died?
  UpdateOrder order = UpdateOrder::Parallel;
  std::optional<std::uint32_t> region_side;   // R: the smallest side of a region of the parallel order
  std::optional<std::uint32_t> region_turns;  // k: turns of a region in a Monte Carlo step
  bool exclusive = false;                     // at most one change of a cell in a sub-step
  std::uint64_t replicas = 1;
  std::uint64_t first_replica = 0;  // `--replica r` sets `replicas` to 1 and this to r
  Beginning initial;
  fields::FieldsSpec fields;  // may be empty
  PropertiesSpec properties;  // properties of cells, set by formulas
  LifeSpec life;              // growth, division, death

  std::size_t type_count() const { return types.size(); }
  bool has_cells() const { return types.size() > 1; }  // otherwise the model has only fields
  // The temperature of a copy between cells of two types: the mean of the two temperatures, or that of the
  // cell if the other type is the medium.
  double temperature_of(std::size_t a, std::size_t b) const {
    if (temperatures.empty()) return temperature;
    if (a == 0 || b == 0) return temperatures[a + b];
    return (temperatures[a] + temperatures[b]) / 2;
  }
  double adhesion_of(std::size_t a, std::size_t b) const { return adhesion[a * types.size() + b]; }
  std::vector<std::string> explanation() const override;
};

}  // namespace morula::potts
