#include "bench/muniyandi/muniyandi_paths.h"

#include <algorithm>

#include "bench/membrane/membrane_cases.h"
#include "core/ceil_divide.h"
#include "models/membrane/membrane_engine.h"
#include "texts/morula_bench.h"
#include "texts/morula_gpu.h"

namespace morula::muniyandi {
namespace {

class OneCore final : public ReactionPath {
 public:
  explicit OneCore(const Reactions& reactions) : reactions_(reactions) {}

  std::uint64_t step(std::uint64_t at_most) override {
    for (std::uint64_t done = 0; done < at_most; ++done) {
      bool any = false;
      for (std::size_t i = 0; i + 2 < reactions_.counts.size(); i += 3) {
        std::uint32_t* held = reactions_.counts.data() + i;
        if (held[0] < 1 || held[1] < 2 || held[2] < 3) continue;
        for (std::uint32_t k = 0; k < 3; ++k) held[k] += k + 1;
        any = true;
      }
      if (!any) return done;
    }
    return at_most;
  }
  std::vector<std::uint32_t> counts() override { return reactions_.counts; }

 private:
  Reactions reactions_;
};

std::unique_ptr<gpu::Buffer> on_device(gpu::Device& device, const std::vector<std::uint32_t>& values) {
  auto buffer = device.allocate(std::max<std::size_t>(values.size(), 1) * sizeof(std::uint32_t));
  device.write(*buffer, 0, std::as_bytes(std::span(values)));
  return buffer;
}

std::vector<std::uint32_t> from_device(gpu::Device& device, const gpu::Buffer& buffer, std::size_t number) {
  std::vector<std::uint32_t> values(number);
  device.read(buffer, 0, std::as_writable_bytes(std::span(values)));
  return values;
}

class AlgorithmOne final : public ReactionPath {
 public:
  AlgorithmOne(const Reactions& reactions, SharedKernels kernels, CountsIn where)
      : kernels_(std::move(kernels)),
        device_(kernels_->device()),
        membranes_(reactions.membranes),
        kernel_(kernels_->kernel("select_and_evolve", where)),
        before_(on_device(device_, reactions.counts)),
        after_(on_device(device_, reactions.counts)),
        selected_(on_device(device_, {0})),
        values_(reactions.counts.size()) {}

  // Lines 2 to 16. Of the kinds of rules the system has only evolution.
  std::uint64_t step(std::uint64_t at_most) override {
    for (std::uint64_t done = 0; done < at_most; ++done) {
      device_.fill(*selected_, std::byte{0});
      device_.launch(*kernel_, {{membranes_, 1, 1}, {kernels_->threads(), 1, 1}},
                     {before_.get(), after_.get(), selected_.get()});
      if (from_device(device_, *selected_, 1)[0] == 0) return done;
      std::swap(before_, after_);
    }
    return at_most;
  }
  std::vector<std::uint32_t> counts() override { return from_device(device_, *before_, values_); }

 private:
  SharedKernels kernels_;
  gpu::Device& device_;
  std::uint32_t membranes_;
  std::unique_ptr<gpu::Kernel> kernel_;
  std::unique_ptr<gpu::Buffer> before_, after_, selected_;
  std::size_t values_;
};

class AlgorithmTwo final : public ReactionPath {
 public:
  AlgorithmTwo(const Reactions& reactions, SharedKernels kernels, CountsIn where)
      : kernels_(std::move(kernels)),
        device_(kernels_->device()),
        membranes_(reactions.membranes),
        kernel_(kernels_->kernel("all_rules", where)),
        counts_(on_device(device_, reactions.counts)),
        last_(on_device(device_, {0})),
        values_(reactions.counts.size()) {}

  std::uint64_t step(std::uint64_t at_most) override {
    const SubMatrix block = kernels_->block();
    device_.fill(*last_, std::byte{0});
    device_.launch(
        *kernel_,
        {{ceil_divide(std::uint64_t{membranes_}, std::uint64_t{block.y}), 1, 1}, {block.x * block.y, 1, 1}},
        {counts_.get(), last_.get(), membranes_, static_cast<std::uint32_t>(at_most)});
    return from_device(device_, *last_, 1)[0];
  }
  std::vector<std::uint32_t> counts() override { return from_device(device_, *counts_, values_); }

 private:
  SharedKernels kernels_;
  gpu::Device& device_;
  std::uint32_t membranes_;
  std::unique_ptr<gpu::Kernel> kernel_;
  std::unique_ptr<gpu::Buffer> counts_, last_;
  std::size_t values_;
};

class OurReactions final : public ReactionPath {
 public:
  OurReactions(const Reactions& reactions, const Backend& backend) : objects_(reactions.objects) {
    const auto plan =
        std::make_shared<const membrane::Plan>(reacting_system(reactions.membranes, reactions.objects));
    const membrane::Modes once{true, false, 1};
    engine_ = backend.device ? make_membrane_device(plan, once, backend.device, backend.threads)
                             : make_membrane_threads(plan, once, backend.threads);
  }

  std::uint64_t step(std::uint64_t at_most) override { return engine_->step(at_most); }
  std::vector<std::uint32_t> counts() override {
    const membrane::PackedConfiguration packed = engine_->packed();
    std::vector<std::uint32_t> counts((packed.labels.size() - 1) * objects_);
    for (std::uint64_t i = 0, at = 0; i < packed.labels.size(); ++i)
      for (const std::uint64_t end = at + packed.sizes[i]; at < end; ++at)
        counts[(i - 1) * objects_ + packed.objects[at]] = static_cast<std::uint32_t>(packed.counts[at]);
    return counts;
  }

 private:
  std::uint32_t objects_;
  std::unique_ptr<membrane::MembraneEngine> engine_;
};

}  // namespace

Reactions drawn_reactions(std::uint32_t membranes, std::uint32_t objects) {
  Reactions reactions{membranes, objects, {}};
  reactions.counts.reserve(std::size_t{membranes} * objects);
  for (std::uint32_t membrane = 0; membrane < membranes; ++membrane)
    for (std::uint32_t object = 0; object < objects; ++object)
      reactions.counts.push_back(reacting_count(membrane, object));
  return reactions;
}

std::uint32_t threads_of_algorithm_1(std::uint32_t objects, std::uint32_t most) {
  return std::clamp<std::uint32_t>(objects, 1, most);
}

gpu::Source reaction_source(std::uint32_t objects, std::uint32_t threads, SubMatrix block) {
  gpu::Source source{"muniyandi", {gpu::text::bench::muniyandi::muniyandi_kernels}, {}};
  return source.define("OBJECTS", objects)
      .define("THREADS", threads)
      .define("TX", block.x)
      .define("TY", block.y);
}

ReactionKernels::ReactionKernels(std::shared_ptr<gpu::Device> device, std::uint32_t objects, SubMatrix block)
    : device_(std::move(device)),
      objects_(objects),
      threads_(threads_of_algorithm_1(objects, std::min(device_->info().max_group, 1024u))),
      block_(block) {
  program_ = device_->build(reaction_source(objects, threads_, block));
}

std::unique_ptr<gpu::Kernel> ReactionKernels::kernel(const std::string& name, CountsIn where) const {
  return program_->kernel(name + (where == CountsIn::Shared ? "_shared" : "_global"));
}

Usage ReactionKernels::object_usage() const {
  const gpu::KernelUsage used = kernel("select_and_evolve", CountsIn::Shared)->usage();
  return {static_cast<double>(used.shared) / threads_, static_cast<double>(used.registers.value_or(0)),
          static_cast<double>(used.local.value_or(0))};
}

std::unique_ptr<ReactionPath> one_core(const Reactions& reactions) {
  return std::make_unique<OneCore>(reactions);
}
std::unique_ptr<ReactionPath> algorithm_1(const Reactions& reactions, SharedKernels kernels, CountsIn where) {
  return std::make_unique<AlgorithmOne>(reactions, std::move(kernels), where);
}
std::unique_ptr<ReactionPath> algorithm_2(const Reactions& reactions, SharedKernels kernels, CountsIn where) {
  return std::make_unique<AlgorithmTwo>(reactions, std::move(kernels), where);
}
std::unique_ptr<ReactionPath> our_path(const Reactions& reactions, const Backend& backend) {
  return std::make_unique<OurReactions>(reactions, backend);
}

}  // namespace morula::muniyandi
