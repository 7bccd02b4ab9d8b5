// Keys that families on a lattice share.
#pragma once

#include <functional>
#include <optional>

#include "core/lattice.h"
#include "io/section.h"
#include "models/spec.h"

namespace morula {

// `lattice: {size: […], boundary: …}`, required; noted in `spec` with the place of its size.
std::optional<Lattice> read_lattice(io::Section& root, Spec& spec);

// Reads the lattice, and then with `read` what depends on it. Where the lattice is wrong, `read` is given a
// stand-in, so that all other problems are told as well, and spec.lattice is empty; it may be called twice.
void read_with_lattice(io::Section& root, Spec& spec, const std::function<void(const Lattice&)>& read);

// `steps`, which only models that halt by themselves may leave out.
void read_steps(io::Section& root, Spec& spec, io::Presence presence = io::Presence::Required);

// A list [x, y] or [x, y, z] that names a site of the lattice, or a problem noted.
std::optional<Site> site_in(const io::Value& value, const std::string& path, const Lattice& lattice,
                            io::Problems& problems);

// The same as the value of a key that is required.
std::optional<Site> read_site(io::Section& section, const char* key, const Lattice& lattice);

}  // namespace morula
