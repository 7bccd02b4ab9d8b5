// The report of lineages as text, files and figures.
#pragma once

#include "analysis/lineage.h"
#include "plot/tree.h"

namespace morula {

std::string as_text(const LineageReport& report);
std::string as_json(const LineageReport& report);

// The trees of one run with at most this number of leaves. If there are too many cells, only the largest
// clones are drawn, and subtrees without room become triangles with their numbers of cells.
plot::TreeFigure lineage_tree(const Genealogy& genealogy, std::size_t most_leaves = 60);
plot::Figure division_times_figure(const LineageReport& report);
plot::Figure clone_sizes_figure(const LineageReport& report);

// Writes division-times.csv, clone-sizes.csv, a figure of each, tree.svg and summary.json, and returns their
// names. Without `replace`, throws SpecError if one of them exists already.
std::vector<std::string> write_lineage_files(const LineageReport& report, const std::filesystem::path& folder,
                                             bool replace);

}  // namespace morula
