#include "models/ranks/replica_messages.h"

#include <bit>

#include "core/message.h"

namespace morula::shared_replicas {

void put(Words& words, const Number& number) {
  words.push_back(number.index());
  std::visit(
      [&](auto value) {
        if constexpr (std::is_same_v<decltype(value), Absent>)
          words.push_back(0);
        else
          words.push_back(std::bit_cast<std::uint64_t>(value));
      },
      number);
}
Number number_at(std::span<const std::uint64_t> words, std::size_t which) {
  const std::uint64_t bits = words[2 * which + 1];
  switch (words[2 * which]) {
    case 0:
      return bits;
    case 1:
      return std::bit_cast<std::int64_t>(bits);
    case 2:
      return std::bit_cast<double>(bits);
    default:
      return Absent{};
  }
}

Words words_of(const std::vector<Row>& rows) {
  Words words;
  for (const Row& row : rows)
    for (const Number& number : row) put(words, number);
  return words;
}

Bytes message_of(const Stepped& stepped) {
  Words words{stepped.done, stepped.updates_each, stepped.times.size(), stepped.rows.size()};
  words.insert(words.end(), stepped.times.begin(), stepped.times.end());
  for (const Words& rows : stepped.rows) {
    words.push_back(rows.size());
    words.insert(words.end(), rows.begin(), rows.end());
  }
  return morula::message_of(words);
}

Stepped stepped_in(const Bytes& bytes) {
  const Words words = numbers_in(bytes);
  Stepped stepped{words[0], words[1], {}, {}};
  auto at = words.begin() + 4;
  stepped.times.assign(at, at + static_cast<std::ptrdiff_t>(words[2]));
  at += static_cast<std::ptrdiff_t>(words[2]);
  for (std::uint64_t i = 0; i < words[3]; ++i) {
    const auto length = static_cast<std::ptrdiff_t>(*at++);
    stepped.rows.emplace_back(at, at + length);
    at += length;
  }
  return stepped;
}

}  // namespace morula::shared_replicas
