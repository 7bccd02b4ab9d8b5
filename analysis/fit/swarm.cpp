#include "analysis/fit/swarm.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace morula {
namespace {

// Clerc and Kennedy's constriction (2002): particles come to rest without a schedule, which would need to
// know how long the search goes on.
constexpr double constriction = 0.7298, pull = 2.05;
constexpr double fastest = 0.5;  // largest velocity: a fraction of the box's width per iteration

// Particles follow the best of a few neighbours in a ring, not the best of all. The types of a mixture can
// replace one another in several ways, each of which is a minimum of its own, and a swarm in which all follow
// one particle ends in the first minimum that it finds. With fewer neighbours, a hundred iterations are too
// few to reach the minimum.
constexpr unsigned neighbours = 4;  // on either side
constexpr double bounce = -0.5;     // factor of the velocity of a particle that hits a wall

struct Particle {
  Position position, velocity;
  Position best;
  double best_value = std::numeric_limits<double>::infinity();
};

double uniform(u32 word) { return (word + 0.5) / 4294967296.0; }

class Swarm {
 public:
  Swarm(const SearchBox& box, const SwarmChoice& choice, u32x2 key)
      : box_(box), key_(key), particles_(choice.particles) {
    for (std::size_t p = 0; p < particles_.size(); ++p) place(p);
  }

  std::vector<Position> positions() const {
    std::vector<Position> positions;
    for (const Particle& particle : particles_) positions.push_back(particle.position);
    return positions;
  }

  void learn(const std::vector<double>& values) {
    for (std::size_t p = 0; p < particles_.size(); ++p) {
      Particle& particle = particles_[p];
      if (!particle.best.empty() && !(values[p] < particle.best_value)) continue;
      particle.best = particle.position;
      particle.best_value = values[p];
    }
  }

  void move(unsigned iteration) {
    std::vector<std::size_t> leaders;
    for (std::size_t p = 0; p < particles_.size(); ++p) leaders.push_back(leader_of(p));
    for (std::size_t p = 0; p < particles_.size(); ++p)
      for (std::size_t d = 0; d < box_.low.size(); ++d) move(p, d, iteration, particles_[leaders[p]].best[d]);
  }

  const Particle& best() const { return *std::ranges::min_element(particles_, {}, &Particle::best_value); }

  std::vector<Position> personal_bests() const {
    std::vector<Particle> ranked = particles_;
    std::ranges::stable_sort(ranked, {}, &Particle::best_value);
    std::vector<Position> bests;
    for (Particle& particle : ranked) bests.push_back(std::move(particle.best));
    return bests;
  }

 private:
  double width(std::size_t d) const { return box_.high[d] - box_.low[d]; }

  void place(std::size_t p) {
    for (std::size_t d = 0; d < box_.low.size(); ++d) {
      const u32x4 word = draw(key_, p, 0, static_cast<u32>(d));
      particles_[p].position.push_back(box_.low[d] + uniform(word.x) * width(d));
      particles_[p].velocity.push_back((uniform(word.y) * 2 - 1) * fastest * width(d));
    }
  }

  std::size_t leader_of(std::size_t p) const {
    const std::size_t count = particles_.size();
    std::size_t leader = p;
    for (std::size_t step = 1; step <= neighbours; ++step)
      for (const std::size_t neighbour : {(p + step) % count, (p + count - step % count) % count})
        if (particles_[neighbour].best_value < particles_[leader].best_value) leader = neighbour;
    return leader;
  }

  void move(std::size_t p, std::size_t d, unsigned iteration, double leader) {
    Particle& particle = particles_[p];
    const u32x4 word = draw(key_, p, iteration, static_cast<u32>(d));
    double& at = particle.position[d];
    double& velocity = particle.velocity[d];
    velocity = constriction * (velocity + pull * uniform(word.x) * (particle.best[d] - at) +
                               pull * uniform(word.y) * (leader - at));
    velocity = std::clamp(velocity, -fastest * width(d), fastest * width(d));
    at += velocity;
    if (at >= box_.low[d] && at <= box_.high[d]) return;
    // A particle outside the box is moved onto the wall, where the minimum may lie, as for a proportion of 0.
    at = std::clamp(at, box_.low[d], box_.high[d]);
    velocity *= bounce;
  }

  const SearchBox& box_;
  u32x2 key_;
  std::vector<Particle> particles_;
};

}  // namespace

SwarmResult minimise(const SearchBox& box, const SwarmChoice& choice, u32x2 key, const Objective& objective) {
  assert(choice.particles > 0 && choice.iterations > 0 && box.low.size() == box.high.size());
  Swarm swarm(box, choice, key);
  SwarmResult result;
  for (unsigned iteration = 0; iteration < choice.iterations; ++iteration) {
    if (iteration > 0) swarm.move(iteration);
    swarm.learn(objective(swarm.positions()));
    result.curve.push_back(swarm.best().best_value);
  }
  result.personal_bests = swarm.personal_bests();
  result.value = swarm.best().best_value;
  return result;
}

}  // namespace morula
