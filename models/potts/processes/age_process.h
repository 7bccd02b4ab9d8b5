// Keeps the column `age`: a model has it if a process reads it, or pictures show it (`frames: {of: age}`).
#pragma once

#include "models/potts/processes/age_rule.h"
#include "models/potts/processes/process.h"
#include "texts/morula_potts.h"

namespace morula::potts {

inline Column age_column() {
  return {.name = "age", .type = ValueType::U32, .from_run = false, .from_mother = FromMother::Anew};
}

class AgeProcess final : public Process {
 public:
  std::string key() const override { return "age"; }
  gpu::Text text() const override { return gpu::text::models::potts::processes::age_rule; }
  std::vector<UsedColumn> columns() const override { return {{age_column(), true}}; }
  HostStep host() const override { return host_step<age_step, &age_cell::age>; }
};

}  // namespace morula::potts
