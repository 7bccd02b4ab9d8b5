// A tissue as the rules of terms see it, on the host. The same names are defined on a device by
// engine/site_kernels.h and the defines of a model.
//
// A rule gets the `tissue`; its own `term`, with the term's words and neighbourhood; and the place of the
// site in memory (`at`). TYPE_OF and CELL_OF extract the type and the cell from the word of a site.
#pragma once

#include "models/potts/engine/site_copy.h"

namespace morula::potts {

struct TissueView {
  u32 type_bits = 1, type_mask = 1;
  u32 types = 0;              // including the one for sites beyond walls
  u32 outside = 0;            // the word beyond a wall
  u32 directions = 0;         // number of neighbours that may be copied
  const i64* cube = nullptr;  // distances of the 3 x 3 x 3 sites around a site, by their bits in
                              // terms/connected_rule.h; 0 for sites that do not exist
  i64 levels = 0, plane = 0;  // distances from a site to its first level, and from a level to the next
  i64 gains = 0;              // distance from a site to the step in which it was gained, if a term reads it
};

struct TermView {
  const i32* words = nullptr;
  const i64* neighbours = nullptr;  // distances in memory
  u32 neighbour_count = 0;
};

// The same for a number of neighbours that is known at compile time.
template <unsigned count>
struct TermViewOf {
  const i32* words;
  const i64* neighbours;
  static constexpr u32 neighbour_count = count;
};

}  // namespace morula::potts

#define TISSUE [[maybe_unused]] const auto&
#define TERM [[maybe_unused]] const auto&
#define SITES [[maybe_unused]] const u32*
#define TERM_WORDS const i32*
#define CHANGES const NumberChanges*  // changes of the kept numbers 1, 2, … of cells
#define NUMBERS const i32*            // the kept numbers of one cell
#define CONSTRAINTS const Quadratic*
#define THRESHOLDS const u32*
#define WORDS_FROM(term, first) ((term).words + (first))
#define TYPE_OF(word) ((word)&tissue.type_mask)
#define CELL_OF(word) ((word) >> tissue.type_bits)
#define TYPES tissue.types
#define OUTSIDE tissue.outside
#define DIRECTIONS tissue.directions
// Executes a statement for every site of the neighbourhood of the term `name`; `neighbour` is its word.
#define FOR_NEIGHBOURS(name, neighbour, statement) \
  for (u32 k = 0; k < term.neighbour_count; ++k) { \
    const u32 neighbour = at[term.neighbours[k]];  \
    statement;                                     \
  }
// The same with the place of every neighbour in memory instead of its word.
#define FOR_PLACES(name, place, statement)            \
  for (u32 k = 0; k < term.neighbour_count; ++k) {    \
    const u32* const place = at + term.neighbours[k]; \
    statement;                                        \
  }
// The step in which its cell gained the site at a place, counted from 1; 0 in the medium, and at the start.
#define GAINED(place) (place)[tissue.gains]
// A level of the site at a place: see Term::levels().
#define LEVEL(place, number) ((i32)(place)[tissue.levels + (i64)(number)*tissue.plane])
// The same for the 3 x 3 x 3 sites around this one, as far as they exist in two dimensions.
#define FOR_CUBE(bit, neighbour, statement)       \
  for (u32 bit = 0; bit < 27; ++bit)              \
    if (tissue.cube[bit] != 0) {                  \
      const u32 neighbour = at[tissue.cube[bit]]; \
      statement;                                  \
    }
