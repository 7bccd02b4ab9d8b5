// Messages between the ranks that divide a batch of replicas, as 64-bit numbers.
#pragma once

#include <span>
#include <vector>

#include "core/communicator.h"
#include "core/number.h"
#include "models/model.h"

namespace morula::shared_replicas {

using Words = std::vector<std::uint64_t>;

// A number of a row or a table becomes two words: its type and its bits.
void put(Words& words, const Number& number);
Number number_at(std::span<const std::uint64_t> words, std::size_t which);
Words words_of(const std::vector<Row>& rows);

// What a rank has observed in a batch of steps. If all replicas of a model have ended, it does not step any
// more, and its last rows are valid for all later steps.
struct Stepped {
  std::uint64_t done = 0, updates_each = 0;
  std::vector<std::uint64_t> times;
  std::vector<Words> rows;  // at these times, and at the end
};

Bytes message_of(const Stepped& stepped);
Stepped stepped_in(const Bytes& bytes);

}  // namespace morula::shared_replicas
