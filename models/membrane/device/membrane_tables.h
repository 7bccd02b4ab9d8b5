// Shared by all kernels of membranes: the tables of a system (see MembraneTables), and exact addition.
//
// Defines: OBJECTS, the number of objects; RANDOM and ONCE, 0 or 1; GROUP. The first words of the tables say
// where each table begins, so that systems of the same size can share a program.

#define NO_RULE 0xFFFFFFFFu
#define NO_SLOT 0xFFFFFFFFu
#define NO_MEMBRANE 0xFFFFFFFFu

#define RULES_AT(t) ((t)[0])
#define TERM_OBJECTS_AT(t) ((t)[1])
#define SEND_INDEX_AT(t) ((t)[2])
#define SEND_OBJECTS_AT(t) ((t)[3])
#define OUT_INDEX_AT(t) ((t)[4])
#define OUT_RULES_AT(t) ((t)[5])
#define SEND_INS_AT(t) ((t)[6])
#define CLASSES_AT(t) ((t)[7])
#define ASKING_AT(t) ((t)[8])
#define USES_AT(t) ((t)[9])
#define EVOLUTIONS_AT(t) ((t)[10])
#define NEEDED_AT(t) ((t)[11])  // place among the counts
#define ASKED_AT(t) ((t)[12])

enum { Evolution = 0, SendIn = 1, SendOut = 2, Dissolution = 3, Division = 4 };
enum { Stays = 0, Renames = 1, Evolves = 2, Asked = 3 };
// The words of a rule in its table.
enum {
  RuleKind = 0,
  RuleLabel = 1,
  ChargeAfter = 2,
  SecondChargeAfter = 3,
  LeftFirst = 4,
  LeftLast = 5,
  RightFirst = 6,
  RightLast = 7,
  SecondFirst = 8,
  SecondLast = 9,
  RuleWords = 10
};
// The words of a class: where the lists of its send-in rules and of its competing rules, the list of objects
// that the latter take, and the range of objects that its own rules take begin and end; and where its uses
// begin.
enum {
  ClassSendIns = 0,
  ClassSendInsEnd = 1,
  ClassAsking = 2,
  ClassAskingEnd = 3,
  ClassAsked = 4,
  ClassAskedEnd = 5,
  ClassFirstObject = 6,
  ClassObjects = 7,
  ClassUses = 8,
  ClassWords = 9
};
// What a step reports to the host and to later steps. While Stop is not 0, the kernels of steps do nothing.
enum {
  Stop = 0,
  Overflows = 1,
  Reshapes = 2,
  Losers = 3,  // in the first round of bids; the next word is for the second round
  StepsDone = 5,
  Applied = 6,  // since the host last read it: two words
  AppliedNow = 8,
  StatusWords = 16
};
// Why the device stopped.
enum { Halted = 1, Overflowed = 2, Unserved = 3, Reshaped = 4 };

typedef struct {
  const GLOBAL u32* t;
  const GLOBAL u64* w;
} Tables;

RULE u32 rule_word(Tables tables, u32 rule, u32 word) {
  return tables.t[RULES_AT(tables.t) + rule * RuleWords + word];
}
RULE u32 class_word(Tables tables, u32 of, u32 word) {
  return tables.t[CLASSES_AT(tables.t) + of * ClassWords + word];
}
RULE u32 term_object(Tables tables, u32 term) { return tables.t[TERM_OBJECTS_AT(tables.t) + term]; }
RULE u64 term_count(Tables tables, u32 term) { return tables.w[term]; }
RULE u32 first_object_of(Tables tables, u32 rule) {
  return term_object(tables, rule_word(tables, rule, LeftFirst));
}

// Computes sum + times * count, and whether that is more than `largest`.
RULE u64 added(u64 sum, u64 times, u64 count, u64 largest, u32* over) {
  u64 product = times * count;
  u64 total = sum + product;
  if (count != 0 && times > 0xFFFFFFFFFFFFFFFFu / count) *over = 1;
  if (total < product || total > largest) *over = 1;
  return total;
}

// How the rules use an object: its Use and the value that belongs to it.
RULE u32x2 use_of(Tables tables, u32 of, u32 object) {
  // Wraps around if the object comes before the first one.
  u32 place = object - class_word(tables, of, ClassFirstObject);
  u32x2 use = {Stays, object};
  if (place < class_word(tables, of, ClassObjects)) {
    const GLOBAL u32* words = tables.t + USES_AT(tables.t) + 2 * (class_word(tables, of, ClassUses) + place);
    use.x = words[0];
    use.y = words[1];
  }
  return use;
}

RULE u64 two_words(const GLOBAL u32* words) { return words[0] | (u64)words[1] << 32; }
RULE void put_two_words(GLOBAL u32* words, u64 value) {
  words[0] = (u32)value;
  words[1] = (u32)(value >> 32);
}

RULE u64 added_to_most(u64 a, u64 b) { return a + b < a ? 0xFFFFFFFFFFFFFFFFu : a + b; }

// The upper half of a product of 128 bits.
RULE u64 upper_product(u64 a, u64 b) {
  u64 low = (u64)(u32)a * (u32)b, cross = (a >> 32) * (u32)b, other = (u64)(u32)a * (b >> 32);
  u64 middle = (low >> 32) + (u32)cross + (u32)other;
  return (a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32) + (middle >> 32);
}

// A uniform number from 0 to `most`.
RULE u64 uniform(u64 word, u64 most) { return most + 1 == 0 ? word : upper_product(word, most + 1); }

// Adds up the summands of all work-items, up to 2^64 - 1. Item 0 gets the sum.
RULE u64 group_total(LOCAL_POINTER u64* parts, u64 summand) {
  u32 item = local_id(0);
  parts[item] = summand;
  for (u32 reach = GROUP / 2; reach > 0; reach /= 2) {
    BARRIER();
    if (item < reach) parts[item] = added_to_most(parts[item], parts[item + reach]);
  }
  return parts[0];
}
