// Keys that families on a lattice share.
#pragma once

#include <functional>
#include <optional>

#include "core/lattice.h"
#include "io/section.h"
#include "models/spec.h"

namespace morula {

// `lattice: {size: […], boundary: …}`, a required key; stored in `spec` with the place of its size.
std::optional<Lattice> read_lattice(io::Section& root, Spec& spec);

// Reads the lattice, and then calls `read` for everything that depends on it. If the lattice is wrong, `read`
// gets a stand-in, so that all other problems are reported as well, and spec.lattice is empty; `read` may be
// called twice.
void read_with_lattice(io::Section& root, Spec& spec, const std::function<void(const Lattice&)>& read);

// `steps`, which may only be left out in models that halt by themselves.
void read_steps(io::Section& root, Spec& spec, io::Presence presence = io::Presence::Required);

// A list [x, y] or [x, y, z] that names a site of the lattice; if it is wrong, notes a problem.
std::optional<Site> site_in(const io::Value& value, const std::string& path, const Lattice& lattice,
                            io::Problems& problems);

// The same for the value of a required key.
std::optional<Site> read_site(io::Section& section, const char* key, const Lattice& lattice);

}  // namespace morula
