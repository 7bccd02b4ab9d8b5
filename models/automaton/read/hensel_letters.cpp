#include "models/automaton/read/hensel_letters.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace morula {
namespace {

struct Class {
  unsigned count = 0;
  char letter = 0;
  Arrangements members;
};

struct Drawing {
  unsigned count;
  char letter;
  const char* rows;  // of the 3 × 3 cells; the middle one is ignored
};

// One arrangement of each class with at most four live neighbours. A class with more live neighbours has the
// letter of the class that results if live and dead neighbours are exchanged.
constexpr std::array<Drawing, 31> drawings = {{
    {1, 'c', "o.. ... ..."}, {1, 'e', ".o. ... ..."}, {2, 'a', "oo. ... ..."}, {2, 'c', "o.o ... ..."},
    {2, 'e', ".o. o.. ..."}, {2, 'i', "... o.o ..."}, {2, 'k', "..o o.. ..."}, {2, 'n', "..o ... o.."},
    {3, 'a', "oo. o.. ..."}, {3, 'c', "o.o ... o.."}, {3, 'e', ".o. o.o ..."}, {3, 'i', "ooo ... ..."},
    {3, 'j', ".oo o.. ..."}, {3, 'k', ".o. ..o o.."}, {3, 'n', "o.o o.. ..."}, {3, 'q', ".oo ... o.."},
    {3, 'r', "o.. o.o ..."}, {3, 'y', "o.. ..o o.."}, {4, 'a', "ooo o.. ..."}, {4, 'c', "o.o ... o.o"},
    {4, 'e', ".o. o.o .o."}, {4, 'i', "o.o o.o ..."}, {4, 'j', ".o. o.o o.."}, {4, 'k', "oo. ..o o.."},
    {4, 'n', "ooo ... o.."}, {4, 'q', ".oo ..o o.."}, {4, 'r', "oo. o.o ..."}, {4, 't', "o.. o.o o.."},
    {4, 'w', ".oo o.. o.."}, {4, 'y', "o.o ..o o.."}, {4, 'z', "..o o.o o.."},
}};

// The position in a drawing of each neighbour, in canonical order.
constexpr std::array<std::size_t, 8> places = {0, 1, 2, 4, 6, 8, 9, 10};

unsigned arrangement_drawn(const char* rows) {
  unsigned arrangement = 0;
  for (unsigned i = 0; i < places.size(); ++i)
    if (rows[places[i]] == 'o') arrangement |= 1u << i;
  return arrangement;
}

// The arrangement after a rotation or reflection: the value of neighbour i moves to neighbour image[i].
unsigned moved(unsigned arrangement, const std::array<unsigned, 8>& image) {
  unsigned result = 0;
  for (unsigned i = 0; i < 8; ++i)
    if (arrangement >> i & 1u) result |= 1u << image[i];
  return result;
}

Arrangements images_of(unsigned arrangement) {
  constexpr std::array<unsigned, 8> quarter_turn = {2, 4, 7, 1, 6, 0, 3, 5};
  constexpr std::array<unsigned, 8> reflection = {2, 1, 0, 4, 3, 7, 6, 5};
  Arrangements images;
  for (int turn = 0; turn < 4; ++turn) {
    images.set(arrangement).set(moved(arrangement, reflection));
    arrangement = moved(arrangement, quarter_turn);
  }
  return images;
}

std::vector<Class> make_classes() {
  std::vector<Class> classes;
  for (const Drawing& drawing : drawings) {
    const unsigned drawn = arrangement_drawn(drawing.rows);
    classes.push_back({drawing.count, drawing.letter, images_of(drawn)});
    if (drawing.count < 4) classes.push_back({8 - drawing.count, drawing.letter, images_of(255 - drawn)});
  }
  return classes;
}

const std::vector<Class>& classes() {
  static const std::vector<Class> all_classes = make_classes();
  return all_classes;
}

std::string count_text(unsigned count, const Arrangements& arrangements) {
  std::string with, without;
  for (const char letter : hensel_letters(count))
    ((arrangements & arrangements_of(count, letter)).any() ? with : without) += letter;
  const std::string digit = std::to_string(count);
  if (without.empty()) return (arrangements & arrangements_of(count)).any() ? digit : "";
  if (with.empty()) return "";
  return with.size() <= without.size() + 1 ? digit + with : digit + "-" + without;
}

}  // namespace

std::string_view hensel_letters(unsigned count) {
  constexpr std::array<std::string_view, 5> letters = {"", "ce", "aceikn", "aceijknqry", "aceijknqrtwyz"};
  return count > 8 ? "" : letters[std::min(count, 8 - count)];
}

Arrangements arrangements_of(unsigned count, char letter) {
  for (const Class& known : classes())
    if (known.count == count && known.letter == letter) return known.members;
  return {};
}

Arrangements arrangements_of(unsigned count) {
  Arrangements arrangements;
  for (unsigned arrangement = 0; arrangement < 256; ++arrangement)
    if (static_cast<unsigned>(std::popcount(arrangement)) == count) arrangements.set(arrangement);
  return arrangements;
}

std::string hensel_text(const Arrangements& arrangements) {
  std::string text;
  for (unsigned count = 0; count <= 8; ++count) text += count_text(count, arrangements);
  return text;
}

}  // namespace morula
