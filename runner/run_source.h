// The source from which the model of a run is read: a model file, or the run directory itself.
#pragma once

#include "runner/run.h"

namespace morula {

std::filesystem::path checkpoint_in(const std::filesystem::path& run);

// Reads the model of a run that is resumed. Throws SpecError if model.yaml or one of its inputs has changed.
Spec read_run_model(const std::filesystem::path& folder, const Manifest& manifest,
                    const DeferredVolumes& deferred);

// For `resume --steps`: replace_steps() makes read_run_model() use this number; write_steps() writes it to
// model.yaml, and removes changes after this step.
void replace_steps(Manifest& manifest, std::uint64_t steps);
void write_steps(std::uint64_t steps, const std::filesystem::path& folder, Manifest& manifest);

}  // namespace morula
