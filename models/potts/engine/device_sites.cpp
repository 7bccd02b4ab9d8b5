#include "models/potts/engine/device_sites.h"

#include <algorithm>

#include "core/ceil_divide.h"
#include "models/potts/engine/device_source.h"

namespace morula::potts {

gpu::Grid grid_over(u64 items) { return gpu::grid_for(std::min<u64>(items, u64{1} << 22), sums_group); }

DeviceSites::DeviceSites(const PottsSpec& spec, gpu::Device& device, gpu::Program& program)
    : device_(device),
      replicas_(spec.replicas),
      sites_(spec.lattice.global.sites()),
      padded_size_(PaddedLattice(spec).size),
      put_(program.kernel("put_sites")),
      get_(program.kernel("get_sites")),
      hash_(program.kernel("hash_sites")),
      contacts_(program.kernel("count_contacts")),
      words_(device.allocate(places() * sizeof(u32) * site_arrays(spec))),
      staging_(device.allocate(std::min<u64>(slab_bytes, count() * sizeof(u32)))),
      partial_(device.allocate(replicas_ * hash_groups() * sizeof(u64))) {
  if (site_arrays(spec) > 1) device_.fill(*words_, std::byte{0});
  if (reads_gains(spec)) {
    put_gains_ = program.kernel("put_gains");
    get_gains_ = program.kernel("get_gains");
  }
  device_.launch(*program.kernel("clear_words"), grid_over(places()), {words_.get(), places()});
}

template <typename Part>
void DeviceSites::for_parts(Slab slab, Part part) {
  for (u64 done = 0; done < slab.count;) {
    const u64 count = std::min(slab.count - done, staging_->size() / sizeof(u32));
    part(done, count);
    done += count;
  }
}

void DeviceSites::write(Slab slab, std::span<const u32> numbers, gpu::Buffer& types, u32 cells) {
  for_parts(slab, [&](u64 done, u64 count) {
    device_.write(*staging_, 0, std::as_bytes(numbers.subspan(done, count)));
    device_.launch(*put_, grid_over(count),
                   {words_.get(), staging_.get(), &types, slab.first + done, count, cells});
  });
}

void DeviceSites::write_gains(Slab slab, std::span<const u32> gains) {
  for_parts(slab, [&](u64 done, u64 count) {
    device_.write(*staging_, 0, std::as_bytes(gains.subspan(done, count)));
    device_.launch(*put_gains_, grid_over(count), {words_.get(), staging_.get(), slab.first + done, count});
  });
}

void DeviceSites::read_by(const gpu::Kernel& kernel, Slab slab, std::span<u32> values) {
  for_parts(slab, [&](u64 done, u64 count) {
    device_.launch(kernel, grid_over(count), {words_.get(), staging_.get(), slab.first + done, count});
    device_.read(*staging_, 0, std::as_writable_bytes(values.subspan(done, count)));
  });
}

void DeviceSites::read_on_device(Slab slab, const Model::DeviceSink& sink) {
  for_parts(slab, [&](u64 done, u64 count) {
    device_.launch(*get_, grid_over(count), {words_.get(), staging_.get(), slab.first + done, count});
    sink(device_, *staging_, 0, {slab.first + done, count});
  });
}

ContactCounts DeviceSites::contacts(u64 replica, u64 types) {
  const u64 pairs = types * types, groups = contact_groups();
  const auto partial = device_.allocate(groups * 2 * pairs * sizeof(u32));
  device_.launch(*contacts_, {{groups, 1, 1}, {sums_group, 1, 1}}, {words_.get(), partial.get(), replica});
  std::vector<u32> each(groups * 2 * pairs);
  device_.read(*partial, 0, std::as_writable_bytes(std::span(each)));
  ContactCounts total{std::vector<u64>(pairs), std::vector<u64>(pairs)};
  for (u64 i = 0; i < each.size(); ++i)
    (i / pairs % 2 == 0 ? total.contacts : total.nearest)[i % pairs] += each[i];
  return total;
}

std::vector<Hash> DeviceSites::hashes() {
  device_.launch(*hash_, {{hash_groups(), replicas_, 1}, {sums_group, 1, 1}}, {words_.get(), partial_.get()});
  std::vector<u64> partial(replicas_ * hash_groups());
  device_.read(*partial_, 0, std::as_writable_bytes(std::span(partial)));
  std::vector<Hash> hashes(replicas_);
  for (u64 i = 0; i < partial.size(); ++i) hashes[i / hash_groups()].value += partial[i];
  return hashes;
}

u64 DeviceSites::hash_groups() const {
  const u64 useful = ceil_divide(sites_, u64{sums_group} * 16);
  return std::max<u64>(1, std::min(useful, 2048 / std::min<u64>(2048, replicas_)));
}

// The number of work-groups is so small that reading their sums costs almost nothing, and so large that each
// counts fewer than 2^32 pairs.
u64 DeviceSites::contact_groups() const {
  return std::max(std::min<u64>(ceil_divide(sites_, sums_group), 512), sites_ >> 24);
}

}  // namespace morula::potts
