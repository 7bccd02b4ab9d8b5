#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "models/membrane/device/island_engine.h"
#include "models/membrane/device/membrane_tables_of.h"
#include "texts/morula_gpu.h"
#include "texts/morula_membrane.h"

namespace morula::membrane {
namespace {

// If rules make fewer products than this per application, 2^16 applications fit in 32 bits.
constexpr u64 most_in_32_bits = 1u << 15;

}  // namespace

gpu::Source island_source(const IslandShape& shape, const Modes& modes, u32 bytes) {
  namespace text = gpu::text::models::membrane::device;
  gpu::Source source{"membrane islands",
                     {gpu::text::core::philox, gpu::text::core::draw, gpu::text::core::mix,
                      text::membrane_tables, text::island_kernels},
                     {}};
  const u64 made = std::accumulate(shape.makes.begin(), shape.makes.end(), u64{0}, [](u64 a, u64 b) {
    return std::min(a + std::min(b, most_in_32_bits), most_in_32_bits);
  });
  const bool is_narrow = bytes <= 2 && made < most_in_32_bits;
  const auto list = [](const std::vector<u64>& numbers) {
    std::string text;
    for (const u64 number : numbers) text += fmt::format("{}{}u", text.empty() ? "{" : ", ", number);
    return text + "}";
  };
  source.define("COUNT", "u" + std::to_string(8 * bytes));
  source.define("HALF", "u" + std::to_string(bytes == 1 ? 8 : 4 * bytes));
  source.define("COUNT_MOST", bytes == 8 ? std::string("0xFFFFFFFFFFFFFFFFu")
                                         : fmt::format("{:#x}u", (u64{1} << (8 * bytes)) - 1));
  source.define("WORD", std::string(is_narrow ? "u32" : "u64"));
  source.define("IS_NARROW", std::string(is_narrow ? "1" : "0"));
  source.define("NEEDS", list(shape.needs)).define("MAKES", list(shape.makes));
  return source.define("KINDS", fmt::format("{}u", shape.objects))
      .define("RULES", fmt::format("{}u", shape.rules))
      .define("RANDOM", std::string(modes.random ? "1" : "0"))
      .define("ONCE", std::string(modes.once ? "1" : "0"))
      .define("GROUP", fmt::format("{}u", membrane_group));
}

}  // namespace morula::membrane
