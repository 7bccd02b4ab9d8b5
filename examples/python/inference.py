# %% [markdown]
# # How many were immune?
#
# An epidemic has ended, and we know how many fell ill. How many were immune when it began? Approximate Bayesian computation, in a
# loop of our own: candidates are drawn from a prior, each is simulated, and those whose epidemic resembles the observed one stay. A
# generation is one batch of replicas that are computed together: each replica has the initial state of its candidate.

# %%
import os

import matplotlib.pyplot as plt
import morula
import numpy as np

small = "MORULA_SMALL" in os.environ
side, candidates, generations = (32, 40, 3) if small else (128, 200, 5)
susceptible, infected, recovered = range(3)
model = {
    "model": "automaton",
    "steps": 300,
    "lattice": {"size": [side, side]},
    "replicas": candidates,
    "automaton": {
        "states": ["susceptible", "infected", "recovered"],
        "parameters": {"infection": 0.12, "recovery": 0.25},
        "transitions": [
            {"from": "susceptible", "to": "infected", "when": "chance(infection * count(infected))"},
            {"from": "infected", "to": "recovered", "when": "chance(recovery)"},
        ],
    },
    "initial": {"random": {"fractions": {"infected": 0.0}}},
}
rng = np.random.default_rng(1)


def initial_states(immune):
    """An initial state for each fraction of immune individuals, who count as recovered; one site in fifty is infected."""
    draw = rng.random((len(immune), side, side))
    states = np.where(draw < immune[:, None, None], recovered, susceptible).astype(np.uint8)
    states[rng.random(states.shape) < 0.02] = infected
    return states


def fell_ill(immune, seed):
    """The fraction that fell ill, for each fraction of immune individuals: one batch."""
    with morula.Model(model, seed=seed) as sim:
        states = initial_states(np.resize(immune, candidates))
        sim["state"] = states
        sim.step(model["steps"])
        ended = (sim["state"] == recovered).mean(axis=(1, 2)) - (states == recovered).mean(axis=(1, 2))
    return ended[: len(immune)]


# %% [markdown]
# What was observed: here, an epidemic with 30 % immune individuals.

# %%
truth = 0.3
observed = fell_ill(np.array([truth]), seed=1000)[0]
print(f"observed: {observed:.1%} fell ill")

# %% [markdown]
# Every generation keeps the nearest quarter of its candidates and perturbs them (population Monte Carlo, Beaumont 2009,
# Biometrika 96, 983). The prior is uniform from 0 to 0.8.

# %%
immune, weights, history = rng.uniform(0, 0.8, candidates), np.full(candidates, 1 / candidates), []
for generation in range(generations):
    distance = np.abs(fell_ill(immune, seed=generation) - observed)
    kept = np.argsort(distance)[: candidates // 4]
    survivors, importance = immune[kept], weights[kept] / weights[kept].sum()
    mean = np.sum(importance * survivors)
    spread = np.sqrt(np.sum(importance * (survivors - mean) ** 2))
    history.append((survivors, importance))
    print(f"generation {generation}: immune {mean:.3f} ± {spread:.3f}, tolerance {distance[kept].max():.3f}")
    width = np.sqrt(2) * spread + 1e-3
    immune = np.clip(rng.choice(survivors, candidates, p=importance) + rng.normal(0, width, candidates), 0, 0.8)
    kernel = np.exp(-0.5 * ((immune[:, None] - survivors) / width) ** 2) @ importance
    weights = 1 / np.maximum(kernel, 1e-12)
    weights /= weights.sum()

# %%
figure, axes = plt.subplots(figsize=(6, 4))
for generation, (survivors, importance) in enumerate(history):
    axes.hist(survivors, bins=np.linspace(0, 0.8, 41), weights=importance, histtype="step", label=f"generation {generation}")
axes.axvline(truth, color="black", linestyle=":", label="truth")
axes.set(xlabel="immune at the beginning", ylabel="posterior weight")
axes.legend()
figure.tight_layout()
figure.savefig("inference.png", dpi=150)
assert abs(mean - truth) < 0.1, mean
