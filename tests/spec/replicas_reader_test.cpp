#include "models/replicas_reader.h"

#include <gtest/gtest.h>

namespace morula {
namespace {

// The replicas that are read, or the messages about errors.
struct Read {
  explicit Read(const std::string& text) {
    const io::Document document = io::parse_document(text, "m.yaml");
    io::Problems problems;
    io::Section root(document.root, "", problems);
    replicas = read_replicas(root);
    root.finish();
    try {
      problems.throw_if_any();
    } catch (const SpecError& error) {
      message = error.what();
    }
  }
  Replicas replicas;
  std::string message;
};

TEST(ReplicasReader, ReadsABatchOrOneOfIt) {
  const Read batch("{replicas: 1000}");
  EXPECT_EQ(batch.replicas.count, 1000u);
  EXPECT_EQ(batch.replicas.first, 0u);
  const Read alone("{replicas: 1000, replica: 999}");
  EXPECT_EQ(alone.message, "");
  EXPECT_EQ(alone.replicas.count, 1u);
  EXPECT_EQ(alone.replicas.first, 999u);
  const Read neither("{}");
  EXPECT_EQ(neither.replicas.count, 1u);
  EXPECT_EQ(neither.replicas.first, 0u);
  EXPECT_EQ(Read("{replica: 0}").message, "");
  const Read later("{replicas: 10, first_replica: 20}");
  EXPECT_EQ(later.replicas.count, 10u);
  EXPECT_EQ(later.replicas.first, 20u);
  EXPECT_EQ(Read("{replicas: 10, first_replica: 20, replica: 29}").replicas.first, 29u);
}

TEST(ReplicasReader, RefusesReplicasThatAreNotThere) {
  EXPECT_EQ(Read("{replicas: 10, replica: 10}").message,
            "m.yaml:1:25: replica: is 10; replicas count from 0 to 9");
  EXPECT_EQ(Read("{replica: 3}").message,
            "m.yaml:1:11: replica: is 3, but there is only replica 0; say how many with replicas");
  EXPECT_EQ(Read("{replicas: 10, first_replica: 20, replica: 3}").message,
            "m.yaml:1:44: replica: is 3; replicas count from 20 to 29");
  EXPECT_EQ(Read("{replicas: 10, first_replica: 1048570}").message,
            "m.yaml:1:31: first_replica: is 1048570; with 10 replicas it must be at most 1048566");
  EXPECT_EQ(Read("{replicas: 0}").message,
            "m.yaml:1:12: replicas: is '0'; must be a whole number between 1 and 1048576");
}

}  // namespace
}  // namespace morula
