// Data that the readers of the keys of one type in potts.life share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/potts/read/cell_formulas.h"
#include "models/potts/read/never_true.h"

namespace morula::potts {

struct TypeLifeReading {
  TypeLifeReading(const PottsSpec& of_model, const io::Value& section, const NamesOfCells& names_of_life,
                  std::size_t of_cells)
      : spec(of_model),
        life(section),
        names(names_of_life),
        type(of_cells),
        formulas(names, CellFormula::Life) {}

  const PottsSpec& spec;
  const io::Value& life;  // the section of all types
  const NamesOfCells& names;
  std::size_t type;
  FormulasOfCells formulas;
  std::vector<std::string> notes;

  const std::string& type_name() const { return spec.types[type].name; }
  // Read a required formula. Return the index of its result.
  unsigned condition(io::Section& section, const std::string& key);
  unsigned number(io::Section& section, const std::string& key);
  // The type of cells with this name. If there is none, reports this at the key.
  std::optional<u8> type_named(io::Section& section, const std::string& key, const std::string& name) const;
};

// The section with this key, which must have at least one key of its own. Anything else is reported; `keys`
// says what to write in an empty section.
std::optional<io::Section> filled_section(io::Section& section, const std::string& key,
                                          const std::string& keys);

// The value of the key `target.TERM` of a type; null if the type does not set this target.
const io::Value* target_written(const io::Value& life, const std::string& type, const std::string& term);

}  // namespace morula::potts
