// What may change in the models of a family while they run.
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
  // Paths in the model file that may change, with everything below them. A word may be `*`, which stands for
  // any word.
  std::vector<std::string> keys = {};
  // The spelling of a key in this model file, if several are possible: light-dark for dark-light.
  std::function<std::string(const std::string& key, const io::Value& model)> as_written = {};
  std::string why_not = {};  // the remedy, if nothing at all may change
  // A value in Spec::chosen that stays as it was at the beginning, and its key in the model file.
  struct KeptChoice {
    std::string name, key;
  };
  std::vector<KeptChoice> kept_choices = {};
  // What is wrong with a change after the first step that turns model `before` into model `after`; nothing if
  // it is valid.
  std::function<std::optional<std::string>(const Spec& before, const Spec& after)> fault = {};

  // The names of states that sites may be set to; the index of a name in this list may be used instead of the
  // name.
  std::function<std::vector<std::string>(const Spec&)> states = {};
  // Sets the sites in the state, in every replica for which `is_running` returns true.
  using IsRunning = std::function<bool(std::uint64_t replica)>;
  std::function<void(const Spec&, const Shape&, std::uint64_t state, StateCopy&, const IsRunning&)>
      set_sites = {};

  bool allows(const std::string& key) const;
};

}  // namespace morula
