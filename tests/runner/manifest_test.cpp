#include "runner/manifest.h"

#include <gtest/gtest.h>

#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

Manifest saved_and_loaded(const Manifest& manifest) {
  const io::TemporaryFolder folder;
  save_manifest(manifest, folder.path());
  return load_manifest(folder.path());
}

TEST(Manifest, KeepsTheHashOfEachReplica) {
  Manifest manifest;
  manifest.state_hash = Hash{7};
  manifest.replica_hashes = {Hash{0}, Hash{~u64{0}}, Hash{0x123}};
  EXPECT_EQ(saved_and_loaded(manifest).replica_hashes, manifest.replica_hashes);
  EXPECT_TRUE(io::contains(to_json(manifest), "\"0000000000000123\"")) << to_json(manifest);
}

TEST(Manifest, OfOneRunSpeaksOfNoReplicas) {
  Manifest manifest;
  manifest.state_hash = Hash{7};
  EXPECT_FALSE(io::contains(to_json(manifest), "replica"));
  EXPECT_TRUE(saved_and_loaded(manifest).replica_hashes.empty());
}

}  // namespace
}  // namespace morula::test
