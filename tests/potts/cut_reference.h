// The cut of a dividing cell, written directly from docs/life.md: in 128 bits, site by site.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "core/draw.h"
#include "core/elementary.h"
#include "core/formula/compiler.h"
#include "core/lattice.h"
#include "models/potts/life/life_spec.h"

namespace morula::test {

using Wide = formula::Int128;
using Vector3 = std::array<Wide, 3>;
using Matrix3 = std::array<Vector3, 3>;

inline Wide magnitude(Wide number) { return number < 0 ? -number : number; }

inline Matrix3 below_2_to_20(Matrix3 matrix) {
  const auto is_large = [&] {
    for (const Vector3& row : matrix)
      for (const Wide entry : row)
        if (magnitude(entry) >= Wide{1} << 20) return true;
    return false;
  };
  const Matrix3 before = matrix;
  for (Wide divisor = 2; is_large(); divisor *= 2)
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) matrix[i][j] = before[i][j] / divisor;
  return matrix;
}

inline Matrix3 times(const Matrix3& a, const Matrix3& b) {
  Matrix3 product = {};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) product[i][j] += a[i][k] * b[k][j];
  return product;
}

// The word chooses one of the columns with the largest diagonal entry.
inline Vector3 longest_direction(Matrix3 matrix, u32 word) {
  matrix = below_2_to_20(matrix);
  for (int i = 0; i < 12; ++i) matrix = below_2_to_20(times(matrix, matrix));
  const Wide largest = std::max({matrix[0][0], matrix[1][1], matrix[2][2]});
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < 3; ++i)
    if (matrix[i][i] == largest) columns.push_back(i);
  const std::size_t column = columns[static_cast<std::size_t>(
      std::floor(word / 4294967296.0 * static_cast<double>(columns.size())))];
  return {matrix[0][column], matrix[1][column], matrix[2][column]};
}

inline Matrix3 cofactors_transposed(const Matrix3& m) {
  Matrix3 result = {};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t r0 = (j + 1) % 3, r1 = (j + 2) % 3, c0 = (i + 1) % 3, c1 = (i + 2) % 3;
      result[i][j] = m[r0][c0] * m[r1][c1] - m[r0][c1] * m[r1][c0];
    }
  return result;
}

inline Vector3 in_units_of_directions(const std::array<double, 3>& direction) {
  Vector3 whole = {};
  for (std::size_t i = 0; i < 3; ++i) whole[i] = static_cast<Wide>(std::floor(direction[i] * 1048576 + 0.5));
  return whole;
}

// Are all these places joined by steps across faces?
inline bool is_one_piece(const std::set<Vector3>& places) {
  std::set<Vector3> unseen = places;
  std::vector<Vector3> next = {*unseen.begin()};
  unseen.erase(unseen.begin());
  while (!next.empty()) {
    const Vector3 at = next.back();
    next.pop_back();
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const int away : {-1, 1}) {
        Vector3 beside = at;
        beside[axis] += away;
        if (unseen.erase(beside) > 0) next.push_back(beside);
      }
  }
  return unseen.empty();
}

struct ReferenceCut {
  Lattice lattice;
  potts::Division division;
  std::array<bool, 2> must_be_connected = {};  // mother, daughter
  u32x2 key;

  // The sites of the new cell; none if the division has to wait. `sites` are in canonical order.
  std::set<u32> daughter_of(const std::vector<u32>& sites, u32 number, u64 steps_done) const {
    const std::vector<Vector3> places = places_of(sites);
    if (is_wider_than_half(places)) return {};
    const u32x4 words = draw(key, number, steps_done, 0);
    Vector3 sum = {};
    for (const Vector3& place : places)
      for (std::size_t i = 0; i < 3; ++i) sum[i] += place[i];
    const Wide count = static_cast<Wide>(places.size());
    const Vector3 normal = normal_of(moments_of(places, sum), words);
    std::set<u32> daughter;
    std::array<std::set<Vector3>, 2> parts;
    bool lies_on_cut = true;
    for (std::size_t i = 0; i < sites.size(); ++i) {
      Wide side = 0;
      for (std::size_t k = 0; k < 3; ++k) side += normal[k] * (places[i][k] * count - sum[k]);
      lies_on_cut = lies_on_cut && side == 0;
      const bool is_before = side == 0 ? draw(key, sites[i], steps_done, 1).x % 2 == 1 : side < 0;
      const bool is_daughters = is_before == (words.z % 2 == 1);
      parts[is_daughters ? 1 : 0].insert(places[i]);
      if (is_daughters) daughter.insert(sites[i]);
    }
    const bool is_in_two = !lies_on_cut && !parts[0].empty() && !parts[1].empty();
    const auto may_be_cut_off = [&](std::size_t side) {
      return !must_be_connected[side] || is_one_piece(parts[side]);
    };
    const bool are_whole = is_in_two && may_be_cut_off(0) && may_be_cut_off(1);
    return are_whole ? daughter : std::set<u32>();
  }

 private:
  std::array<Wide, 3> extent() const {
    return {static_cast<Wide>(lattice.global.x), static_cast<Wide>(lattice.global.y),
            static_cast<Wide>(lattice.global.z)};
  }
  bool wraps(std::size_t axis) const {
    const Boundary end = axis == 0 ? lattice.boundary.x : axis == 1 ? lattice.boundary.y : lattice.boundary.z;
    return end == Boundary::Periodic && axis < lattice.dimensions;
  }
  std::vector<Vector3> places_of(const std::vector<u32>& sites) const {
    std::vector<Vector3> places;
    Vector3 first = {};
    for (const Wide site : sites) {
      const auto [x, y, z] = extent();
      Vector3 place = {site % x, site / x % y, site / x / y};
      if (places.empty()) first = place;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        place[axis] -= first[axis];
        if (wraps(axis) && 2 * place[axis] > extent()[axis]) place[axis] -= extent()[axis];
        if (wraps(axis) && 2 * place[axis] < -extent()[axis]) place[axis] += extent()[axis];
      }
      places.push_back(place);
    }
    return places;
  }
  bool is_wider_than_half(const std::vector<Vector3>& places) const {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      Wide least = 0, most = 0;
      for (const Vector3& place : places) {
        if (place[axis] < least) least = place[axis];
        if (place[axis] > most) most = place[axis];
      }
      if (wraps(axis) && 2 * (most - least + 1) > extent()[axis]) return true;
    }
    return false;
  }
  static Matrix3 moments_of(const std::vector<Vector3>& places, const Vector3& sum) {
    Matrix3 moments = {};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        for (const Vector3& place : places)
          moments[i][j] += static_cast<Wide>(places.size()) * place[i] * place[j];
        moments[i][j] -= sum[i] * sum[j];
      }
    return moments;
  }
  Vector3 normal_of(const Matrix3& moments, const u32x4& words) const {
    const bool is_flat = lattice.dimensions == 2;
    const auto turned = [](const Vector3& direction) { return Vector3{-direction[1], direction[0], 0}; };
    if (division.axis == potts::CutAxis::Short) return longest_direction(moments, words.w);
    if (division.axis == potts::CutAxis::Long)
      return is_flat ? turned(longest_direction(moments, words.w))
                     : longest_direction(cofactors_transposed(below_2_to_20(moments)), words.w);
    if (division.axis == potts::CutAxis::Random) {
      const double angle = (words.x + 0.5) / 4294967296.0 * 6.283185307179586,
                   height = (words.y + 0.5) / 2147483648.0 - 1;
      const double width = is_flat ? 1 : std::sqrt(1 - height * height);
      return in_units_of_directions({width * cosine(angle), width * sine(angle), is_flat ? 0 : height});
    }
    double longest = 0;
    for (const double component : division.along) longest = std::max(longest, std::abs(component));
    const Vector3 along = in_units_of_directions(
        {division.along[0] / longest, division.along[1] / longest, division.along[2] / longest});
    if (is_flat) return turned(along);
    Matrix3 across = {};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        across[i][j] = -along[i] * along[j];
        for (std::size_t k = 0; i == j && k < 3; ++k) across[i][j] += along[k] * along[k];
      }
    across = below_2_to_20(across);
    return longest_direction(times(below_2_to_20(times(across, below_2_to_20(moments))), across), words.w);
  }
};

}  // namespace morula::test
