#include "models/potts/read/cell_formulas.h"

namespace morula::potts {

NamesOfCells names_of(const PottsSpec& spec) {
  NamesOfCells names{spec.fields.classes, {}, {}, spec.fields.parameters};
  for (const Property& property : spec.properties.properties) names.properties.push_back(property.name);
  for (const fields::FieldSpec& field : spec.fields.fields) names.fields.push_back(field.name);
  return names;
}

}  // namespace morula::potts
