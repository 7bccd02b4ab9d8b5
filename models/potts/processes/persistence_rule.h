// Persistence: the preferred direction of a cell turns towards its displacement in the last step.
#pragma once
#include "core/dialect_f64.h"
#include "models/potts/processes/process.h"

RULES_BEGIN

typedef struct {
  u8 type;
  f64 place_x, place_y, place_z;
  f64 last_x, last_y, last_z;  // the place after the previous step; below 0 at first
  f64 direction_x, direction_y, direction_z;
} persistence_cell;

RULE f64 moved_along(f64 from, f64 to, f64 side) {
  f64 moved = to - from;
  if (side > 0.0 && 2.0 * moved > side) return moved - side;
  return side > 0.0 && 2.0 * moved < -side ? moved + side : moved;
}

// The parameters: the three sides, 0 for an axis between walls; then the memory of each type, -1 without one.
RULE persistence_cell persistence_step(persistence_cell cell, PARAMETERS parameters, STEP step) {
  f64 memory = parameters[3 + cell.type];
  f64 x = moved_along(cell.last_x, cell.place_x, parameters[0]),
      y = moved_along(cell.last_y, cell.place_y, parameters[1]),
      z = moved_along(cell.last_z, cell.place_z, parameters[2]);
  f64 length = sqrt_f64(x * x + y * y + z * z);
  if (memory >= 0.0 && cell.last_x >= 0.0 && length > 0.0) {
    x = memory * cell.direction_x + (1.0 - memory) * (x / length);
    y = memory * cell.direction_y + (1.0 - memory) * (y / length);
    z = memory * cell.direction_z + (1.0 - memory) * (z / length);
    length = sqrt_f64(x * x + y * y + z * z);
    if (length > 0.0) {
      cell.direction_x = x / length;
      cell.direction_y = y / length;
      cell.direction_z = z / length;
    }
  }
  cell.last_x = cell.place_x;
  cell.last_y = cell.place_y;
  cell.last_z = cell.place_z;
  return cell;
}

RULES_END
