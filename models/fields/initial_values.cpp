#include "models/fields/initial_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "core/error.h"
#include "core/stream.h"
#include "models/fields/field_rule.h"

namespace morula::fields {
namespace {

class InitialFormula {
 public:
  InitialFormula(const FieldsOnLattice& on, u32 field, u64 seed, u64 first_replica, SiteReader& sites)
      : on_(on),
        field_(field),
        seed_(seed),
        first_replica_(first_replica),
        sites_(sites),
        program_(*std::get<std::shared_ptr<const SiteProgram>>(on.spec.fields[field].initial)),
        code_(std::make_shared<const formula::Code>(program_.program.site)),
        uniform_inputs_(uniform_inputs(program_, on.spec, 0)) {
    formula::UniformValues uniform(program_.program);
    if (const auto failing = uniform.evaluate(uniform_inputs_))
      throw Error(what_fails(program_.program.whole, *failing));
    uniform_ = uniform.results();
  }

  // Fills consecutive sites of one row, at most a block.
  void fill(RowSources& formulas, Index canonical, std::span<f64> values) const {
    const Index of_replica = on_.lattice.global.sites(), site = canonical % of_replica;
    const RowPart part{canonical / of_replica, on_.lattice.site_at(site), site, values.size()};
    const u32x2 key = stream(seed_, Purpose::FieldStart, first_replica_ + part.replica);
    formulas.set_draws(key, field_);
    const std::vector<const f64*> none(on_.spec.fields.size());
    if (formulas.evaluate(part, none))
      if (const auto failure = failure_in(program_, uniform_inputs_, sites_, part, none, key, field_))
        throw Error(failure->what);
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = formulas.result(0)[i];
      check(values[i]);
    }
  }
  RowSources formulas() const {
    RowSources formulas(program_, code_, sites_);
    formulas.set_uniform(program_.inputs.size(), uniform_);
    return formulas;
  }

 private:
  void check(f64 value) const {
    const FieldSpec& field = on_.spec.fields[field_];
    if (!is_finite_f64(value))
      throw Error(fmt::format("the initial value of the field '{}' is not a finite number", field.name));
    if (value < 0 && !field.is_signed)
      throw Error(fmt::format(
          "the initial value of the field '{}' is {} somewhere; must be at least 0, or write signed: true",
          field.name, value));
  }

  const FieldsOnLattice& on_;
  u32 field_;
  u64 seed_, first_replica_;
  SiteReader& sites_;
  const SiteProgram& program_;
  std::shared_ptr<const formula::Code> code_;
  std::vector<u64> uniform_inputs_, uniform_;
};

}  // namespace

void fill_initial(const FieldsOnLattice& on, u32 field, u64 seed, u64 first_replica, SiteReader& sites,
                  Slab slab, std::span<f64> values, ThreadPool& threads) {
  if (const auto* number = std::get_if<double>(&on.spec.fields[field].initial)) {
    std::ranges::fill(values, *number);
    return;
  }
  if (const auto* reals = std::get_if<std::shared_ptr<const io::Reals>>(&on.spec.fields[field].initial)) {
    const Index of_replica = on.lattice.global.sites();
    for (u64 i = 0; i < slab.count; ++i) values[i] = (*reals)->values[(slab.first + i) % of_replica];
    return;
  }
  const InitialFormula formula(on, field, seed, first_replica, sites);
  const Index width = on.lattice.global.x;
  threads.for_ranges(slab.count, [&](u64 begin, u64 end) {
    RowSources formulas = formula.formulas();
    for (u64 i = begin; i < end;) {
      const Index canonical = slab.first + i;
      const u64 count = std::min<u64>({formula::block, end - i, width - canonical % width});
      formula.fill(formulas, canonical, values.subspan(i, count));
      i += count;
    }
  });
}

}  // namespace morula::fields
