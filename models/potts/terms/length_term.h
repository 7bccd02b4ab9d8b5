// `length: {vessel: {target: 60, strength: 5}}`: cells of these types keep near a target length.
#pragma once

#include "io/section.h"
#include "models/potts/terms/fixed_point.h"
#include "models/potts/terms/length_rule.h"
#include "models/potts/terms/term.h"

namespace morula::potts {

constexpr double most_length = 16384;

class LengthTerm final : public Term {
 public:
  Constraints of_types;

  std::string key() const override { return "length"; }
  gpu::Text text() const override;
  HostFunctions host() const override { return {.joint = length_joint}; }
  std::vector<Amount> amounts(const PottsSpec& spec) const override;
  std::vector<i32> words(const PottsSpec& spec, double scale) const override;
  bool is_rounded() const override { return true; }
  const Constraints* constraints() const override { return &none_; }
  std::vector<std::string> numbers(const PottsSpec& spec) const override;
  double largest_change(const PottsSpec& spec) const override;
  bool has_energy() const override { return true; }
  double energy(const Energies& energies, const TissueSums& sums) const override;

  static void read(io::Section& section, PottsSpec& spec);

 private:
  Constraints none_;
};

std::vector<std::size_t> types_with_length(const PottsSpec& spec);

// Lengths and energies of cells, as rules compute them from the numbers of a cell.
class CellLengths {
 public:
  explicit CellLengths(const Energies& energies)
      : words_(energies.moments == 0 ? nullptr : energies.words.data() + energies.length_words),
        first_(energies.first_moment) {}

  bool has(std::size_t type) const { return words_ && words_[1 + LENGTH_OF_TYPE * type] != 0; }
  i64 length(const i32* numbers) const {
    return length_of(moments_of(numbers, first_, words_[0]), words_[0]);
  }
  i64 energy(std::size_t type, i64 length) const {
    return energy_of_length(words_[1 + LENGTH_OF_TYPE * type], words_[2 + LENGTH_OF_TYPE * type], length);
  }
  static double in_sites(i64 length) { return static_cast<double>(length) / (1 << LENGTH_UNIT); }

 private:
  const i32* words_ = nullptr;  // words of the term, which belong to `energies`
  u32 first_ = 0;
};

}  // namespace morula::potts
