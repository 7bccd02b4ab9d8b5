// Reads a shape from a model file.
#pragma once

#include "io/section.h"
#include "models/sites/shape.h"

namespace morula {

// Reads exactly one of `site: […]`, `box: {from: […], to: […]}` and `ball: {centre: […], radius: …}`. The
// part of a shape beyond the lattice is cut off; a shape that lies entirely outside is an error.
Shape read_shape(io::Section& section, const Lattice& lattice);

}  // namespace morula
