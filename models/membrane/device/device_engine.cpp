// The engine on a device: see selection_kernels.h and shape_kernels.h. Between steps the host reads a few
// words: whether a rule applied, a count overflowed or a membrane divides.
#include <fmt/format.h>

#include <cstring>
#include <map>

#include "core/ceil_divide.h"
#include "core/stream.h"
#include "models/membrane/device/device_state.h"
#include "models/membrane/device/membrane_tables_of.h"
#include "models/membrane/membrane_engine.h"

namespace morula::membrane {
namespace {

enum StatusWord : u32 { Overflows, Reshapes, Losers, StatusWords = 4 };
constexpr u32 most_levels = 65536;
constexpr u64 most_on_device = 0xFFFFFFFEu;

class MembraneDevice final : public MembraneEngine {
 public:
  MembraneDevice(std::shared_ptr<const Plan> plan, const Modes& modes, std::shared_ptr<gpu::Device> device,
                 std::shared_ptr<ThreadPool> threads)
      : plan_(std::move(plan)),
        modes_(modes),
        device_(std::move(device)),
        threads_(std::move(threads)),
        tables_(*plan_),
        rule_key_(stream(modes.seed, Purpose::MembraneRule)),
        bid_key_(stream(modes.seed, Purpose::MembraneBid)),
        words_(upload(tables_.words)),
        counts_(upload(tables_.counts)),
        status_(device_->allocate(StatusWords * sizeof(u32))),
        total_(device_->allocate(sizeof(u64))),
        environment_(device_->allocate(at_least_one(plan_->objects()) * sizeof(u64))),
        environment_after_(device_->allocate(at_least_one(plan_->objects()) * sizeof(u64))) {
    MembraneDevice::set_configuration(initial_configuration(plan_->system));
  }

  u64 step(u64 at_most) override {
    u64 done = 0;
    for (; done < at_most; ++done, ++time_)
      if (!step_once()) break;
    return done;
  }
  u64 time() const override { return time_; }
  void set_time(u64 time) override { time_ = time; }
  u64 applications() const override { return applications_; }
  void set_applications(u64 applications) override { applications_ = applications; }
  u64 membranes() const override { return tree_.membranes; }

  std::vector<u64> membranes_by_class() override {
    std::vector<u64> numbers(plan_->classes.size());
    for (const u32 of : download<u32>(*tree_.classes, tree_.membranes)) ++numbers[of];
    return numbers;
  }
  std::vector<u64> totals() override {
    std::vector<u64> sums = environment();
    for (const Membrane& membrane : configuration().membranes)
      for (const Term& term : membrane.contents) sums[term.object] += term.count;
    return sums;
  }
  std::vector<u64> environment() override { return download<u64>(*environment_, plan_->objects()); }

  Configuration configuration() override {
    const auto classes = download<u32>(*tree_.classes, tree_.membranes);
    const auto parents = download<u32>(*tree_.parents, tree_.membranes);
    const auto slots = download<u32>(*tree_.slot_of, tree_.membranes);
    const auto wide = download<u64>(*wide_, u64{tree_.slots} * objects());
    std::vector<std::byte> narrow(objects() * tree_.stride * bytes_);
    if (!narrow.empty()) device_->read(*contents_, 0, narrow);
    Configuration made;
    for (u32 i = 0; i < tree_.membranes; ++i) {
      made.membranes.push_back({classes[i] / charges, static_cast<u8>(classes[i] % charges), parents[i], {}});
      for (u32 object = 0; object < objects(); ++object) {
        u64 held = 0;
        if (slots[i] != no_slot)
          held = wide[u64{slots[i]} * objects() + object];
        else
          std::memcpy(&held, narrow.data() + (object * tree_.stride + i) * bytes_, bytes_);
        if (held > 0) made.membranes.back().contents.push_back({object, held});
      }
    }
    const std::vector<u64> outside = environment();
    for (u32 object = 0; object < objects(); ++object)
      if (outside[object] > 0) made.environment.push_back({object, outside[object]});
    return made;
  }

  void set_configuration(const Configuration& configuration) override {
    const HostTree host(configuration);
    u64 largest = 0;
    for (u32 i = 0; i < host.classes.size(); ++i)
      if (host.slot_of[i] == no_slot)
        for (const Term& term : configuration.membranes[i].contents) largest = std::max(largest, term.count);
    build(std::max(least_bytes_, largest <= 0xFF          ? 1u
                                 : largest <= 0xFFFF      ? 2u
                                 : largest <= 0xFFFFFFFFu ? 4u
                                                          : 8u));
    tree_ = {};
    tree_.membranes = static_cast<u32>(host.classes.size());
    tree_.slots = static_cast<u32>(host.outer.size());
    tree_.levels = host.levels;
    tree_.stride = stride_for(tree_.membranes);
    tree_.classes = upload(host.classes);
    tree_.parents = upload(host.parents);
    tree_.slot_of = upload(host.slot_of);
    tree_.level_of = upload(host.level_of);
    tree_.outer = upload(host.outer);
    tree_.firsts = upload(host.firsts);
    tree_.children = upload(host.children);
    make_room();
    std::vector<std::byte> narrow(objects() * tree_.stride * bytes_);
    std::vector<u64> wide(u64{tree_.slots} * objects());
    for (u32 i = 0; i < tree_.membranes; ++i)
      for (const Term& term : configuration.membranes[i].contents) {
        if (host.slot_of[i] != no_slot)
          wide[u64{host.slot_of[i]} * objects() + term.object] = term.count;
        else
          std::memcpy(narrow.data() + (term.object * tree_.stride + i) * bytes_, &term.count, bytes_);
      }
    if (!narrow.empty()) device_->write(*contents_, 0, narrow);
    if (!wide.empty()) device_->write(*wide_, 0, std::as_bytes(std::span(wide)));
    std::vector<u64> outside(objects());
    for (const Term& term : configuration.environment) outside[term.object] = term.count;
    if (!outside.empty()) device_->write(*environment_, 0, std::as_bytes(std::span(outside)));
  }

  Hash hash() override {
    const u32 n = tree_.membranes;
    launch("hash_membranes", n,
           {tree_.classes.get(), tree_.parents.get(), tree_.slot_of.get(), contents_.get(), tree_.stride,
            wide_.get(), parts_.get(), n});
    u64 sum = 0;
    for (const u64 part : download<u64>(*parts_, groups_of(n))) sum += part;
    const std::vector<u64> outside = environment();
    for (u32 object = 0; object < objects(); ++object)
      if (outside[object] > 0) sum += hash_term(environment_field, object, outside[object]);
    return {sum};
  }

 private:
  static u64 at_least_one(u64 number) { return std::max<u64>(number, 1); }
  static u64 stride_for(u64 membranes) { return (membranes + 63) / 64 * 64; }
  static u64 groups_of(u64 items) { return at_least_one(ceil_divide(items, membrane_group)); }
  u64 objects() const { return plan_->objects(); }

  template <class T>
  BufferPointer upload(const std::vector<T>& values) {
    BufferPointer made = device_->allocate(at_least_one(values.size()) * sizeof(T));
    if (!values.empty()) device_->write(*made, 0, std::as_bytes(std::span(values)));
    return made;
  }
  template <class T>
  std::vector<T> download(const gpu::Buffer& buffer, u64 number) {
    std::vector<T> values(number);
    if (number > 0) device_->read(buffer, 0, std::as_writable_bytes(std::span(values)));
    return values;
  }
  BufferPointer zeros(u64 bytes) {
    BufferPointer made = device_->allocate(std::max<u64>(bytes, 8));
    device_->fill(*made, std::byte{0});
    return made;
  }

  void build(u32 bytes) {
    if (program_ && bytes == bytes_) return;
    bytes_ = bytes;
    kernels_.clear();
    program_ = device_->build(tables_.source(modes_, bytes));
  }

  using Arguments = std::vector<gpu::Argument>;
  void launch(const std::string& name, u64 items, const Arguments& arguments, u64 second_axis = 1) {
    auto& kernel = kernels_[name];
    if (!kernel) kernel = program_->kernel(name);
    const gpu::Grid grid{{groups_of(items), second_axis, 1}, {membrane_group, 1, 1}};
    device_->launch(*kernel, grid, std::span<const gpu::Argument>(arguments));
  }

  // Everything whose size follows from the tree.
  void make_room() {
    const u64 n = tree_.membranes, rows = u64{tree_.slots} * objects() * sizeof(u64);
    const u64 narrow = objects() * tree_.stride * bytes_;
    contents_ = zeros(narrow);
    after_ = zeros(narrow);
    wide_ = zeros(rows);
    left_ = zeros(rows);
    made_ = zeros(rows);
    times_ = zeros(u64{tables_.most_asked} * tree_.stride * bytes_);
    wide_times_ = zeros(u64{tables_.most_asked} * tree_.slots * sizeof(u64));
    chosen_ = zeros(n * sizeof(u32));
    bids_ = zeros(n * sizeof(u32));
    bidders_ = zeros(u64{tree_.slots} * tables_.sendable * sizeof(u32));
    limits_ = zeros(u64{tree_.slots} * tables_.sendable * 3 * sizeof(u32));
    outs_ = zeros(u64{tree_.slots} * tables_.outs * sizeof(u32));
    applied_ = zeros(u64{tree_.slots} * sizeof(u64));
    parts_ = zeros(groups_of(n) * sizeof(u64));
  }

  std::vector<u32> status() { return download<u32>(*status_, StatusWords); }

  bool step_once() {
    while (true) {
      select();
      const u64 applied = download<u64>(*total_, 1)[0];
      const std::vector<u32> told = status();
      if (applied == 0) return false;
      const bool done = !told[Overflows] && (told[Reshapes] ? reshape() : keep_shape());
      if (done) {
        if (__builtin_add_overflow(applications_, applied, &applications_)) applications_ = ~u64{0};
        std::swap(environment_, environment_after_);
        return true;
      }
      widen();
    }
  }

  void select() {
    const u32 n = tree_.membranes, slots = tree_.slots;
    for (gpu::Buffer* buffer :
         {status_.get(), after_.get(), made_.get(), outs_.get(), applied_.get(), bidders_.get()})
      device_->fill(*buffer, std::byte{0});
    device_->copy(*wide_, *left_);
    device_->copy(*environment_, *environment_after_);
    launch("own_narrow", n,
           {words_.get(), counts_.get(), tree_.classes.get(), tree_.slot_of.get(), chosen_.get(),
            contents_.get(), after_.get(), times_.get(), parts_.get(), status_.get(), n, tree_.stride,
            rule_key_.x, rule_key_.y, time_});
    for (u32 level = tree_.levels; level-- > 0;) {
      if (modes_.random) serve(level, 1);
      launch("own_wide", slots,
             {words_.get(), counts_.get(), tree_.classes.get(), tree_.outer.get(), tree_.level_of.get(),
              chosen_.get(), left_.get(), made_.get(), wide_times_.get(), applied_.get(), status_.get(),
              slots, level, rule_key_.x, rule_key_.y, time_});
      serve(level, 0);
    }
    launch("skin_exchange", 1,
           {words_.get(), counts_.get(), tree_.classes.get(), tree_.slot_of.get(), chosen_.get(),
            environment_after_.get(), after_.get(), made_.get(), status_.get(), tree_.stride, rule_key_.x,
            rule_key_.y, time_});
    launch("tally", n,
           {words_.get(), counts_.get(), tree_.parents.get(), tree_.slot_of.get(), chosen_.get(), outs_.get(),
            parts_.get(), status_.get(), n});
    launch("total_applied", 1, {parts_.get(), applied_.get(), total_.get(), groups_of(n), slots});
    launch("gather_outs", slots * objects(),
           {words_.get(), counts_.get(), outs_.get(), left_.get(), made_.get(), status_.get(),
            slots * objects()});
  }

  // Bids for what the membranes of a level have left, until nobody can bid.
  void serve(u32 level, u32 before_own) {
    if (!tables_.any_send_in) return;
    const u32 n = tree_.membranes, slots = tree_.slots;
    const u64 settled = u64{slots} * tables_.sendable;
    while (true) {
      launch("bid_choose", n,
             {words_.get(), counts_.get(), tree_.classes.get(), tree_.parents.get(), tree_.slot_of.get(),
              tree_.level_of.get(), chosen_.get(), bids_.get(), bidders_.get(), left_.get(), n, level,
              before_own, rule_key_.x, rule_key_.y, bid_key_.x, bid_key_.y, time_});
      launch("bid_limit", u64{slots} * membrane_group,
             {words_.get(), counts_.get(), bids_.get(), bidders_.get(), tree_.firsts.get(),
              tree_.children.get(), left_.get(), limits_.get(), bid_key_.x, bid_key_.y, time_});
      launch("bid_grant", n,
             {words_.get(), counts_.get(), tree_.parents.get(), tree_.slot_of.get(), chosen_.get(),
              bids_.get(), bidders_.get(), limits_.get(), left_.get(), after_.get(), made_.get(),
              status_.get(), n, tree_.stride, bid_key_.x, bid_key_.y, time_});
      launch("bid_settle", settled, {words_.get(), bidders_.get(), left_.get(), settled});
      std::vector<u32> told = status();
      if (told[Losers] == 0) return;
      told[Losers] = 0;
      device_->write(*status_, 0, std::as_bytes(std::span(told)));
    }
  }

  bool keep_shape() {
    const u32 n = tree_.membranes;
    launch("change_charges", n, {words_.get(), counts_.get(), tree_.classes.get(), chosen_.get(), n});
    std::swap(contents_, after_);
    std::swap(wide_, left_);
    return true;
  }

  // Numbers become their prefix sums, without themselves; the sum of all is the answer.
  u64 scan(gpu::Buffer& numbers, u64 n) {
    const BufferPointer sums = zeros(groups_of(n) * sizeof(u64));
    launch("scan_groups", n, {&numbers, sums.get(), n});
    launch("scan_sums", 1, {sums.get(), total_.get(), groups_of(n)});
    launch("scan_add", n, {&numbers, sums.get(), n});
    return download<u64>(*total_, 1)[0];
  }

  void refuse_too_many(u64 membranes) {
    const u64 needed = 2 * objects() * stride_for(membranes) * bytes_ + membranes * 64;
    const u64 available = device_->free_memory();
    if (membranes > most_on_device || needed > available)
      throw Overflow(
          fmt::format("step {} would make {} membranes, which take {} bytes; the device has {} left",
                      time_ + 1, membranes, needed, available));
  }

  bool reshape() {
    const u32 n = tree_.membranes;
    const BufferPointer stay = zeros(n * sizeof(u64)), more = zeros(n * sizeof(u64));
    launch("count_images", n,
           {words_.get(), counts_.get(), tree_.parents.get(), chosen_.get(), stay.get(), more.get(),
            status_.get(), n});
    if (status()[Overflows] == 2)
      throw Overflow(fmt::format("step {} would make more than {} membranes", time_ + 1, most_on_device));
    const u64 staying = scan(*stay, n), all = staying + scan(*more, n);
    refuse_too_many(all);
    if (staying < n) release();
    DeviceTree next;
    next.membranes = static_cast<u32>(all);
    next.stride = stride_for(all);
    next.classes = zeros(all * sizeof(u32));
    next.parents = zeros(all * sizeof(u32));
    const BufferPointer origins = zeros(all * sizeof(u32)), second = zeros(all * sizeof(u32));
    launch(
        "place_images", all,
        {words_.get(), counts_.get(), tree_.classes.get(), tree_.parents.get(), chosen_.get(), stay.get(),
         more.get(), next.classes.get(), next.parents.get(), origins.get(), second.get(), n, staying, all});
    link(next);
    const BufferPointer narrow = zeros(objects() * next.stride * bytes_);
    const u64 rows = u64{next.slots} * objects();
    const BufferPointer wide = zeros(rows * sizeof(u64));
    launch("fill_narrow", all,
           {words_.get(), counts_.get(), tree_.slot_of.get(), chosen_.get(), after_.get(), tree_.stride,
            left_.get(), origins.get(), second.get(), next.slot_of.get(), narrow.get(), next.stride,
            status_.get(), next.membranes},
           at_least_one(objects()));
    launch("fill_wide", rows,
           {words_.get(), counts_.get(), tree_.slot_of.get(), chosen_.get(), after_.get(), tree_.stride,
            left_.get(), origins.get(), second.get(), next.outer.get(), wide.get(), status_.get(), rows});
    if (status()[Overflows]) return false;
    tree_ = std::move(next);
    make_room();
    device_->copy(*narrow, *contents_);
    device_->copy(*wide, *wide_);
    return true;
  }

  // Slots, levels and children of a tree whose parents are known.
  void link(DeviceTree& next) {
    const u32 n = next.membranes;
    const BufferPointer flags = zeros(n * sizeof(u64)), places = zeros(n * sizeof(u64));
    const BufferPointer deepest = zeros(most_levels * sizeof(u32));
    launch("mark_outer", n, {next.parents.get(), flags.get(), n});
    device_->copy(*flags, *places);
    next.slots = static_cast<u32>(scan(*places, n));
    next.slot_of = zeros(n * sizeof(u32));
    next.level_of = zeros(n * sizeof(u32));
    next.outer = zeros(next.slots * sizeof(u32));
    launch("make_slots", n,
           {places.get(), flags.get(), next.parents.get(), next.slot_of.get(), next.outer.get(),
            next.level_of.get(), deepest.get(), n});
    const std::vector<u32> reached = download<u32>(*deepest, most_levels);
    if (reached.back()) throw Overflow("membranes are nested more deeply than the device can serve");
    for (u32 level = 0; level < most_levels; ++level)
      if (reached[level]) next.levels = level + 1;
    const BufferPointer numbers = zeros(next.slots * sizeof(u32));
    launch("count_children", n, {next.parents.get(), next.slot_of.get(), numbers.get(), n});
    next.firsts = prefix_sums(*numbers, next.slots);
    next.children = zeros(n * sizeof(u32));
    launch(
        "list_children", n,
        {next.parents.get(), next.slot_of.get(), next.firsts.get(), numbers.get(), next.children.get(), n});
  }

  BufferPointer prefix_sums(const gpu::Buffer& numbers, u32 number) {
    std::vector<u32> firsts = {0};
    for (const u32 each : download<u32>(numbers, number)) firsts.push_back(firsts.back() + each);
    return upload(firsts);
  }

  // What dissolves leaves its contents, in `left_`, to the ancestor that survives.
  void release() {
    const u32 n = tree_.membranes;
    const u64 rows = u64{tree_.slots} * objects();
    const BufferPointer numbers = zeros(tree_.slots * sizeof(u32)), gone = zeros(n * sizeof(u32));
    launch("count_gone", n,
           {words_.get(), counts_.get(), tree_.parents.get(), tree_.slot_of.get(), chosen_.get(),
            numbers.get(), n});
    const BufferPointer firsts = prefix_sums(*numbers, tree_.slots);
    launch("list_gone", n,
           {words_.get(), counts_.get(), tree_.parents.get(), tree_.slot_of.get(), chosen_.get(),
            firsts.get(), numbers.get(), gone.get(), n});
    BufferPointer released = zeros(rows * sizeof(u64));
    launch("release", rows,
           {words_.get(), counts_.get(), tree_.slot_of.get(), tree_.outer.get(), chosen_.get(), firsts.get(),
            gone.get(), after_.get(), tree_.stride, left_.get(), released.get(), status_.get(), rows});
    left_ = std::move(released);
  }

  // The step is done again with wider counts, or, where there are none, by the host, which says what
  // overflows.
  void widen() {
    const Configuration now = configuration();
    if (bytes_ < 8) {
      least_bytes_ = bytes_ * 2;
      return set_configuration(now);
    }
    const auto host = make_membrane_threads(plan_, modes_, threads_);
    host->set_configuration(now);
    host->set_time(time_);
    host->step(1);
    throw Overflow(fmt::format("step {} would make more objects than 64 bits count", time_ + 1));
  }

  std::shared_ptr<const Plan> plan_;
  Modes modes_;
  std::shared_ptr<gpu::Device> device_;
  std::shared_ptr<ThreadPool> threads_;
  MembraneTables tables_;
  u32x2 rule_key_, bid_key_;
  u64 time_ = 0, applications_ = 0;
  u32 bytes_ = 0, least_bytes_ = 1;  // of a count without children
  std::unique_ptr<gpu::Program> program_;
  std::map<std::string, std::unique_ptr<gpu::Kernel>> kernels_;
  BufferPointer words_, counts_, status_, total_, environment_, environment_after_;
  DeviceTree tree_;
  BufferPointer contents_, after_;    // of membranes without children
  BufferPointer wide_, left_, made_;  // of those with children
  BufferPointer times_, wide_times_, chosen_, bids_, bidders_, limits_, outs_, applied_, parts_;
};

}  // namespace

std::unique_ptr<MembraneEngine> make_membrane_device(std::shared_ptr<const Plan> plan, const Modes& modes,
                                                     std::shared_ptr<gpu::Device> device,
                                                     std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<MembraneDevice>(std::move(plan), modes, std::move(device), std::move(threads));
}

}  // namespace morula::membrane
