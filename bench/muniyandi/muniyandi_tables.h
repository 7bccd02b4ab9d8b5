// Tables 1, 2 and 3 and Fig. 8 of Muniyandi and Maroosi (2020) as text and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/muniyandi/muniyandi_occupancy.h"
#include "io/json.h"

namespace morula::muniyandi {

// Seconds of a step, as measured here and as published. `symbol` marks the path in the plot of Fig. 8.
struct StepTime {
  std::string path;
  char symbol = ' ';
  std::optional<double> measured, paper;
};

struct TableRow {
  std::uint32_t membranes = 0, objects = 0;
  std::uint32_t threads = 0;  // threads of a block of Algorithm 1
  double occupancy = 0;       // reached by these threads on this device
  std::optional<double> paper_occupancy;
  SubMatrix block;  // sub-matrix of Algorithm 2: N_Tx, N_Ty
  std::optional<SubMatrix> paper_block;
  std::optional<double> paper_iterations;  // in Table 1
  std::vector<StepTime> times;             // the first is sequential
};

struct ReactionTable {
  std::string name, title;
  std::vector<TableRow> rows;
};

// Rows that were not measured, by their numbers of objects or membranes.
struct LeftOutRows {
  std::string table, of;
  std::vector<std::uint32_t> numbers;
  std::string why;
};

// The numbers of the paper's equations for one device.
struct EquationReport {
  std::string device;
  ReportedMultiprocessor multiprocessor;
  std::optional<Usage> object;    // reported by the compiler; none without a device
  double objects_per_thread = 0;  // used for the measurements in the tables
};

struct ReactionTables {
  std::vector<ReactionTable> tables;
  EquationReport equations;
  std::vector<LeftOutRows> left_out;
};

std::string header_text(const ReactionTable& table, const TableRow& first);
std::string row_text(const TableRow& row);
std::string figure_8_text(const ReactionTable& table);  // from the times of Table 1
std::string footer_text(const ReactionTables& tables);
io::Json as_json(const ReactionTables& tables);

}  // namespace morula::muniyandi
