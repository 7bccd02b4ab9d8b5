// The settings of a model that the page can change, and the facts about the model that the page is told.
#pragma once

#include <string>
#include <vector>

#include "io/json.h"
#include "models/model.h"
#include "models/spec.h"

namespace morula::serve {

// Keys that may change while the model runs, with their present values: [{"key": …, "value": …}].
io::Json changeable_settings(const Spec& now);
// The states to which sites can be set: [{"to": …, "name": …}]. The names are those of the legend; if several
// states have one name, they are numbered: "refractory 3".
io::Json brush_states(const Spec& now);

io::Json described_views(const std::vector<View>& views);
io::Json described_lattice(const Spec& spec);

// What this view shows of a site, and the values of all fields of the lattice there. If `with_rows` is true,
// also the rows of tables for the object to which the site belongs.
io::Json described_site(Model& model, const View& view, const Site& site, bool with_rows);

// The number and the mean position of the sites that have this value of a field; the mean takes periodic
// boundaries into account. Null if there are no such sites, if there is no such field, or if the field is too
// large to be searched.
io::Json described_place(Model& model, const Spec& spec, const std::string& field, std::uint64_t value);

// The rows of tables for the object that this value of a field stands for, as in described_site().
io::Json described_rows(Model& model, const std::string& field, std::uint64_t value);

}  // namespace morula::serve
