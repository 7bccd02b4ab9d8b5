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
void register_family(Family family);                  // adds one to the list; before any model file is read
const Family& family_named(const std::string& name);  // throws Error where there is none
const Family& family_of(const Spec& spec);

// Reads a whole model file; throws SpecError with every problem found.
Spec read_spec(const io::Document& document, const InputFolder& folder);

// Whether this process makes the pictures: of the ranks of a run, only one does.
enum class Pictures { Made, NotMade };
Footprint footprint_of(const Spec& spec, const Backend& backend, Pictures pictures = Pictures::Made);
// What does not fit on this backend, at the place in the model file that gives the size; empty if all fits.
std::optional<Problem> misfit(const Spec& spec, const Backend& backend, Pictures pictures = Pictures::Made);
// Throws it as a SpecError.
void check_fits(const Spec& spec, const Backend& backend);

std::vector<std::string> slow_paths(const Spec& spec, const Backend& backend);  // see Family

// What a run of this family has found: see Family.
std::vector<std::string> results_of_run(const std::string& family, const std::filesystem::path& run);

std::unique_ptr<Model> make_model(const Spec& spec, const Backend& backend, Start start = Start::Initial);

}  // namespace morula
