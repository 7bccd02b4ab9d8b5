// Settings of the properties of cells, as a user may write them, as plain data.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/dialect_f64.h"
#include "core/formula/program.h"

namespace morula::potts {

// Meaning of an input of a formula of cells.
struct CellInput {
  enum class Kind : u8 {
    Property,    // a property of the cell; `number` is its index
    Volume,      //
    Surface,     //
    Age,         //
    Type,        //
    SumOfField,  // over the sites of the cell; `number` is the index of the field
    MeanOfField,
    Contact,     // faces to cells of a type
    Neighbours,  // number of cells of a type that share faces with it
    Around,      // mean of a property over neighbouring cells, weighted by faces
    Target,      // its own target of volume (0) or surface (1)
    Word,        // 32 random bits of this occurrence
    Step,        // from 0
    Parameter,   // `number` is its index
  };
  Kind kind = Kind::Property;
  unsigned number = 0;
};

// Formulas that are evaluated for every cell, with the meaning of their inputs.
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

// A formula that sets a property, as the index of its result in the program.
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
