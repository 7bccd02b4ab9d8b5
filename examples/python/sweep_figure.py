# %% [markdown]
# # A sweep and its figure
#
# Do three species live on side by side? The faster individuals move, the larger the spirals; when those outgrow the lattice,
# two species die out (Reichenbach 2007, Nature 448, 1046). Every point is run many times with seeds of its own.

# %%
import os

import matplotlib.pyplot as plt
import morula
import numpy as np

small = "MORULA_SMALL" in os.environ
side, time, replicas = (24, 150, 8) if small else (64, 1000, 40)
model = {
    "model": "interaction",
    "lattice": {"size": [side, side]},
    "interaction": {
        "species": ["red", "blue", "yellow"],
        "preys": "cyclic",
        "normalise": True,  # rates are per unit of time, as in the paper
        "until": {"time": time},
        "rates": {"mobility": 1, "reproduction": 1, "predation": 1},
    },
    "initial": {"fractions": "equal"},
    "output": {"series": {"every": 10}},
}
mobilities = [0.1, 0.4, 1.6, 6.4, 25.6]
runs = morula.sweep(model, {"interaction.rates.mobility": mobilities}, replicas=replicas)
print(len(runs["replica"]), "runs")

# %% [markdown]
# The fraction of runs in which a species has died out, with Wilson's interval of 95 %.

# %%
mobility = np.asarray(runs["interaction.rates.mobility"])
alive = sum(np.asarray(runs[name]) > 0 for name in ("red", "blue", "yellow"))
fraction = np.array([(alive[mobility == value] < 3).mean() for value in mobilities])
z = 1.96
centre = (fraction + z**2 / (2 * replicas)) / (1 + z**2 / replicas)
half = z / (1 + z**2 / replicas) * np.sqrt(fraction * (1 - fraction) / replicas + z**2 / (4 * replicas**2))

figure, axes = plt.subplots(figsize=(6, 4))
axes.errorbar(mobilities, fraction, yerr=np.clip([fraction - centre + half, centre + half - fraction], 0, 1), marker="o",
              capsize=3)
axes.set(xscale="log", xlabel="mobility, in units of the other two rates", ylabel=f"extinct by time {time}",
         ylim=(-0.05, 1.05))
figure.tight_layout()
figure.savefig("sweep_figure.png", dpi=150)
print(dict(zip(mobilities, fraction.round(2))))
