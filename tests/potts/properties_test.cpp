// Properties of cells, compared with a direct computation on every processor.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "core/error.h"
#include "core/stream.h"
#include "gpu/nvrtc.h"
#include "models/catalogue.h"
#include "models/potts/engine/field_sites.h"
#include "models/potts/potts_model.h"
#include "runner/checkpoint.h"
#include "runner/run.h"
#include "tests/io/temporary_folder.h"
#include "tests/potts/cases.h"
#include "tests/potts/state_values.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

const Backend properties_on_one_thread{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};

std::string model_with(const std::string& properties, const std::string& more = "",
                       const std::string& lattice = "{size: [31, 23], boundary: {x: periodic, y: fixed}}") {
  return fmt::format(R"yaml(
model: potts
seed: 3
steps: 100
lattice: {}
potts:
  temperature: 10
  types: [medium, light, dark]
  adhesion: {{light-light: 14, dark-dark: 2, light-dark: 11, medium-light: 16, medium-dark: 16}}
  volume: {{light: {{target: 16, strength: 1}}, dark: {{target: 16, strength: 1}}}}
  parameters: {{speed: 0.25}}
  properties: {}
{}initial: {{cells: {{width: 4, types: {{light: 0.5, dark: 0.5}}}}}}
)yaml",
                     lattice, properties, more);
}

std::unique_ptr<Model> made(const std::string& text, const Backend& backend) {
  return make_model(read_model({{"properties.yaml", text}, {}, {}}), backend, Start::Initial);
}

// The number of faces between each pair of cells, from the sites of a 2D lattice that is periodic along x.
std::map<u32, std::map<u32, u32>> faces_in(const std::vector<u32>& cells, u64 width) {
  std::map<u32, std::map<u32, u32>> faces;
  const u64 height = cells.size() / width;
  for (u64 y = 0; y < height; ++y)
    for (u64 x = 0; x < width; ++x) {
      const u32 cell = cells[y * width + x];
      std::vector<u32> beside = {cells[y * width + (x + 1) % width],
                                 cells[y * width + (x + width - 1) % width]};
      if (y > 0) beside.push_back(cells[(y - 1) * width + x]);
      if (y + 1 < height) beside.push_back(cells[(y + 1) * width + x]);
      for (const u32 neighbour : beside)
        if (neighbour != cell) ++faces[cell][neighbour];
    }
  return faces;
}

// Uses all names that formulas can use, and checks after every step.
TEST(Properties, AreWhatADirectComputationGives) {
  const std::string text = model_with(R"yaml(
    a: {initial: 2, rate: "speed * (around(b) - a) + 0.01 * volume", sub_steps: 2}
    b: {initial: "if type == light then 1 else 0.5", rate: "-0.1 * b * a + 0.001 * contact(dark) + 0.01 * neighbours(light)"}
    c: {initial: 0, next: "c + a * (type == dark) + surface + 100 * age + 0.5 * contact(medium) + step"}
    d: {initial: 7})yaml");
  const auto model = made(text, properties_on_one_thread);
  const std::vector<u8> types = values_in<u8>(*model, "type");
  std::vector<double> a(types.size(), 2.0), b(types.size()), c(types.size());
  for (std::size_t cell = 1; cell < types.size(); ++cell) b[cell] = types[cell] == 1 ? 1 : 0.5;
  for (u64 step = 0; step < 8; ++step) {
    model->step(1);
    const std::vector<u32> sites = values_in<u32>(*model, "cell");
    auto faces = faces_in(sites, 31);
    std::vector<double> volume(types.size());
    for (const u32 cell : sites) ++volume[cell];
    const auto contact = [&](u32 cell, u8 type) {
      u32 sum = 0;
      for (const auto& [neighbour, count] : faces[cell]) sum += types[neighbour] == type ? count : 0;
      return static_cast<double>(sum);
    };
    const auto rates = [&](const std::vector<double>& now_a, const std::vector<double>& now_b) {
      std::array<std::vector<double>, 2> rate = {std::vector<double>(types.size()),
                                                 std::vector<double>(types.size())};
      for (u32 cell = 1; cell < types.size(); ++cell) {
        double sum = 0, count = 0, lights = 0;
        for (const auto& [neighbour, shared] : faces[cell]) {
          if (neighbour == 0) continue;
          sum += shared * now_b[neighbour];
          count += shared;
          lights += types[neighbour] == 1;
        }
        const double around = count > 0 ? sum / count : 0;
        rate[0][cell] = 0.25 * (around - now_a[cell]) + 0.01 * volume[cell];
        rate[1][cell] = -0.1 * now_b[cell] * now_a[cell] + 0.001 * contact(cell, 2) + 0.01 * lights;
      }
      return rate;
    };
    for (int sub_step = 0; sub_step < 2; ++sub_step) {
      const auto first = rates(a, b);
      std::vector<double> end_a = a, end_b = b;
      for (std::size_t cell = 1; cell < types.size(); ++cell) {
        end_a[cell] += 0.5 * first[0][cell];
        end_b[cell] += 0.5 * first[1][cell];
      }
      const auto second = rates(end_a, end_b);
      for (std::size_t cell = 1; cell < types.size(); ++cell) {
        a[cell] += 0.25 * (first[0][cell] + second[0][cell]);
        b[cell] += 0.25 * (first[1][cell] + second[1][cell]);
      }
    }
    for (u32 cell = 1; cell < types.size(); ++cell) {
      double surface = 0;
      for (const auto& [neighbour, shared] : faces[cell]) surface += shared;
      c[cell] += a[cell] * (types[cell] == 2) + surface + 100.0 * static_cast<double>(step + 1) +
                 0.5 * contact(cell, 0) + static_cast<double>(step);
    }
    const auto measured_a = values_in<double>(*model, "a"), measured_b = values_in<double>(*model, "b"),
               measured_c = values_in<double>(*model, "c"), measured_d = values_in<double>(*model, "d");
    for (std::size_t cell = 1; cell < types.size(); ++cell) {
      if (volume[cell] == 0) continue;
      EXPECT_NEAR(measured_a[cell], a[cell], 1e-8) << "cell " << cell << ", step " << step;
      EXPECT_NEAR(measured_b[cell], b[cell], 1e-8) << "cell " << cell << ", step " << step;
      EXPECT_NEAR(measured_c[cell], c[cell], 1e-6) << "cell " << cell << ", step " << step;
      EXPECT_EQ(measured_d[cell], 7);
    }
  }
}

// Heun's method: with twice the sub-steps, the error is a quarter.
TEST(Properties, RatesAreOfSecondOrder) {
  std::vector<double> errors;
  for (const int sub_steps : {2, 4, 8}) {
    const auto model = made(
        model_with(fmt::format(
            "{{u: {{initial: 1, rate: \"v\", sub_steps: {}}}, v: {{initial: 0, rate: \"-u\"}}}}", sub_steps)),
        properties_on_one_thread);
    model->step(3);
    errors.push_back(std::abs(values_in<double>(*model, "v")[1] + std::sin(3.0)));
  }
  EXPECT_NEAR(errors[0] / errors[1], 4, 0.8);
  EXPECT_NEAR(errors[1] / errors[2], 4, 0.4);
}

TEST(Properties, SumFieldsOverCells) {
  const auto model = made(
      model_with(R"yaml(
    whole: {initial: 0, next: "sum(food)"}
    share: {initial: 0, next: "mean(food)"})yaml",
                 "  fields: {food: {diffusion: 1, initial: \"x * 0.37 + y\", source: \"-0.01 * food\"}}\n"),
      properties_on_one_thread);
  model->step(4);
  const std::vector<u32> sites = values_in<u32>(*model, "cell");
  const std::vector<double> food = values_in<double>(*model, "food"),
                            totals = values_in<double>(*model, "whole"),
                            shares = values_in<double>(*model, "share");
  std::vector<double> sums(totals.size()), volumes(totals.size());
  for (std::size_t i = 0; i < sites.size(); ++i) {
    sums[sites[i]] += std::floor(food[i] * 4294967296.0 + 0.5);
    volumes[sites[i]] += 1;
  }
  for (std::size_t cell = 1; cell < totals.size(); ++cell) {
    if (volumes[cell] == 0) continue;
    EXPECT_EQ(totals[cell], sums[cell] / 4294967296.0);
    EXPECT_EQ(shares[cell], sums[cell] / 4294967296.0 / volumes[cell]);
  }
}

// A source that uses a property has the value of the site's cell, and 0 in the medium.
TEST(Properties, StandInSources) {
  const auto model = made(model_with("{rank: {initial: \"if type == light then 3 else 5\"}}",
                                     "  fields: {trace: {source: \"rank\"}}\n"),
                          properties_on_one_thread);
  const std::vector<u8> types = values_in<u8>(*model, "type");
  model->step(1);
  const std::vector<u32> sites = values_in<u32>(*model, "cell");
  const std::vector<double> trace = values_in<double>(*model, "trace");
  for (std::size_t i = 0; i < sites.size(); ++i)
    EXPECT_EQ(trace[i], sites[i] == 0 ? 0 : types[sites[i]] == 1 ? 3 : 5) << "site " << i;
}

TEST(Properties, DrawByTheNumberOfTheCell) {
  const auto model = made(model_with(R"yaml(
    first: {initial: "uniform()"}
    drawn: {initial: 0, next: "uniform()"}
    other: {initial: 0, next: "uniform()"})yaml"),
                          properties_on_one_thread);
  model->step(3);
  const auto first = values_in<double>(*model, "first"), drawn = values_in<double>(*model, "drawn"),
             third = values_in<double>(*model, "other");
  const std::vector<u32> sites = values_in<u32>(*model, "cell");
  const u32x2 key = stream(3, Purpose::CellFormula, 0), initial = stream(3, Purpose::InitialState, 0);
  for (const u32 cell : std::set<u32>(sites.begin(), sites.end())) {
    if (cell == 0) continue;
    EXPECT_EQ(first[cell], draw(initial, cell, potts::drawn_property, 0).x * 0x1p-32);
    EXPECT_EQ(drawn[cell], draw(key, cell, 2, 0).x * 0x1p-32);
    EXPECT_EQ(third[cell], draw(key, cell, 2, 1).x * 0x1p-32);
  }
}

const char* const all_of_them = R"yaml(
    food_seen: {initial: "uniform()",
                  rate : "speed * (mean(food) - food_seen) - 0.01 * contact(light)", sub_steps : 3
}
    signal: {initial: "if chance(0.5) then 1 else 0", rate: "hill(around(food_seen), 0.5, 2) - signal + 0.001 * age"}
    clock: {initial: 0, next: "if chance(0.3) then 0 else clock + neighbours(dark)"})yaml";
const char* const its_field =
    "  fields: {food: {diffusion: 1, decay: 0.01, source: \"0.1 * signal\", initial: 1}}\n";

TEST(Properties, HaveTheSameHashOnEveryProcessor) {
  for (const char* lattice : {"{size: [31, 23], boundary: {x: periodic, y: fixed}}",
                              "{size: [13, 11, 9], boundary: {x: fixed, y: periodic, z: periodic}}"}) {
    const std::string text = model_with(all_of_them, its_field, lattice) + "replicas: 2\n";
    const auto expected = made(text, properties_on_one_thread);
    expected->step(9);
    for (const auto& [name, backend] : available_backends()) {
      const auto model = made(text, backend);
      model->step(4);
      model->step(5);
      EXPECT_EQ(model->hash(), expected->hash()) << name;
    }
  }
}

TEST(Properties, GoOnOnAnotherProcessor) {
  const std::string text = model_with(all_of_them, its_field);
  const auto uninterrupted = made(text, properties_on_one_thread);
  uninterrupted->step(11);
  const io::TemporaryFolder folder;
  for (const auto& [name, backend] : available_backends()) {
    const auto first = made(text, backend);
    first->step(5);
    save_state(*first, folder / "checkpoint.h5");
    const auto second =
        make_model(read_model({{"properties.yaml", text}, {}, {}}), properties_on_one_thread, Start::Blank);
    load_state(*second, folder / "checkpoint.h5", nullptr, nullptr);
    EXPECT_EQ(second->hash(), first->hash()) << name;
    second->step(6);
    EXPECT_EQ(second->hash(), uninterrupted->hash()) << name;
  }
}

TEST(PottsNvrtc, CompilesPropertiesInSources) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  const Spec spec = read_model({{"properties.yaml", model_with(all_of_them, its_field)}, {}, {}});
  const auto& tissue = dynamic_cast<const PottsSpec&>(*spec.section);
  const gpu::Source source = fields::fields_source(potts::fields_of(tissue), potts::field_site_texts(tissue));
  EXPECT_FALSE(gpu::Nvrtc().compile(source, 90u).empty());
}

std::string failure_after(const std::string& properties, const Backend& backend) {
  const auto model = made(model_with(properties), backend);
  try {
    model->step(5);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Properties, EndTheRunWhereAFormulaHasNoAnswer) {
  for (const auto& [name, backend] : available_backends()) {
    EXPECT_EQ(failure_after("{a: {initial: 0, next: \"1 / (3 - age)\"}}", backend),
              "cell 1 in step 3: potts.properties.a.next, column 3: division by zero, or infinity divided by "
              "infinity")
        << name;
    EXPECT_EQ(failure_after("{a: {initial: 1e300, rate: \"a * 1e10\"}}", backend).substr(0, 49),
              "potts.properties.a of cell 1 becomes inf in step ")
        << name;
  }
}

}  // namespace
}  // namespace morula::test
