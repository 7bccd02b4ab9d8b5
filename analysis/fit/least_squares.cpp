#include "analysis/fit/least_squares.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace morula {
namespace {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

constexpr int most_rounds = 100;
constexpr double nudge = 1e-5;                          // step for derivatives, relative to the box's width
constexpr double enough = 1e-9;                         // relative decrease of the sum that ends the search
constexpr double dampings[] = {0.01, 0.1, 1, 10, 100};  // factors of the last damping, all tried together
constexpr double most_damping = 1e4;

double product(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// Solves a·x = b for a symmetric matrix a by Cholesky decomposition; returns nothing if a is not positive
// definite.
std::optional<Vector> solve(Matrix a, Vector b) {
  const std::size_t size = b.size();
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = a[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= a[i][k] * a[j][k];
      if (i == j && !(sum > 0)) return std::nullopt;
      a[i][j] = i == j ? std::sqrt(sum) : sum / a[j][j];
    }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  for (std::size_t i = size; i-- > 0;) {
    for (std::size_t k = i + 1; k < size; ++k) b[i] -= a[k][i] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

class Descent {
 public:
  Descent(const SearchBox& box, Position from, const Residuals& residuals)
      : box_(box), residuals_at_(residuals), at_(std::move(from)) {
    residuals_ = residuals_at_({at_}).front();
  }

  Position run() {
    for (int round = 0; round < most_rounds; ++round) {
      const double before = product(residuals_, residuals_);
      take_derivatives();
      if (free_.empty()) break;
      bool stepped = take_step();
      if (!stepped) {  // no candidate was near enough
        damping_ = most_damping;
        stepped = take_step();
      }
      if (!stepped || before - product(residuals_, residuals_) <= enough * before) break;
    }
    return at_;
  }

 private:
  double width(std::size_t d) const { return box_.high[d] - box_.low[d]; }

  void take_derivatives() {
    std::vector<Position> beside;
    for (std::size_t d = 0; d < at_.size(); ++d) {
      beside.push_back(at_);
      beside.back()[d] += (at_[d] + nudge * width(d) > box_.high[d] ? -nudge : nudge) * width(d);
    }
    slopes_ = residuals_at_(beside);
    free_.clear();
    for (std::size_t d = 0; d < at_.size(); ++d) {
      for (std::size_t j = 0; j < residuals_.size(); ++j)
        slopes_[d][j] = (slopes_[d][j] - residuals_[j]) / (beside[d][d] - at_[d]);
      const double rise = product(slopes_[d], residuals_);
      const bool against_a_wall = (at_[d] <= box_.low[d] && rise > 0) || (at_[d] >= box_.high[d] && rise < 0);
      if (!against_a_wall && product(slopes_[d], slopes_[d]) > 0) free_.push_back(d);
    }
  }

  // The next position with each damping; a position outside the box is moved to its wall.
  std::vector<Position> candidates() const {
    Matrix curvature;
    Vector descent;
    for (const std::size_t d : free_) {
      Vector row;
      for (const std::size_t column : free_) row.push_back(product(slopes_[d], slopes_[column]));
      curvature.push_back(row);
      descent.push_back(-product(slopes_[d], residuals_));
    }
    std::vector<Position> positions;
    for (const double damping : dampings) {
      Matrix damped = curvature;
      for (std::size_t i = 0; i < free_.size(); ++i) damped[i][i] *= 1 + damping * damping_;
      const auto step = solve(damped, descent);
      positions.push_back(at_);
      for (std::size_t i = 0; step && i < free_.size(); ++i) {
        double& to = positions.back()[free_[i]];
        to = std::clamp(to + (*step)[i], box_.low[free_[i]], box_.high[free_[i]]);
      }
    }
    return positions;
  }

  bool take_step() {
    const std::vector<Position> tried = candidates();
    const Matrix tried_residuals = residuals_at_(tried);
    std::size_t best = tried.size();
    double least = product(residuals_, residuals_);
    for (std::size_t i = 0; i < tried.size(); ++i)
      if (const double sum = product(tried_residuals[i], tried_residuals[i]); sum < least) {
        least = sum;
        best = i;
      }
    if (best == tried.size()) return false;
    at_ = tried[best];
    residuals_ = tried_residuals[best];
    damping_ = std::clamp(damping_ * dampings[best], 1e-8, most_damping);
    return true;
  }

  const SearchBox& box_;
  const Residuals& residuals_at_;
  Position at_;
  Vector residuals_;
  Matrix slopes_;  // derivatives of the residuals in each dimension
  std::vector<std::size_t> free_;
  double damping_ = 1e-2;
};

}  // namespace

Position levenberg_marquardt(const SearchBox& box, const Position& from, const Residuals& residuals) {
  return Descent(box, from, residuals).run();
}

}  // namespace morula
