#include "models/picture/letters.h"

#include <algorithm>
#include <array>

namespace morula {
namespace {

constexpr std::array letters = {
    Letter{"0", 4, "123243473818070312"},
    Letter{"1", 3, "062822 1232"},
    Letter{"2", 4, "07183847460242"},
    Letter{"3", 4, "07183847463515 354443321203"},
    Letter{"4", 4, "32380444"},
    Letter{"5", 4, "480805354443321203"},
    Letter{"6", 4, "4738180703123243443505"},
    Letter{"7", 4, "084812"},
    Letter{"8", 4, "15060718384746351504031232434435"},
    Letter{"9", 4, "0312324347381807061545"},
    Letter{"a", 4, "4642 4536160503123243"},
    Letter{"b", 4, "0802 0312324345361605"},
    Letter{"c", 4, "4536160503123243"},
    Letter{"d", 4, "4842 4536160503123243"},
    Letter{"e", 4, "04444536160503123243"},
    Letter{"f", 3, "38281712 0626"},
    Letter{"g", 4, "4641301001 4536160503123243"},
    Letter{"h", 4, "0802 0516364542"},
    Letter{"i", 2, "1612 18"},
    Letter{"j", 3, "26211000 28"},
    Letter{"k", 4, "0802 460442"},
    Letter{"l", 2, "181322"},
    Letter{"m", 4, "0602 05162522 25364542"},
    Letter{"n", 4, "0602 0516364542"},
    Letter{"o", 4, "123243453616050312"},
    Letter{"p", 4, "0600 0516364543321203"},
    Letter{"q", 4, "4640 4536160503123243"},
    Letter{"r", 3, "0602 042636"},
    Letter{"s", 4, "45361605143443321203"},
    Letter{"t", 3, "18132232 0636"},
    Letter{"u", 4, "0603123243 4642"},
    Letter{"v", 4, "062246"},
    Letter{"w", 4, "0612253246"},
    Letter{"x", 4, "0642 0246"},
    Letter{"y", 4, "0622 461000"},
    Letter{"z", 4, "06460242"},
    Letter{"A", 4, "022842 1434"},
    Letter{"B", 4, "02083847463505 3544433202"},
    Letter{"C", 4, "4738180703123243"},
    Letter{"D", 4, "02082846442202"},
    Letter{"E", 4, "48080242 0535"},
    Letter{"F", 4, "480802 0535"},
    Letter{"G", 4, "47381807031232434525"},
    Letter{"H", 4, "0802 4842 0545"},
    Letter{"I", 2, "1812"},
    Letter{"J", 4, "3833221203"},
    Letter{"K", 4, "0802 480542"},
    Letter{"L", 4, "080242"},
    Letter{"M", 4, "0208254842"},
    Letter{"N", 4, "02084248"},
    Letter{"O", 4, "123243473818070312"},
    Letter{"P", 4, "02083847463505"},
    Letter{"Q", 4, "123243473818070312 2442"},
    Letter{"R", 4, "02083847463505 2542"},
    Letter{"S", 4, "473818070615354443321203"},
    Letter{"T", 4, "0848 2822"},
    Letter{"U", 4, "080312324348"},
    Letter{"V", 4, "082248"},
    Letter{"W", 4, "0812263248"},
    Letter{"X", 4, "0842 0248"},
    Letter{"Y", 4, "082548 2522"},
    Letter{"Z", 4, "08480242"},
    Letter{" ", 2, ""},
    Letter{".", 2, "12"},
    Letter{",", 2, "1201"},
    Letter{":", 2, "13 16"},
    Letter{"-", 4, "0545"},
    Letter{"+", 4, "2327 0545"},
    Letter{"/", 4, "0148"},
    Letter{"(", 2, "28161321"},
    Letter{")", 2, "08161301"},
    Letter{"%", 4, "0248 0708181707 3233434232"},
    Letter{"_", 4, "0141"},
    Letter{"=", 4, "0444 0646"},
    Letter{"'", 2, "1816"},
    Letter{"^", 4, "062846"},
    Letter{"*", 4, "2428 0745 0547"},
    Letter{"·", 2, "15"},
    Letter{"°", 3, "0608282606"},
    Letter{"²", 3, "071827060525"},
    Letter{"³", 3, "0828172605"},
    Letter{"µ", 4, "0600 03123243 4642"},  // the micro sign
    Letter{"μ", 4, "0600 03123243 4642"},  // the Greek letter mu
};

}  // namespace

std::optional<Letter> first_letter(std::string_view text) {
  const auto found =
      std::ranges::find_if(letters, [&](const Letter& letter) { return text.starts_with(letter.text); });
  return found == letters.end() ? std::nullopt : std::optional(*found);
}

}  // namespace morula
