// Random populations: types with every law of division and death, histograms, exact means.
#include <algorithm>

#include "tests/random/flow.h"
#include "tests/random/random_model.h"

namespace morula::test {
namespace {

class ProliferationGenerator {
 public:
  explicit ProliferationGenerator(Choices& choose)
      : choose_(choose), until_(static_cast<double>(choose.whole(1, 400)) / 4) {}

  RandomModel draw() {
    section_.add("until", until_);
    const u64 batch = add_population("population");
    add_dye();
    add_types();
    if (choose_.percent(70)) section_.add("start", choose_.one_of({"asynchronous", "synchronous", "aged"}));
    if (choose_.percent(25)) section_.add("siblings", hundredths(choose_.whole(0, 100)));
    if (choose_.percent(25)) add_population("target");
    const bool means = choose_.percent(20);
    if (means)
      section_.add("method", "expectation");
    else
      section_.add("batch", batch);
    const u64 seed = choose_.magnitude(0, ~u64{0});
    model_.text = fmt::format("model: proliferation\nseed: {}\nproliferation: {}\noutput: {}\n", seed,
                              section_.text(), output(means).text());
    if (!means)
      for (const u64 other_batch : {u64{1}, choose_.whole(2, 40), u64{4096}})
        model_.other_steps.push_back({fmt::format("proliferation.batch={}", other_batch)});
    return std::move(model_);
  }

 private:
  static double hundredths(u64 part) { return static_cast<double>(part) / 100; }

  // Adds a list or a text file. Returns a batch size that makes about ten steps of it.
  u64 add_population(const std::string& key) {
    std::vector<std::string> bins, lines;
    const u64 count = choose_.magnitude(1, 40);
    u64 cells = 0;
    double fluorescence = choose_.percent(15) ? -3 : 0;
    for (u64 i = 0; i < count; ++i) {
      fluorescence += static_cast<double>(choose_.magnitude(1, 4000)) / 8;
      const u64 count_of_bin = choose_.whole(i == 0 ? 1 : 0, 600 / count);
      cells += count_of_bin;
      bins.push_back(fmt::format("[{}, {}]", fluorescence, count_of_bin));
      lines.push_back(fmt::format("{}\t{}\n", fluorescence, count_of_bin));
    }
    if (choose_.percent(70)) {
      section_.add(key, flow_list(bins));
    } else {
      section_.add(key, key + ".txt");
      model_.files[key + ".txt"] = fmt::format("{}", fmt::join(lines, ""));
    }
    return std::max<u64>(1, cells / choose_.whole(5, 15));
  }

  void add_dye() {
    const u64 minimum = choose_.percent(30) ? 0 : choose_.whole(1, 40);
    section_.add("minimum_fluorescence", static_cast<double>(minimum) / 2);
    if (choose_.percent(25)) section_.add("background", static_cast<double>(choose_.whole(0, 60)) / 4);
    if (choose_.percent(25)) section_.add("dye_share", hundredths(choose_.whole(20, 80)));
  }

  // Means are fractions of `until` for which trees are neither trivial nor too deep to be simulated.
  FlowMap law(u64 shortest, u64 longest) {
    const double mean = until_ * hundredths(choose_.whole(shortest, longest));
    const std::string name = choose_.one_of({"normal", "log-normal", "gamma", "erlang", "exponential"});
    FlowMap law;
    if (name != "normal" || choose_.percent(50)) law.add("distribution", name);
    law.add("mean", mean);
    if (name != "exponential") law.add("sd", mean * hundredths(choose_.whole(1, 80)));
    return law;
  }

  void add_types() {
    const u64 count = choose_.percent(90) ? choose_.whole(1, 4) : choose_.whole(5, 20);
    const std::vector<u64> parts = choose_.parts(count, 1000);
    std::vector<std::string> types;
    for (u64 i = 0; i < count; ++i) {
      FlowMap type("name", fmt::format("type_{}", i));
      type.add("proportion", static_cast<double>(parts[i]) / 1000);
      if (choose_.percent(85)) type.add("division", law(20, 120));
      if (choose_.percent(20))
        type.add("death", FlowMap("rate", hundredths(choose_.whole(1, 300)) / until_));
      else if (choose_.percent(25))
        type.add("death", law(30, 200));
      types.push_back(type.text());
    }
    section_.add("types", flow_list(types));
  }

  FlowMap output(bool means) {
    FlowMap output("series", FlowMap("every", choose_.whole(1, 5)));
    if (choose_.percent(40))
      output.add("generations",
                 FlowMap("every", until_ / static_cast<double>(choose_.whole(1, means ? 3 : 12))));
    if (choose_.percent(50)) output.add("histogram", "true");
    return output;
  }

  Choices& choose_;
  const double until_;
  RandomModel model_;
  FlowMap section_;
};

const GeneratorOf populations("proliferation",
                              [](Choices& choose) { return ProliferationGenerator(choose).draw(); });

}  // namespace
}  // namespace morula::test
