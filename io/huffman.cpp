#include "io/huffman.h"

#include <algorithm>
#include <array>
#include <functional>
#include <queue>
#include <utility>

namespace morula::io {
namespace {

// The depth of each symbol in the Huffman tree.
std::vector<unsigned> depths_of(std::span<const std::uint64_t> counts) {
  // Count and index: ties are broken in the same way everywhere.
  using Node = std::pair<std::uint64_t, std::size_t>;
  std::priority_queue<Node, std::vector<Node>, std::greater<>> nodes;
  for (std::size_t symbol = 0; symbol < counts.size(); ++symbol)
    if (counts[symbol] > 0) nodes.push({counts[symbol], symbol});
  std::vector<std::size_t> parent(counts.size());
  while (nodes.size() > 1) {
    const Node first = nodes.top();
    nodes.pop();
    const Node second = nodes.top();
    nodes.pop();
    parent[first.second] = parent[second.second] = parent.size();
    nodes.push({first.first + second.first, parent.size()});
    parent.push_back(0);
  }
  std::vector<unsigned> depths(parent.size());
  for (std::size_t node = parent.size() - 1; node-- > 0;)  // parents come after their children
    if (parent[node] != 0) depths[node] = depths[parent[node]] + 1;
  depths.resize(counts.size());
  return depths;
}

std::uint16_t reversed(unsigned code, unsigned length) {
  unsigned bits = 0;
  for (unsigned i = 0; i < length; ++i) bits |= (code >> i & 1) << (length - 1 - i);
  return static_cast<std::uint16_t>(bits);
}

}  // namespace

std::vector<HuffmanCode> huffman_codes(std::span<const std::uint64_t> counts) {
  std::vector<std::uint64_t> levelled(counts.begin(), counts.end());
  std::vector<unsigned> depths = depths_of(levelled);
  while (std::ranges::max(depths) > longest_code) {  // more similar counts make a flatter tree
    for (std::uint64_t& count : levelled) count = (count + 1) / 2;
    depths = depths_of(levelled);
  }
  std::array<unsigned, longest_code + 1> of_length{}, code{};
  for (const unsigned depth : depths)
    if (depth > 0) ++of_length[depth];
  for (unsigned length = 1; length <= longest_code; ++length)
    code[length] = (code[length - 1] + of_length[length - 1]) << 1;
  std::vector<HuffmanCode> codes(counts.size());
  for (std::size_t symbol = 0; symbol < counts.size(); ++symbol)
    if (const unsigned length = depths[symbol]; length > 0)
      codes[symbol] = {reversed(code[length]++, length), static_cast<std::uint8_t>(length)};
  return codes;
}

}  // namespace morula::io
