// States of several slabs are restored by every backend and with any number of threads.
#include <gtest/gtest.h>

#include "core/error.h"
#include "io/document.h"
#include "io/durable_file.h"
#include "models/catalogue.h"
#include "runner/checkpoint.h"
#include "runner/slabs_ahead.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

Spec large_spec() {
  return read_spec(
      io::parse_document("model: automaton\nseed: 3\nsteps: 10\nlattice: {size: [7001, 6007]}\nautomaton: "
                         "{rule: B2/S/C5}\ninitial: {random: {density: 0.3}}\n",
                         "test.yaml"),
      ".");
}

std::vector<std::byte> all_states_of(Model& model) {
  const Field field = model.fields().front();
  std::vector<std::byte> states(field.bytes());
  for (const Slab& slab : slabs_of(field))
    model.read(field, slab, std::span(states).subspan(slab.first, slab.count));
  return states;
}

TEST(Restore, OfSeveralSlabsIsTheSameOnEveryBackendAndAnyNumberOfThreads) {
  const io::TemporaryFolder folder;
  const auto backends = available_backends();
  const Spec spec = large_spec();
  const auto model = make_model(spec, backends.front().backend);
  ASSERT_GT(model->fields().front().bytes(), slab_ahead_bytes);
  save_state(*model, folder / "checkpoint.h5", backends.front().backend.threads.get());
  const auto states = all_states_of(*model);
  for (const NamedBackend& named : backends)
    for (const unsigned count : {1u, 2u}) {
      ThreadPool threads(count);
      const auto again = make_model(spec, named.backend, Start::Blank);
      load_state(*again, folder / "checkpoint.h5", &threads, named.backend.device.get());
      EXPECT_EQ(again->hash(), model->hash()) << named.name;
      EXPECT_EQ(all_states_of(*again), states) << named.name;
    }
}

TEST(Restore, OfADamagedSlabIsRefusedWhereverItLies) {
  const io::TemporaryFolder folder;
  const auto backend = available_backends().front().backend;
  const auto model = make_model(large_spec(), backend);
  save_state(*model, folder / "good.h5", backend.threads.get());
  const std::string good = io::read_file(folder / "good.h5");
  for (const std::size_t part : {1, 5, 9}) {
    std::string bad = good;
    bad[bad.size() / 10 * part] ^= 4;
    io::write_file(folder / "bad.h5", bad);
    EXPECT_THROW(load_state(*model, folder / "bad.h5", backend.threads.get()), FileError) << part;
  }
}

}  // namespace
}  // namespace morula::test
