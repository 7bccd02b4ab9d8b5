// The sites in which a view of two models differs, as a model that can be drawn. It has one view, in which
// sites that differ stand out, and the other sites are a pale picture of the first model. In a graded view,
// two sites differ if their numbers are at least one level apart on the common scale of both models.
#pragma once

#include <vector>

#include "models/picture/colouring.h"
#include "serve/shown_values.h"

namespace morula::serve {

class DifferingSites final : public Model {
 public:
  // Compares the present states of both models. `frames` are those of the first model's picture.
  DifferingSites(Model& watched, Model& compared, const FramesSpec& frames);

  // The scale of a graded view that includes the numbers of both models; nothing for other views, or while
  // one of the models has no numbers.
  static std::optional<LevelLimits> common_limits(Model& watched, Model& compared, const View& view);

  std::uint64_t count();  // number of sites that differ

  std::vector<View> views() const override { return {view_}; }
  void read(const Field& field, Slab slab, std::span<std::byte> classes) override;

  // This model has neither a state nor steps.
  std::uint64_t step(std::uint64_t) override { return 0; }
  std::uint64_t time() const override { return watched_.time(); }
  std::uint64_t updates() const override { return 0; }
  std::string unit() const override { return {}; }
  std::vector<std::string> columns() const override { return {}; }
  Sums sums(const Sums&) override { return {}; }
  std::vector<Row> rows(const Sums&) const override { return {}; }
  std::vector<StateField> fields() const override { return {}; }
  Hash hash() override { return {}; }
  void restore(const Field&, Slab, std::span<const std::byte>) override {}
  void end_restore(std::uint64_t, std::uint64_t) override {}

 private:
  void set_colours(const FramesSpec& frames);
  void read_part(Slab slab, std::span<std::byte> classes);
  bool differ(std::uint64_t of_watched, std::uint64_t of_compared) const;

  Model &watched_, &compared_;
  Colouring colouring_;  // of the first model
  ShownValues of_watched_, of_compared_;
  double level_ = 0;  // the difference between two levels of a graded view
  View view_;
  std::vector<std::byte> class_of_equal_;  // the class of an equal site, by its class in the first model
  std::vector<std::byte> watched_values_, compared_values_, painted_values_;
};

}  // namespace morula::serve
