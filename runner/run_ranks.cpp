#include "runner/run_ranks.h"

#include "core/message.h"
#include "core/rank_zero.h"
#include "io/json.h"
#include "models/catalogue.h"
#include "models/ranks/ranked_model.h"
#include "models/ranks/shared_replicas.h"
#include "runner/input_copies.h"

namespace morula {

namespace {

ModelSource source_for_all(const ModelSource& source, Communicator& ranks) {
  if (ranks.size() == 1) return source;
  const std::string text = io::Json{
      {"path", source.file.path.string()},
      {"text", source.file.text},
      {"folder", source.folder.string()},
      {"overrides",
       source.overrides}}.dump();
  Bytes bytes = message_of(text);
  ranks.broadcast(bytes);
  const auto json = io::Json::parse(text_in(bytes));
  ModelSource all;
  all.file = {json.at("path").get<std::string>(), json.at("text").get<std::string>()};
  all.folder = json.at("folder").get<std::string>();
  json.at("overrides").get_to(all.overrides);
  return all;
}

}  // namespace

ModelOfAll read_for_all(const ModelSource& source, Communicator& ranks, const std::function<Spec()>& read) {
  ModelSource all = source_for_all(source, ranks);
  std::optional<Spec> spec;
  rank_zero_does(ranks, [&] { spec = read(); });
  const InputCopies copies(spec ? spec->inputs : std::vector<InputFile>(), ranks);
  all.copies = copies.folder();
  if (!spec) spec = read_model(all);
  Spec own = part_of_rank(all, *spec, ranks);
  return {all.file.path, *std::move(spec), std::move(own)};
}

Spec part_of_rank(const ModelSource& source, const Spec& whole, Communicator& ranks) {
  if (!shares_replicas(whole, ranks.size())) return whole;
  const Replicas own = replicas_of_rank(*whole.replicas, ranks.rank(), ranks.size());
  ModelSource part = source;
  part.overrides.push_back("replicas=" + std::to_string(own.count));
  part.overrides.push_back("first_replica=" + std::to_string(own.first));
  return read_model(part);
}

ModelMaker over_ranks(const Spec& own, Communicator& ranks) {
  if (ranks.size() == 1) return in_one_process();
  return {[&own, &ranks](const Spec&, const Backend& backend) {
            if (!divides_lattice(own, ranks.size())) check_fits(own, backend);
          },
          [&own, &ranks](const Spec& whole, const Backend& backend, Start start) {
            return make_ranked_model(whole, own, backend, ranks, start);
          }};
}

}  // namespace morula
