#include "models/automaton/tissue/shape.h"

#include "models/automaton/tissue/shape_rule.h"

namespace morula {

bool Shape::contains(Site site) const {
  if (site.x < from.x || site.y < from.y || site.z < from.z) return false;
  if (site.x > to.x || site.y > to.y || site.z > to.z) return false;
  return !is_ball || is_in_ball(site.x, site.y, site.z, centre.x, centre.y, centre.z, radius);
}

}  // namespace morula
