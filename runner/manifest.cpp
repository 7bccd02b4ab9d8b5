#include "runner/manifest.h"

#include <fmt/format.h>

#include "core/error.h"
#include "io/durable_file.h"
#include "io/json.h"

namespace morula {
namespace {

using io::Json;

Json as_json(const Number& number) {
  if (const auto* whole = std::get_if<std::uint64_t>(&number)) return *whole;
  if (const auto* with_sign = std::get_if<std::int64_t>(&number)) return *with_sign;
  if (const auto* real = std::get_if<double>(&number)) return *real;
  return nullptr;
}

std::filesystem::path place_in(const std::filesystem::path& run) { return run / "manifest.json"; }

Json as_json(const Manifest::Part& part) {
  return {{"from", part.from},       {"to", part.to},         {"version", part.version},
          {"backend", part.backend}, {"device", part.device}, {"threads", part.threads},
          {"seconds", part.seconds}};
}

Manifest::Part part_from(const Json& json) {
  Manifest::Part part;
  json.at("from").get_to(part.from);
  json.at("to").get_to(part.to);
  json.at("version").get_to(part.version);
  json.at("backend").get_to(part.backend);
  json.at("device").get_to(part.device);
  json.at("threads").get_to(part.threads);
  json.at("seconds").get_to(part.seconds);
  return part;
}

Json as_json(const Manifest::Input& input) {
  return {{"key", input.key},       {"path", input.path},   {"hash", to_string(input.hash)},
          {"source", input.source}, {"bytes", input.bytes}, {"copied", input.is_copied}};
}

Manifest::Input input_from(const Json& json) {
  Manifest::Input input{json.at("key").get<std::string>(), json.at("path").get<std::string>(),
                        parse_hash(json.at("hash").get<std::string>())};
  if (!json.contains("source")) return input;
  json.at("source").get_to(input.source);
  json.at("bytes").get_to(input.bytes);
  json.at("copied").get_to(input.is_copied);
  return input;
}

void read_request(const Json& request, Manifest& manifest) {
  manifest.folder = request.at("folder").get<std::string>();
  manifest.model_hash = parse_hash(request.at("model_hash").get<std::string>());
  request.at("set").get_to(manifest.overrides);
  for (const Json& input : request.at("inputs")) manifest.inputs.push_back(input_from(input));
  if (request.contains("file")) manifest.model_file = request.at("file").get<std::string>();
  if (request.contains("kept")) request.at("kept").get_to(manifest.kept);
  if (request.contains("next_model_hash"))
    manifest.next_model_hash = parse_hash(request.at("next_model_hash").get<std::string>());
}

Json request_json(const Manifest& manifest) {
  Json inputs = Json::array();
  for (const Manifest::Input& input : manifest.inputs) inputs.push_back(as_json(input));
  Json request = {{"file", manifest.model_file.string()},
                  {"folder", manifest.folder.string()},
                  {"model_hash", to_string(manifest.model_hash)},
                  {"set", manifest.overrides},
                  {"inputs", inputs},
                  {"kept", manifest.kept}};
  if (manifest.next_model_hash) request["next_model_hash"] = to_string(*manifest.next_model_hash);
  return request;
}

Manifest from_json(const Json& json) {
  Manifest manifest;
  json.at("version").get_to(manifest.version);
  json.at("model").get_to(manifest.model);
  json.at("seed").get_to(manifest.seed);
  json.at("backend").get_to(manifest.backend);
  json.at("device").get_to(manifest.device);
  json.at("threads").get_to(manifest.threads);
  json.at("steps").get_to(manifest.steps);
  if (!json.at("state_hash").is_null())
    manifest.state_hash = parse_hash(json.at("state_hash").get<std::string>());
  if (json.contains("replica_hashes"))
    for (const Json& hash : json.at("replica_hashes"))
      manifest.replica_hashes.push_back(parse_hash(hash.get<std::string>()));
  json.at("updates").get_to(manifest.updates);
  json.at("seconds").get_to(manifest.seconds);
  json.at("updates_per_second").get_to(manifest.updates_per_second);
  json.at("unit").get_to(manifest.unit);
  json.at("status").get_to(manifest.status);
  if (json.contains("whole_steps")) manifest.whole_steps = json.at("whole_steps").get<std::uint64_t>();
  if (json.contains("failure")) json.at("failure").get_to(manifest.failure);
  if (json.contains("remarks")) json.at("remarks").get_to(manifest.remarks);
  if (json.contains("parts"))
    for (const Json& part : json.at("parts")) manifest.parts.push_back(part_from(part));
  read_request(json.at("request"), manifest);
  return manifest;
}

}  // namespace

std::string program_version() { return MORULA_VERSION; }

std::string to_json(const Manifest& m) {
  Json json = {{"version", m.version}, {"model", m.model},     {"seed", m.seed},   {"backend", m.backend},
               {"device", m.device},   {"threads", m.threads}, {"steps", m.steps}, {"state_hash", nullptr}};
  if (m.state_hash) json["state_hash"] = to_string(*m.state_hash);
  for (const Hash hash : m.replica_hashes) json["replica_hashes"].push_back(to_string(hash));
  json["updates"] = m.updates;
  json["seconds"] = m.seconds;
  json["updates_per_second"] = m.updates_per_second;
  json["unit"] = m.unit;
  json["status"] = m.status;
  if (m.whole_steps) json["whole_steps"] = *m.whole_steps;
  if (!m.failure.empty()) json["failure"] = m.failure;
  if (!m.remarks.empty()) json["remarks"] = m.remarks;
  for (const auto& [name, number] : m.chosen) json["chosen"][name] = as_json(number);
  json["parts"] = Json::array();
  for (const Manifest::Part& part : m.parts) json["parts"].push_back(as_json(part));
  json["request"] = request_json(m);
  return json.dump(2) + '\n';
}

void save_manifest(const Manifest& manifest, const std::filesystem::path& run) {
  io::write_file(place_in(run), to_json(manifest));
}

Manifest load_manifest(const std::filesystem::path& run) {
  const std::filesystem::path place = place_in(run);
  if (!std::filesystem::exists(place))
    throw SpecError({run.string()}, "", "is not a run directory: it has no manifest.json");
  try {
    return from_json(Json::parse(io::read_file(place)));
  } catch (const FileError&) {
    throw;
  } catch (const Error& error) {  // from the JSON parser, or from a hash in the file
    throw FileError(place.string(),
                    fmt::format("is damaged: {}; put back a copy of it, or run its model again: morula run "
                                "{} --out DIR",
                                error.what(), (run / "model.yaml").string()));
  }
}

}  // namespace morula
