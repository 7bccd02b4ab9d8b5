# %% [markdown]
# # Tracks of cells
#
# The cells of a tissue move as its boundaries fluctuate. The table of cells has centroids, which are followed over time: the mean
# squared displacement tells how far cells get, and the angle between steps how straight they move.

# %%
import os

import matplotlib.pyplot as plt
import morula
import numpy as np

small = "MORULA_SMALL" in os.environ
side, points, every = (48, 40, 10) if small else (120, 200, 50)
model = {
    "model": "potts",
    "steps": points * every,
    "lattice": {"size": [side, side]},
    "potts": {
        "temperature": 12,
        "types": ["medium", "cell"],
        "contact": {"order": 2},
        "adhesion": {"cell-cell": 6, "medium-cell": 8},
        "volume": {"cell": {"target": 36, "strength": 1}},
    },
    "initial": {"cells": [{"box": {"from": [0, 0], "to": [side - 1, side - 1]}, "width": 6, "type": "cell"}]},
}
sim = morula.Model(model)


# %% [markdown]
# Positions of all cells at every point of time. The lattice is periodic: a step of more than half of it is one across the edge.


# %%
def centroids():
    cells = sim.table("cells")
    return np.stack([np.asarray(cells["x"]), np.asarray(cells["y"])], axis=1)


track = [centroids()]
for _ in sim.run(points * every, every=every):
    track.append(centroids())
steps = np.diff(np.array(track), axis=0)
steps -= side * np.round(steps / side)
path = np.concatenate([np.zeros((1, *steps.shape[1:])), np.cumsum(steps, axis=0)])  # [time, cell, axis]
print(f"{path.shape[1]} cells, {path.shape[0]} points of time")

# %% [markdown]
# The mean squared displacement grows as a power of time, 1 for a random walk; persistence is the correlation of the directions of
# steps that follow each other.

# %%
lags = np.unique(np.geomspace(1, points // 2, 12).astype(int))
displacement = [np.nanmean(np.sum((path[lag:] - path[:-lag]) ** 2, axis=2)) for lag in lags]
exponent = np.polyfit(np.log(lags), np.log(displacement), 1)[0]
direction = steps / np.maximum(np.linalg.norm(steps, axis=2, keepdims=True), 1e-12)
persistence = [np.nanmean(np.sum(direction[lag:] * direction[:-lag], axis=2)) for lag in lags]
print(f"exponent of the mean squared displacement: {exponent:.2f}")

figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4))
left.loglog(lags * every, displacement, "o-")
left.set(xlabel="time (steps)", ylabel="mean squared displacement (sites²)")
right.semilogx(lags * every, persistence, "o-")
right.axhline(0, color="grey", linewidth=0.5)
right.set(xlabel="time (steps)", ylabel="correlation of directions")
figure.tight_layout()
figure.savefig("cell_tracks.png", dpi=150)
