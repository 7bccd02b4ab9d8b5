#include "models/ranks/changing_ranks.h"

#include <exception>
#include <span>
#include <vector>

#include "core/message.h"
#include "models/catalogue.h"
#include "models/changes/changed_spec.h"
#include "models/changes/changing_model.h"

namespace morula {
namespace {

// What the other ranks are told each time before a model is made, and at the end.
struct Making {
  bool is_another = false;
  std::size_t held = 0;  // number of changes that the model holds
};

Bytes message_of(const Making& making) {
  return morula::message_of(std::vector<std::uint64_t>{making.is_another ? 1u : 0u, making.held});
}

Making making_in(const Bytes& bytes) {
  const std::vector<std::uint64_t> numbers = numbers_in(bytes);
  return {numbers.at(0) != 0, numbers.at(1)};
}

// The model file with its first `held` changes.
Spec after_changes(const Spec& begun, std::size_t held) {
  return with_changes(begun, begun, std::span(begun.changes).first(held));
}

// The model file for rank 0, with the values of its volumes, which it needs to set sites.
Spec with_volumes(const Spec& whole) {
  if (whole.deferred_volumes.empty()) return whole;
  const InputFolder folder((whole.source->folder / ".").lexically_normal());
  Spec spec = read_spec(whole.source->document, folder);
  spec.changes = whole.changes;
  return spec;
}

// The side of rank 0. Whenever no model is shared, the other ranks wait for a message from here.
class Makings {
 public:
  explicit Makings(Communicator& ranks) : ranks_(ranks) {}
  ~Makings() {
    if (!is_awaited_) return;  // the other ranks wait for something else
    try {
      Bytes bytes = message_of({false, 0});
      ranks_.broadcast(bytes);
    } catch (const std::exception&) {  // a rank has failed, and all ranks know it
    }
  }
  Makings(const Makings&) = delete;
  Makings& operator=(const Makings&) = delete;

  void tell(std::size_t held) {
    Bytes bytes = message_of({true, held});
    ranks_.broadcast(bytes);
    is_awaited_ = false;
  }
  void has_ended() { is_awaited_ = true; }

 private:
  Communicator& ranks_;
  bool is_awaited_ = true;
};

// Tells Makings when the model ends, unless an exception ends it while other ranks are busy.
class SharedUntilChanged final : public WrappedModel {
 public:
  SharedUntilChanged(std::unique_ptr<Model> model, std::shared_ptr<Makings> makings)
      : WrappedModel(std::move(model)), makings_(std::move(makings)) {}
  ~SharedUntilChanged() override {
    if (std::uncaught_exceptions() > 0) return;
    replace(nullptr);
    makings_->has_ended();
  }
  SharedUntilChanged(const SharedUntilChanged&) = delete;
  SharedUntilChanged& operator=(const SharedUntilChanged&) = delete;

 private:
  std::shared_ptr<Makings> makings_;
};

}  // namespace

std::unique_ptr<Model> make_changing_over_ranks(const Spec& whole, const Spec& part, const Backend& backend,
                                                Communicator& ranks, Start start, const MakeOverRanks& make) {
  const auto makings = std::make_shared<Makings>(ranks);
  const auto make_with = [makings, whole, part, make](const Spec&, std::size_t held, const Backend& on,
                                                      Start begin) -> std::unique_ptr<Model> {
    const Spec changed = after_changes(whole, held), changed_part = after_changes(part, held);
    makings->tell(held);
    try {
      return std::make_unique<SharedUntilChanged>(make(changed, changed_part, on, begin), makings);
    } catch (...) {
      makings->has_ended();
      throw;
    }
  };
  return std::make_unique<ChangingModel>(with_volumes(whole), backend, make_with, start);
}

void serve_changing_over_ranks(const Spec& whole, const Spec& part, Communicator& ranks,
                               const ServeOverRanks& serve) {
  for (;;) {
    Bytes bytes;
    ranks.broadcast(bytes);
    const Making making = making_in(bytes);
    if (!making.is_another) return;
    serve(after_changes(whole, making.held), after_changes(part, making.held));
  }
}

}  // namespace morula
