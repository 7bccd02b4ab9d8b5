// Populations that together use every option of the model.
#pragma once

#include <string>
#include <vector>

#include "models/proliferation/proliferation_spec.h"

namespace morula::test {

struct ProliferationCase {
  std::string name;
  ProliferationSpec spec;
};

inline void PrintTo(const ProliferationCase& test_case, std::ostream* out) { *out << test_case.name; }

// Bins that fade after 0 to 6 divisions, one of them at exactly the minimum.
inline ProliferationSpec three_types() {
  ProliferationSpec spec;
  spec.population = {{6, 40}, {16, 50}, {37.5, 61}, {100, 97}, {640, 33}, {1000.5, 70}};
  spec.until = 100;
  spec.minimum = 8;
  spec.types = {{"quiescent", 0.2, {}, {}},
                {"slow", 0.3, TimeLaw{Law::Normal, 40, 25}, {}},
                {"fast", 0.5, TimeLaw{Law::Normal, 22, 6}, {}}};
  return spec;
}

inline ProliferationSpec of_law(Law law, CycleStart start) {
  ProliferationSpec spec = three_types();
  spec.start = start;
  spec.types[1].division = TimeLaw{law, 35, law == Law::Exponential ? 35.0 : 20.0};
  spec.types[2].division = TimeLaw{law, 25, law == Law::Exponential ? 25.0 : 9.0};
  return spec;
}

inline std::vector<ProliferationCase> proliferation_cases() {
  std::vector<ProliferationCase> list = {{"three_types", three_types()}};
  const auto add = [&](const std::string& name, auto change) {
    list.push_back({name, three_types()});
    change(list.back().spec);
  };
  add("synchronous", [](auto& spec) { spec.start = CycleStart::Synchronous; });
  add("aged", [](auto& spec) { spec.start = CycleStart::Aged; });
  add("dying", [](auto& spec) {
    spec.types[0].death = TimeLaw{Law::Exponential, 150, 150};
    spec.types[2].death = TimeLaw{Law::Gamma, 40, 30};
  });
  add("alike", [](auto& spec) { spec.siblings = 0.5; });
  add("background", [](auto& spec) {
    spec.background = 12.5;
    spec.dye_share = 0.375;
    spec.minimum = 14;
  });
  add("over_time", [](auto& spec) {
    spec.generations_every = 9;
    spec.types[1].death = TimeLaw{Law::Normal, 60, 20};
  });
  add("no_minimum", [](auto& spec) {
    spec.minimum = 0;
    spec.population = {{-2, 30}, {5, 40}, {7, 21}};
  });
  add("quiescent_alone", [](auto& spec) { spec.types = {{"quiescent", 1, {}, {}}}; });
  add("one_cell", [](auto& spec) { spec.population = {{5000, 1}}; });
  for (const Law law : {Law::LogNormal, Law::Gamma, Law::Erlang, Law::Exponential})
    list.push_back({"law_" + std::to_string(static_cast<int>(law)), of_law(law, CycleStart::Asynchronous)});
  return list;
}

}  // namespace morula::test
