// Fields on a lattice without a tissue. The classes of sites are given as an array.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <vector>

#include "io/document.h"
#include "io/section.h"
#include "models/fields/device_fields.h"
#include "models/fields/field_reader.h"
#include "models/fields/initial_values.h"
#include "tests/support/backends.h"

namespace morula::test {

using fields::FieldsEngine;
using fields::FieldsOnLattice;

// Reads the section `fields:` of a model file, for sites of the classes `empty` and `full`.
inline FieldsOnLattice fields_from(const std::string& yaml, const Lattice& lattice, u64 replicas = 1,
                                   std::vector<RuleParameter> parameters = {},
                                   const InputFolder& folder = ".") {
  const io::Document document = io::parse_document("fields: " + yaml, "test.yaml");
  io::Problems problems;
  io::Section section(document.root, "", problems);
  FieldsOnLattice on{{}, lattice, replicas};
  on.spec.classes = {"empty", "full"};
  on.spec.parameters = std::move(parameters);
  Spec spec;
  spec.lattice = lattice;
  fields::read_fields(section, lattice, folder, {}, on.spec, spec);
  problems.throw_if_any();
  return on;
}

class GivenClasses final : public fields::SiteReader {
 public:
  GivenClasses(const FieldsOnLattice& on, std::vector<u8> classes)
      : lattice_(on.lattice), classes_(std::move(classes)) {}
  void read_classes(u64 replica, const Site& first, std::size_t count, i64* classes) override {
    const u64 from = replica * lattice_.global.sites() + lattice_.index_of(first);
    for (std::size_t i = 0; i < count; ++i) classes[i] = classes_[from + i];
  }
  const std::vector<u8>& classes_of_sites() const { return classes_; }

 private:
  Lattice lattice_;
  std::vector<u8> classes_;
};

// Every third site of each replica is full, except in the first row.
inline std::vector<u8> striped(const FieldsOnLattice& on) {
  std::vector<u8> classes(on.lattice.global.sites() * on.replicas);
  for (std::size_t i = on.lattice.global.x; i < classes.size(); ++i) classes[i] = i % 3 == 0 ? 1 : 0;
  return classes;
}

// An engine and the objects that it refers to.
struct FieldsRun {
  FieldsRun(const FieldsOnLattice& on, const Backend& backend)
      : sites(on, striped(on)), device(backend.device) {
    if (!device) {
      engine = fields::fields_on_threads(on, sites, backend.threads);
    } else {
      classes = device->allocate(sites.classes_of_sites().size());
      device->write(*classes, 0, std::as_bytes(std::span(sites.classes_of_sites())));
      engine =
          fields::fields_on_device(on, sites, *device,
                                   {{"GLOBAL const u8* classes"},
                                    "classes[(u64)replica * SITES + ((u64)z * SIDE_Y + y) * SIDE_X + x]"},
                                   [this] { return std::vector<gpu::Argument>{classes.get()}; });
    }
    ThreadPool threads(2);
    for (u32 field = 0; field < on.spec.fields.size(); ++field) {
      std::vector<f64> values(on.lattice.global.sites() * on.replicas);
      fields::fill_initial(on, field, 7, 0, sites, {0, values.size()}, values, threads);
      engine->write(field, {0, values.size()}, values);
    }
  }

  std::vector<f64> values(u32 field, std::size_t count) {
    std::vector<f64> values(count);
    engine->read(field, {0, count}, values);
    return values;
  }
  void run(u64 steps) {
    for (u64 step = 0; step < steps; ++step) engine->step(when++);
    engine->finish();
  }

  GivenClasses sites;
  std::shared_ptr<gpu::Device> device;
  std::unique_ptr<gpu::Buffer> classes;
  std::unique_ptr<FieldsEngine> engine;
  u64 when = 0;
};

}  // namespace morula::test
