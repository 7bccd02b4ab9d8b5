#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/family.h"
#include "models/input_folder.h"

namespace morula {

const std::vector<Family>& families();
// Adds a family to the list; must be called before any model file is read.
void register_family(Family family);
const Family& family_named(const std::string& name);  // throws Error if there is none
const Family& family_of(const Spec& spec);

// Reads a whole model file; throws SpecError with all problems.
Spec read_spec(const io::Document& document, const InputFolder& folder);

// Whether this process makes the pictures; among the ranks of a run, only one does.
enum class Pictures { Made, NotMade };
Footprint footprint_of(const Spec& spec, const Backend& backend, Pictures pictures = Pictures::Made);
// What does not fit on this backend, with the place in the model file that determines the size; empty if
// everything fits.
std::optional<Problem> misfit(const Spec& spec, const Backend& backend, Pictures pictures = Pictures::Made);
// Throws the result of misfit() as a SpecError.
void check_fits(const Spec& spec, const Backend& backend);

std::vector<std::string> slow_paths(const Spec& spec, const Backend& backend);  // see Family

// The results of a run of this family: see Family.
std::vector<std::string> results_of_run(const std::string& family, const std::filesystem::path& run);

std::unique_ptr<Model> make_model(const Spec& spec, const Backend& backend, Start start = Start::Initial);

}  // namespace morula
