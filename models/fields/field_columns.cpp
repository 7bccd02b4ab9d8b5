#include "models/fields/field_columns.h"

#include <fmt/format.h>

#include <bit>

namespace morula::fields {
namespace {

bool has_clamped(const FieldSpec& field) { return field.changes() && !field.is_signed; }

double cut_of(u64 low, u64 high) {
  return static_cast<double>(low) * 0x1p-32 + static_cast<double>(high) * 0x1p32;
}

}  // namespace

std::vector<std::string> field_columns(const FieldsSpec& spec, const std::vector<std::string>& class_names) {
  std::vector<std::string> columns;
  for (const FieldSpec& field : spec.fields) {
    for (const char* what : {"_total", "_min", "_max"}) columns.push_back(field.name + what);
    for (const std::string& name : class_names) columns.push_back(field.name + "_mean_" + name);
    if (has_clamped(field)) columns.push_back(field.name + "_clamped");
  }
  return columns;
}

std::size_t field_words_count(const FieldsSpec& spec) {
  return spec.fields.size() * (5 + 2 * spec.classes.size());
}

Sums field_words(FieldsEngine& engine, u64 replica) {
  Sums words;
  const std::vector<u64> clamped = engine.clamped();
  const std::vector<FieldTotals> totals = engine.totals(replica);
  for (std::size_t field = 0; field < totals.size(); ++field) {
    const FieldTotals& of_field = totals[field];
    for (const double number : {of_field.total, of_field.least, of_field.greatest})
      words.push_back(std::bit_cast<u64>(number));
    for (const double sum : of_field.of_class) words.push_back(std::bit_cast<u64>(sum));
    words.insert(words.end(), of_field.sites.begin(), of_field.sites.end());
    const std::size_t first = 2 * (replica * totals.size() + field);
    words.insert(words.end(), {clamped[first], clamped[first + 1]});
  }
  return words;
}

void add_field_columns(const FieldsSpec& spec, std::span<const u64> words, Row& row) {
  const std::size_t classes = spec.classes.size(), words_of_field = 5 + 2 * classes;
  for (std::size_t field = 0; field < spec.fields.size(); ++field) {
    const std::span<const u64> of_field = words.subspan(field * words_of_field, words_of_field);
    for (std::size_t i = 0; i < 3; ++i) row.emplace_back(std::bit_cast<double>(of_field[i]));
    for (std::size_t i = 0; i < classes; ++i) {
      const u64 sites = of_field[3 + classes + i];
      row.emplace_back(sites == 0 ? 0.0
                                  : std::bit_cast<double>(of_field[3 + i]) / static_cast<double>(sites));
    }
    if (has_clamped(spec.fields[field]))
      row.emplace_back(cut_of(of_field[words_of_field - 2], of_field[words_of_field - 1]));
  }
}

std::vector<std::string> remarks_on_cuts(FieldsEngine& engine) {
  std::vector<std::string> remarks;
  const std::vector<FieldSpec>& fields = engine.spec().fields;
  const std::vector<u64> clamped = engine.clamped();
  for (std::size_t field = 0; field < fields.size(); ++field) {
    double cut = 0;  // in all replicas
    for (std::size_t i = 2 * field; i < clamped.size(); i += 2 * fields.size())
      cut += cut_of(clamped[i], clamped[i + 1]);
    if (has_clamped(fields[field]) && cut > 0)
      remarks.push_back(fmt::format(
          "fields.{0}: values would have become negative, and {1:.3g} was added to keep them at 0 "
          "({0}_clamped); let its source end at 0, give it more sub_steps, or write signed: true",
          fields[field].name, cut));
  }
  return remarks;
}

SeriesPanel field_panel(const FieldsSpec& spec) {
  SeriesPanel panel{"fields (sum over all sites)", {}, false};
  for (const FieldSpec& field : spec.fields) panel.curves.push_back({field.name + "_total", field.name});
  return panel;
}

}  // namespace morula::fields
