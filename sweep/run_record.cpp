#include "sweep/run_record.h"

#include "io/json.h"

namespace morula::sweep {

std::string to_line(const RunRecord& record) {
  io::Json json = {{"point", to_string(record.point)},
                   {"replica", record.replica},
                   {"seed", record.seed},
                   {"halted", record.halted},
                   {"step", record.step},
                   {"state", to_string(record.state)},
                   {"series", to_string(record.series)},
                   {"measured", record.measured}};
  json["columns"] = io::Json::array();
  for (const MeasuredColumn& column : record.columns)
    json["columns"].push_back(io::Json::array({column.name, column.last, column.mean, column.sd}));
  json["seconds"] = record.seconds;
  json["updates"] = record.updates;
  json["unit"] = record.unit;
  json["backend"] = record.backend;
  json["device"] = record.device;
  return json.dump();
}

RunRecord record_from(std::string_view line) {
  const io::Json json = io::Json::parse(line);
  RunRecord record;
  record.point = parse_hash(json.at("point").get<std::string>());
  json.at("replica").get_to(record.replica);
  json.at("seed").get_to(record.seed);
  json.at("halted").get_to(record.halted);
  json.at("step").get_to(record.step);
  record.state = parse_hash(json.at("state").get<std::string>());
  record.series = parse_hash(json.at("series").get<std::string>());
  json.at("measured").get_to(record.measured);
  for (const io::Json& column : json.at("columns"))
    record.columns.push_back({column.at(0).get<std::string>(), column.at(1).get<std::string>(),
                              column.at(2).get<std::string>(), column.at(3).get<std::string>()});
  json.at("seconds").get_to(record.seconds);
  json.at("updates").get_to(record.updates);
  json.at("unit").get_to(record.unit);
  json.at("backend").get_to(record.backend);
  json.at("device").get_to(record.device);
  return record;
}

}  // namespace morula::sweep
