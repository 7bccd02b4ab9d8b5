#include "runner/run_ranks.h"

#include <map>

#include "core/all_ranks.h"
#include "core/message.h"
#include "core/rank_zero.h"
#include "io/json.h"
#include "models/catalogue.h"
#include "models/ranks/ranked_model.h"
#include "models/ranks/shared_replicas.h"
#include "runner/changes_file.h"
#include "runner/input_copies.h"

namespace morula {

namespace {

ModelSource source_for_all(const ModelSource& source, Communicator& ranks) {
  if (ranks.size() == 1) return source;
  std::vector<std::string> changes;
  rank_zero_does(ranks, [&] { changes = changes_beside(source.file.path); });
  const std::string text = io::Json{
      {"path", source.file.path.string()},
      {"text", source.file.text},
      {"folder", source.folder.string()},
      {"overrides", source.overrides},
      {"changes", changes}}.dump();
  Bytes bytes = message_of(text);
  ranks.broadcast(bytes);
  const auto json = io::Json::parse(text_in(bytes));
  ModelSource shared;
  shared.file = {json.at("path").get<std::string>(), json.at("text").get<std::string>()};
  shared.folder = json.at("folder").get<std::string>();
  json.at("overrides").get_to(shared.overrides);
  shared.changes = json.at("changes").get<std::vector<std::string>>();
  return shared;
}

DeferredVolumes deferred_volumes_of(const Spec& spec) {
  std::map<std::string, Extent> known;
  for (const DeferredVolume& deferred : spec.deferred_volumes)
    known[volume_name(deferred.file, deferred.dataset)] = deferred.volume->extent;
  return std::make_shared<const std::map<std::string, Extent>>(std::move(known));
}

DeferredVolumes deferred_by_rank_zero(const DeferredVolumes& mine, Communicator& ranks) {
  io::Json list = io::Json::array();
  if (mine)
    for (const auto& [name, extent] : *mine)
      list.push_back({{"name", name}, {"extent", {extent.x, extent.y, extent.z}}});
  Bytes bytes = message_of(list.dump());
  ranks.broadcast(bytes);
  std::map<std::string, Extent> known;
  for (const io::Json& volume : io::Json::parse(text_in(bytes))) {
    const auto sides = volume.at("extent").get<std::vector<Index>>();
    known[volume.at("name").get<std::string>()] = {sides.at(0), sides.at(1), sides.at(2)};
  }
  return std::make_shared<const std::map<std::string, Extent>>(std::move(known));
}

// The values of deferred volumes are left out: they are sent later, and not as files.
std::vector<InputFile> inputs_to_copy(const Spec& spec) {
  std::vector<InputFile> inputs = spec.inputs;
  for (InputFile& input : inputs)
    for (const DeferredVolume& deferred : spec.deferred_volumes)
      if (input.path == deferred.file) input.path.clear();
  return inputs;
}

}  // namespace

ModelOfAll read_for_all(const ModelSource& source, Communicator& ranks,
                        const std::function<Spec(const DeferredVolumes&)>& read) {
  if (ranks.size() == 1) {
    Spec spec = read({});
    return {source.file.path, spec, spec, nullptr};
  }
  ModelSource shared = source_for_all(source, ranks);
  std::optional<Spec> spec;
  rank_zero_does(ranks, [&] { spec = read(deferred_volumes_of(Spec())); });
  auto copies =
      std::make_shared<const InputCopies>(spec ? inputs_to_copy(*spec) : std::vector<InputFile>(), ranks);
  shared.copies = copies->folder();
  shared.deferred = deferred_by_rank_zero(spec ? deferred_volumes_of(*spec) : nullptr, ranks);
  std::optional<Spec> part;
  each_rank_must(ranks, [&] {
    if (!spec) spec = read_model(shared);
    part = part_of_rank(shared, *spec, ranks);
  });
  if (spec->changes.empty()) copies.reset();
  return {shared.file.path, *std::move(spec), *std::move(part), std::move(copies)};
}

Spec part_of_rank(const ModelSource& source, const Spec& whole, Communicator& ranks) {
  if (!shares_replicas(whole, ranks.size())) return whole;
  const Replicas replicas = replicas_of_rank(*whole.replicas, ranks.rank(), ranks.size());
  ModelSource part = source;
  part.overrides.push_back("replicas=" + std::to_string(replicas.count));
  part.overrides.push_back("first_replica=" + std::to_string(replicas.first));
  return read_model(part);
}

ModelMaker over_ranks(const Spec& part, Communicator& ranks) {
  if (ranks.size() == 1) return in_one_process();
  return {[&part, &ranks](const Spec&, const Backend& backend) {
            if (!divides_lattice(part, ranks.size())) check_fits(part, backend);
          },
          [&part, &ranks](const Spec& whole, const Backend& backend, Start start) {
            return make_ranked_model(whole, part, backend, ranks, start);
          },
          deferred_volumes_of(part)};
}

}  // namespace morula
