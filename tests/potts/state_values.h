// A field of a model's state, as values.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/model.h"

namespace morula::test {

template <typename Value>
std::vector<Value> values_in(Model& model, const std::string& name) {
  for (const StateField& field : model.fields())
    if (field.name == name) {
      std::vector<Value> values(field.values());
      model.read(field, {0, values.size()}, std::as_writable_bytes(std::span(values)));
      return values;
    }
  ADD_FAILURE() << "no field " << name;
  return {};
}

}  // namespace morula::test
