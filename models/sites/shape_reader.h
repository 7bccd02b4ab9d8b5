// Reads a shape as a model file has it.
#pragma once

#include "io/section.h"
#include "models/sites/shape.h"

namespace morula {

// Reads `site: […]`, `box: {from: […], to: […]}` or `ball: {centre: […], radius: …}`: exactly one of them.
// What reaches beyond the lattice is cut off; a shape that lies outside altogether cannot be written.
Shape read_shape(io::Section& section, const Lattice& lattice);

}  // namespace morula
