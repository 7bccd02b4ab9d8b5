// What the ranks that share out a batch of replicas tell each other, as numbers of 64 bits.
#pragma once

#include <span>
#include <vector>

#include "core/communicator.h"
#include "core/number.h"
#include "models/model.h"

namespace morula::shared_replicas {

using Words = std::vector<std::uint64_t>;

// A number of a row or a table is two words: its type, and its bits.
void put(Words& words, const Number& number);
Number number_at(std::span<const std::uint64_t> words, std::size_t which);
Words words_of(const std::vector<Row>& rows);

// What a rank has seen of a batch of steps. A model whose replicas have all ended stands still: its last rows
// stand for all later steps.
struct Stepped {
  std::uint64_t done = 0, updates_each = 0;
  std::vector<std::uint64_t> times;
  std::vector<Words> rows;  // at these times, and once more at the end
};

Bytes message_of(const Stepped& stepped);
Stepped stepped_in(const Bytes& bytes);

}  // namespace morula::shared_replicas
