#include "bench/muniyandi/muniyandi_system_tables.h"

#include <algorithm>
#include <map>

namespace morula::muniyandi {

using membrane::Kind;
using membrane::Multiset;
using membrane::Rule;

namespace {

// Places of the tables' entries, as in muniyandi_system_kernels.h.
enum HeaderWord : u32 {
  Objects,
  Rules,
  Threads,
  Rows,
  Once,
  Random,
  Births,
  RulesAt,
  TermsAt,
  ThreadsAt,
  MineAt,
  ObjectsAt,
  PartsAt,
  PartNumbersAt,
  ComponentsAt,
  CompetingAt,
  EnteringAt,
  EnterAt,
  MakersAt,
  MakingAt,
  MadeAt,
  header_words
};

u32 class_of_rule(const Rule& rule) { return membrane::class_of(rule.label, rule.charge); }

class TableWriter {
 public:
  TableWriter(const membrane::System& system, const std::vector<NodeGroup>& threads)
      : system_(system),
        threads_(threads),
        classes_(static_cast<u32>(system.labels.size()) * membrane::charges),
        thread_of_(system.objects.size()) {
    for (u32 x = 0; x < threads.size(); ++x)
      for (const u32 object : threads[x]) thread_of_[object] = x;
  }

  SystemTables written(const membrane::Modes& modes, u32 rows, u32 births) {
    made_.t.resize(header_words);
    made_.t[Objects] = static_cast<u32>(system_.objects.size());
    made_.t[Rules] = static_cast<u32>(system_.rules.size());
    made_.t[Threads] = static_cast<u32>(threads_.size());
    made_.t[Rows] = rows;
    made_.t[Once] = modes.once;
    made_.t[Random] = modes.random;
    made_.t[Births] = births;
    write_rules();
    begin(ThreadsAt);
    append(thread_of_);
    write_lists(MineAt, ObjectsAt, threads_);
    write_competing();
    write_entering();
    write_makers();
    return std::move(made_);
  }

 private:
  void begin(HeaderWord where) { made_.t[where] = static_cast<u32>(made_.t.size()); }
  void append(const std::vector<u32>& words) { made_.t.insert(made_.t.end(), words.begin(), words.end()); }

  // The start of each list, the end of the last one, then the lists themselves.
  void write_lists(HeaderWord firsts, HeaderWord elements, const std::vector<std::vector<u32>>& lists) {
    std::vector<u32> joined;
    begin(firsts);
    for (const auto& list : lists) {
      made_.t.push_back(static_cast<u32>(joined.size()));
      joined.insert(joined.end(), list.begin(), list.end());
    }
    made_.t.push_back(static_cast<u32>(joined.size()));
    begin(elements);
    append(joined);
  }

  void write_rules() {
    std::vector<u32> objects;
    const auto side = [&](const Multiset& terms) {
      made_.t.push_back(static_cast<u32>(objects.size()));
      for (const membrane::Term& term : terms) {
        objects.push_back(term.object);
        made_.w.push_back(term.count);
      }
      made_.t.push_back(static_cast<u32>(objects.size()));
    };
    begin(RulesAt);
    for (const Rule& rule : system_.rules) {
      append({static_cast<u32>(rule.kind), rule.charge_after, rule.second_charge_after});
      side(rule.left);
      side(rule.right);
      side(rule.second);
    }
    begin(TermsAt);
    append(objects);
  }

  // For each class and thread: the sets of competing rules from which the thread selects.
  void write_competing() {
    std::vector<std::vector<u32>> parts(classes_ * threads_.size()), sets;
    for (u32 of = 0; of < classes_; ++of) {
      std::vector<std::vector<std::vector<u32>>> of_thread(threads_.size());
      for (auto& rules : competing_rules(system_, of))
        of_thread[thread_of_[system_.rules[rules[0]].left[0].object]].push_back(std::move(rules));
      for (u32 x = 0; x < threads_.size(); ++x)
        for (auto& rules : of_thread[x]) {
          parts[of * threads_.size() + x].push_back(static_cast<u32>(sets.size()));
          sets.push_back(std::move(rules));
        }
    }
    // Sets are stored in the order of class and thread, so that no list of their numbers is needed.
    write_lists(PartsAt, PartNumbersAt, parts);
    write_lists(ComponentsAt, CompetingAt, sets);
  }

  void write_entering() {
    std::vector<std::vector<u32>> entering(classes_);
    for (u32 r = 0; r < system_.rules.size(); ++r)
      if (system_.rules[r].kind == Kind::SendIn) entering[class_of_rule(system_.rules[r])].push_back(r);
    write_lists(EnteringAt, EnterAt, entering);
  }

  // For each class and object: the evolution rules that make it, and how many each rule makes.
  void write_makers() {
    std::vector<std::vector<u32>> makers(classes_ * system_.objects.size());
    std::vector<std::vector<u64>> counts(makers.size());
    for (u32 r = 0; r < system_.rules.size(); ++r) {
      const Rule& rule = system_.rules[r];
      if (rule.kind != Kind::Evolution) continue;
      for (const membrane::Term& term : rule.right) {
        const std::size_t place = class_of_rule(rule) * system_.objects.size() + term.object;
        makers[place].push_back(r);
        counts[place].push_back(term.count);
      }
    }
    write_lists(MakersAt, MakingAt, makers);
    made_.t[MadeAt] = static_cast<u32>(made_.w.size());
    for (const auto& list : counts) made_.w.insert(made_.w.end(), list.begin(), list.end());
  }

  const membrane::System& system_;
  const std::vector<NodeGroup>& threads_;
  u32 classes_;
  std::vector<u32> thread_of_;
  SystemTables made_;
};

}  // namespace

SystemTables system_tables(const membrane::System& system, const membrane::Modes& modes,
                           const std::vector<NodeGroup>& threads, u32 rows, u32 births) {
  return TableWriter(system, threads).written(modes, rows, births);
}

std::vector<NodeGroup> dealt(const std::vector<NodeGroup>& groups, u32 threads) {
  std::vector<NodeGroup> objects_of_threads(threads);
  for (u32 i = 0; i < groups.size(); ++i)
    objects_of_threads[i % threads].insert(objects_of_threads[i % threads].end(), groups[i].begin(),
                                           groups[i].end());
  return objects_of_threads;
}

std::vector<std::vector<u32>> competing_rules(const membrane::System& system, u32 of) {
  const u32 common = static_cast<u32>(system.objects.size());  // stands for "a rule of another kind"
  std::vector<u32> of_slot;
  Network shared;
  for (u32 r = 0; r < system.rules.size(); ++r) {
    const Rule& rule = system.rules[r];
    if (class_of_rule(rule) != of || rule.kind == Kind::SendIn) continue;
    of_slot.push_back(r);
    for (const membrane::Term& term : rule.left) shared.push_back({rule.left[0].object, term.object, 1});
    if (rule.kind != Kind::Evolution) shared.push_back({common, rule.left[0].object, 1});
  }
  std::vector<u32> group_of(common + 1);
  const std::vector<NodeGroup> groups = grouped_by_rate(common + 1, shared, common + 1);
  for (u32 group = 0; group < groups.size(); ++group)
    for (const u32 node : groups[group]) group_of[node] = group;
  std::map<u32, std::vector<u32>> rules;
  for (const u32 r : of_slot) rules[group_of[system.rules[r].left[0].object]].push_back(r);
  std::vector<std::vector<u32>> competing;
  for (auto& [group, rules_of_group] : rules) competing.push_back(std::move(rules_of_group));
  std::ranges::sort(competing);
  return competing;
}

}  // namespace morula::muniyandi
