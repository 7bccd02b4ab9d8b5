// What the page can change of a model, and what it is told of it.
#pragma once

#include <string>
#include <vector>

#include "io/json.h"
#include "models/model.h"
#include "models/spec.h"

namespace morula::serve {

// Keys that may change while the model runs, with their values now: [{"key": …, "value": …}].
io::Json changeable_settings(const Spec& now);
io::Json brush_states(const Spec& now);  // the names that sites may be set to

io::Json described_views(const std::vector<View>& views);
io::Json described_lattice(const Spec& spec);

// What this view shows of a site, the values of all fields of the lattice there, and where rows of tables are
// asked for, those of the object that the site belongs to.
io::Json described_site(Model& model, const View& view, const Site& site, bool with_rows);

// Where the sites are whose value of a field is this one: their number and their mean place, across the
// boundaries of a periodic lattice. Null if there are none, or the field is none or too large to be searched.
io::Json described_place(Model& model, const Spec& spec, const std::string& field, std::uint64_t value);

// The rows of tables about the object that this value of a field stands for, as described_site has them.
io::Json described_rows(Model& model, const std::string& field, std::uint64_t value);

}  // namespace morula::serve
