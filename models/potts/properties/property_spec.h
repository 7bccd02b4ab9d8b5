// What a user may write for the properties of cells, as plain data.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/dialect_f64.h"
#include "core/formula/program.h"

namespace morula::potts {

// What an input of a formula of cells stands for.
struct CellInput {
  enum class Kind : u8 {
    Property,    // of the cell, by its number
    Volume,      //
    Surface,     //
    Age,         //
    Type,        //
    SumOfField,  // over the sites of the cell; by the number of the field
    MeanOfField,
    Contact,     // faces to cells of a type
    Neighbours,  // cells of a type that it shares faces with
    Around,      // the mean of a property over these cells, weighted by faces
    Target,      // of its volume (0) or surface (1), where each cell has its own
    Word,        // 32 random bits of this occurrence
    Step,        // from 0
    Parameter,   // by its number
  };
  Kind kind = Kind::Property;
  unsigned number = 0;
};

// Formulas that are evaluated for every cell, with what their inputs stand for.
struct CellProgram {
  std::vector<CellInput> inputs;
  formula::Program program;

  bool is_empty() const { return program.results.empty(); }
  bool reads(CellInput::Kind kind) const;
};

struct Property {
  std::string name;
  std::variant<double, std::shared_ptr<const CellProgram>> initial = 0.0;
};

// A formula that sets a property: its result is one of those of the program.
struct SetProperty {
  unsigned property = 0, result = 0;
};

struct PropertiesSpec {
  std::vector<Property> properties;
  CellProgram rates, nexts;
  std::vector<SetProperty> of_rates, of_nexts;
  u32 sub_steps = 1;

  bool empty() const { return properties.empty(); }
  bool reads(CellInput::Kind kind) const { return rates.reads(kind) || nexts.reads(kind); }
};

}  // namespace morula::potts
