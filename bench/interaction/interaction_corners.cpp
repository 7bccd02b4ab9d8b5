#include "bench/interaction/interaction_corners.h"

#include <fmt/format.h>

#include <algorithm>

#include "bench/clock.h"
#include "bench/measured.h"
#include "core/error.h"
#include "core/mix.h"
#include "io/document.h"
#include "models/catalogue.h"
#include "models/interaction/interaction_spec.h"

namespace morula {
namespace {

constexpr const char* same_rates = "rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25}";
constexpr const char* one_species_differs =
    "rates: {mobility: {a: 0.5, b: 0.5, c: 0.4}, reproduction: 0.25, predation: {a: 0.25, b: 0.25, c: 0.35}}";
// Fifteen species whose rates all differ, also from pair to pair: too many thresholds for a row of bits.
std::string fifteen_species() {
  std::vector<std::string> names, mobility, rows;
  for (unsigned i = 0; i < 15; ++i) {
    names.push_back(fmt::format("s{}", i));
    mobility.push_back(fmt::format("s{}: {}", i, 0.3 + 0.005 * i));
    std::vector<std::string> row;
    for (unsigned j = 0; j < 15; ++j)
      row.push_back((j + 15 - i) % 15 % 7 == 1 ? fmt::format("{}", 0.15 + 0.0005 * (15 * i + j)) : "0");
    rows.push_back(fmt::format("[{}]", fmt::join(row, ", ")));
  }
  return fmt::format("species: [{}], preys: [{}], rates: {{mobility: {{{}}}, reproduction: 0.2}}",
                     fmt::join(names, ", "), fmt::join(rows, ", "), fmt::join(mobility, ", "));
}

std::string cyclic_species(unsigned species, const std::string& settings) {
  return fmt::format("species: {}, preys: cyclic, {}", species, settings);
}

std::string three_species(const std::string& settings) {
  return "species: [a, b, c], preys: cyclic, " + settings;
}

std::string with_option(const char* settings, const std::string& rule) {
  return fmt::format("{}, {}", settings, rule);
}

// Initial states from a hash, since drawing them would take longer than the measurement.
std::unique_ptr<Model> hashed_start(const Spec& spec, unsigned states, const Backend& backend) {
  auto model = make_model(spec, backend, Start::Blank);
  const Field field = model->fields().front();
  std::vector<std::byte> values;
  for (const Slab& slab : slabs_of(field)) {
    values.resize(slab.count);
    for (Index i = 0; i < slab.count; ++i) values[i] = static_cast<std::byte>(mix64(slab.first + i) % states);
    model->restore(field, slab, values);
  }
  return model;
}

double rate_of(const Spec& spec, const Backend& backend) {
  const auto& interaction = dynamic_cast<const InteractionSpec&>(*spec.section);
  const auto model = hashed_start(spec, interaction.states(), backend);
  const double steps = rounds_per_second(1, [&](std::uint64_t count) { model->step(count); });
  return steps * static_cast<double>(interaction.lattice.global.sites());
}

}  // namespace

std::vector<InteractionCorner> interaction_corners(bool on_gpu) {
  const std::string even = on_gpu ? "8192, 8192" : "512, 512", odd = on_gpu ? "8191, 8191" : "511, 511",
                    cube = on_gpu ? "512, 512, 512" : "64, 64, 64";
  std::vector<InteractionCorner> corners = {
      {"the same rates for all", even, three_species(same_rates)},
      {"one species with its own rates", even, three_species(one_species_differs)},
      {"fifteen species, all rates different", even, fifteen_species()},
      {"replaced (refine 16), the same rates for all", even,
       with_option("predation: replaced", three_species(same_rates))},
      {"replaced (refine 16), one species with its own rates", even,
       with_option("predation: replaced", three_species(one_species_differs))},
      {"odd sides", odd, three_species(same_rates)},
      {"odd sides, one species with its own rates", odd, three_species(one_species_differs)},
      {"three dimensions, 26 neighbours", cube, three_species(same_rates)},
      {"three dimensions, 6 neighbours", cube, with_option("neighbourhood: 6", three_species(same_rates))},
      {"three dimensions, one species with its own rates", cube, three_species(one_species_differs)},
      {"with kin", even, with_option("reproduction: with-kin", three_species(same_rates))},
      {"with kin, three dimensions", cube, with_option("reproduction: with-kin", three_species(same_rates))},
      {"20 species", even, cyclic_species(20, same_rates)},
      {"255 species", even, cyclic_species(255, same_rates)}};
  if (on_gpu) {
    corners.push_back({"the same rates for all", "1024, 1024", three_species(same_rates)});
    corners.push_back({"replaced (refine 16), odd sides", odd,
                       with_option("predation: replaced", three_species(same_rates))});
    corners.push_back({"replaced (refine 16), three dimensions", cube,
                       with_option("predation: replaced", three_species(same_rates))});
    corners.push_back({"replaced (refine 16), 20 species", even,
                       with_option("predation: replaced", cyclic_species(20, same_rates))});
  } else {
    corners.push_back(
        {"sequential order", even, with_option("order: sequential", three_species(same_rates))});
  }
  for (InteractionCorner& corner : corners) corner.name += fmt::format(", [{}]", corner.lattice);
  return corners;
}

Spec spec_of(const InteractionCorner& corner, const std::string& engine) {
  const std::string model = fmt::format(
      "model: interaction\nsteps: 1000000\nlattice: {{size: [{}], boundary: periodic}}\n"
      "interaction: {{engine: {}, {}}}\ninitial: {{fractions: equal}}\n",
      corner.lattice, engine, corner.rule);
  return read_spec(io::parse_document(model, "bench"), ".");
}

Compared<CornerRate> bench_corners(const Backend& backend) {
  const Backend single =
      backend.device ? backend : Backend{backend.kind, std::make_shared<ThreadPool>(1), {}};
  Compared<CornerRate> table;
  for (const InteractionCorner& corner : interaction_corners(is_gpu(backend))) try {
      const Spec spec = spec_of(corner, "bitplane");
      check_fits(spec, single);
      table.rows.push_back({corner.name, to_string(single.kind), rate_of(spec, single),
                            rate_of(spec_of(corner, "plain"), single)});
    } catch (const SpecError& refused) {
      table.left_out.push_back({0, corner.name, refused.problems().front().what});
    }
  return table;
}

}  // namespace morula
