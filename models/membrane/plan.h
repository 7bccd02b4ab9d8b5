// A system arranged for engines: rules grouped by label and charge and, for each object, what the rules can
// do with it.
#pragma once

#include <vector>

#include "models/membrane/system.h"

namespace morula::membrane {

constexpr u32 no_rule = 0xFFFFFFFFu;

// How the own rules of a class of membranes use an object.
struct Use {
  enum What : u32 {
    Stays,    // nothing happens: `value` is the object itself
    Renames,  // one object becomes one of `value`, by a rule that nothing competes with
    Evolves,  // by evolution rule `value`, which nothing competes with and which takes no other object
    Asked,  // rules compete for it or also need other objects; list `value` has the rules that begin with it
  };
  u32 what = Stays;
  u32 value = 0;
};

struct Range {
  u32 first = 0, last = 0;  // `last` is excluded
  u32 size() const { return last - first; }
};

struct Evolution {
  u64 needed = 1;  // number of the object that each application takes
  u32 rule = 0;
};

// Membranes of one label and charge.
struct RuleClass {
  u32 first_object = 0, objects = 0;  // the objects that its rules take lie in this range
  u32 uses = 0;                       // where the uses of first_object begin
  Range send_ins;                     // in Plan::send_ins, in file order
};

struct Plan {
  explicit Plan(System from);

  System system;
  std::vector<RuleClass> classes;  // by class_of()
  std::vector<Use> uses;
  std::vector<Evolution> evolutions;
  std::vector<Range> asked;   // ranges in `asking`
  std::vector<u32> asking;    // rules, in file order, by the first object that they take
  std::vector<u32> send_ins;  // rules
  u32 most_received = 0;      // largest number of different objects that a send-in or a division brings

  u32 objects() const { return static_cast<u32>(system.objects.size()); }
  Use use_of(const RuleClass& of, u32 object) const {
    const u32 at = object - of.first_object;  // wraps around if the object comes before the range
    return at < of.objects ? uses[of.uses + at] : Use{Use::Stays, object};
  }
};

}  // namespace morula::membrane
