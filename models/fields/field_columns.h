// Columns of fields in the series.
#pragma once

#include <string>
#include <vector>

#include "models/fields/fields_engine.h"
#include "models/model.h"
#include "models/series_figure.h"

namespace morula::fields {

// `class_names` are the names of classes in the model file.
std::vector<std::string> field_columns(const FieldsSpec& spec, const std::vector<std::string>& class_names);

// The data for a replica's row as words, and the row made of them.
Sums field_words(FieldsEngine& engine, u64 replica);
std::size_t field_words_count(const FieldsSpec& spec);
void add_field_columns(const FieldsSpec& spec, std::span<const u64> words, Row& row);

// Remarks at the end of a run: a line for each field with values that were cut off at zero.
std::vector<std::string> remarks_on_cuts(FieldsEngine& engine);

SeriesPanel field_panel(const FieldsSpec& spec);

}  // namespace morula::fields
