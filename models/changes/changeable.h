// What a family says may change while its models run.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/changes/change.h"

namespace morula {

struct Spec;
class StateCopy;

struct Changeable {
  // Paths in the model file. A word may be `*`, which stands for any; what lies below a path may change with
  // it.
  std::vector<std::string> keys = {};
  // A key as the model file writes it, where it may be written in several ways: light-dark for dark-light.
  std::function<std::string(const std::string& key, const io::Value& model)> as_written = {};
  std::string why_not = {};                     // the remedy, where nothing at all may change
  std::vector<std::string> fixed_choices = {};  // names in Spec::chosen whose values no change may alter
  // What is wrong with a change, after the first step, that leads from one model to another; nothing where
  // all is well.
  std::function<std::optional<std::string>(const Spec& before, const Spec& after)> fault = {};

  // The names that sites may be set to; the number of a name in this list serves as well.
  std::function<std::vector<std::string>(const Spec&)> states = {};
  // Sets them in the state, in every replica for which `is_running` holds.
  using IsRunning = std::function<bool(std::uint64_t replica)>;
  std::function<void(const Spec&, const Shape&, std::uint64_t state, StateCopy&, const IsRunning&)>
      set_sites = {};

  bool allows(const std::string& key) const;
};

}  // namespace morula
