#include "models/potts/life/division.h"

#include <algorithm>
#include <set>

namespace morula::potts {
namespace {

using formula::Int128;
using Matrix = std::array<std::array<Int128, 3>, 3>;

constexpr Int128 scale_limit = Int128{1} << 20;
constexpr int squarings = 12;

Int128 size_of_number(Int128 number) { return number < 0 ? -number : number; }

// Halves all entries until the largest is below 2^20; rounds towards zero, so that signs are treated alike.
template <typename Entries>
void scale_down(Entries& entries, Int128 largest) {
  Int128 divisor = 1;
  while (largest / divisor >= scale_limit) divisor *= 2;
  for (auto& entry : entries) entry /= divisor;
}

void scale_down(Matrix& matrix) {
  Int128 largest = 0;
  for (const auto& row : matrix)
    for (const Int128 entry : row) largest = std::max(largest, size_of_number(entry));
  for (auto& row : matrix) scale_down(row, largest);
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix result = {};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) result[i][j] += a[i][k] * b[k][j];
  return result;
}

// The direction of the largest eigenvalue of a matrix without negative ones.
Place dominant_direction(Matrix matrix) {
  scale_down(matrix);
  for (int i = 0; i < squarings; ++i) {
    matrix = product(matrix, matrix);
    scale_down(matrix);
  }
  std::size_t column = 0;
  for (std::size_t i = 1; i < 3; ++i)
    if (matrix[i][i] > matrix[column][column]) column = i;
  return {static_cast<i64>(matrix[0][column]), static_cast<i64>(matrix[1][column]),
          static_cast<i64>(matrix[2][column])};
}

Matrix adjugate(const Matrix& m) {
  Matrix result = {};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t r0 = (j + 1) % 3, r1 = (j + 2) % 3, c0 = (i + 1) % 3, c1 = (i + 2) % 3;
      result[i][j] = m[r0][c0] * m[r1][c1] - m[r0][c1] * m[r1][c0];
    }
  return result;
}

}  // namespace

CellMoments::CellMoments(std::span<const Place> places) : sites(static_cast<i64>(places.size())) {
  Matrix products = {};
  for (const Place& place : places)
    for (std::size_t i = 0; i < 3; ++i) {
      sum[i] += place[i];
      for (std::size_t j = 0; j < 3; ++j) products[i][j] += Int128{place[i]} * place[j];
    }
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      about_centroid[i][j] = products[i][j] * sites - Int128{sum[i]} * sum[j];
}

Place longest_axis(const CellMoments& moments) { return dominant_direction(moments.about_centroid); }

Place shortest_axis(const CellMoments& moments, unsigned dimensions) {
  if (dimensions == 2) {
    const Place longest = longest_axis(moments);
    return {-longest[1], longest[0], 0};
  }
  Matrix scaled = moments.about_centroid;
  scale_down(scaled);
  return dominant_direction(adjugate(scaled));
}

// With P = (a · a) 1 − a aᵀ, that of P C P.
Place longest_axis_across(const CellMoments& moments, const Place& along) {
  Matrix across = {};
  const Int128 squared =
      Int128{along[0]} * along[0] + Int128{along[1]} * along[1] + Int128{along[2]} * along[2];
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      across[i][j] = (i == j ? squared : Int128{0}) - Int128{along[i]} * along[j];
  Matrix scaled = moments.about_centroid;
  scale_down(scaled);
  scale_down(across);
  Matrix from_left = product(across, scaled);
  scale_down(from_left);
  return dominant_direction(product(from_left, across));
}

int side_of(const Place& place, const CellMoments& moments, const Place& normal) {
  Int128 side = 0;
  for (std::size_t i = 0; i < 3; ++i)
    side += Int128{normal[i]} * (Int128{place[i]} * moments.sites - moments.sum[i]);
  return side > 0 ? 1 : side < 0 ? -1 : 0;
}

bool is_connected(std::span<const Place> places) {
  std::set<Place> unseen(places.begin(), places.end());
  if (unseen.empty()) return true;
  std::vector<Place> next = {*unseen.begin()};
  unseen.erase(unseen.begin());
  while (!next.empty()) {
    const Place at = next.back();
    next.pop_back();
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const i64 away : {-1, 1}) {
        Place beside = at;
        beside[axis] += away;
        if (unseen.erase(beside) > 0) next.push_back(beside);
      }
  }
  return unseen.empty();
}

}  // namespace morula::potts
