// The model of every run of a sweep: the model file with the settings of its point.
#pragma once

#include <optional>
#include <vector>

#include "models/input_folder.h"
#include "models/spec.h"
#include "sweep/settings.h"
#include "sweep/sweep_spec.h"

namespace morula::sweep {

class PointModels {
 public:
  // Throws SpecError. Paths in the model file are relative to its own folder, or to `folder`.
  explicit PointModels(SweepSpec sweep, const std::optional<InputFolder>& folder = {});

  const SweepSpec& sweep() const { return sweep_; }
  const std::vector<Settings>& points() const { return points_; }
  Hash id_of(std::size_t point) const { return ids_[point]; }
  const io::Document& model() const { return model_; }
  std::filesystem::path folder() const;  // the folder of the model file

  // The model of these replicas of a point: one run, or a batch if the family has replicas. Throws SpecError.
  Spec read(std::size_t point, Replicas which) const;
  std::uint64_t seed_of(std::size_t point, std::uint64_t replica) const;
  bool has_replicas(std::size_t point) const { return has_replicas_[point]; }  // they can form a batch

 private:
  SweepSpec sweep_;
  io::Document model_;  // with the overrides
  InputFolder inputs_;
  std::vector<Settings> points_;
  std::vector<Hash> ids_;
  std::vector<bool> has_replicas_;
};

}  // namespace morula::sweep
