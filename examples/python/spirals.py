# %% [markdown]
# # Spirals of three species
#
# Rock, paper, scissors on a lattice (Bazeia 2017, Sci. Rep. 7, 44900). How large are the spirals, and how long does the
# number of red individuals remember its past?

# %%
import os
from pathlib import Path

import matplotlib.pyplot as plt
import morula
import numpy as np

small = "MORULA_SMALL" in os.environ
side, steps = (96, 600) if small else (400, 4000)
examples = Path(__file__).resolve().parent.parent

sim = morula.Model(examples / "rock-paper-scissors.yaml", set={"lattice.size": [side, side]})
series = sim.series(steps, every=2)
print(sim, "hash", sim.hash)

# %% [markdown]
# The correlation function of red in space, by the Fourier transform (the lattice is periodic), averaged over directions.


# %%
def correlation(density):
    fluctuation = density - density.mean()
    power = np.abs(np.fft.fft2(fluctuation)) ** 2
    function = np.fft.ifft2(power).real
    return function / function[0, 0]


red = (sim["state"] == 1).astype(float)
function = correlation(red)
distance = np.hypot(*np.meshgrid(*[np.minimum(np.arange(side), side - np.arange(side))] * 2))
ring = distance.astype(int).ravel()
radial = np.bincount(ring, function.ravel()) / np.bincount(ring)
length = int(np.argmax(radial < 1 / np.e))
print(f"correlation length in space: {length} sites")

# %% [markdown]
# In time: `morula.analyze.chaos` fits a cosine to the correlation function, and counts maxima.

# %%
report = morula.analyze.chaos(series, columns="red", start=steps // 4)["columns"][0]
print(f"correlation length in time: {report['fit']['correlation_length']:.0f} generations")

# %%
figure, (left, middle, right) = plt.subplots(1, 3, figsize=(13, 4))
left.imshow(sim.picture(scale=1), interpolation="nearest")
left.set_title(f"generation {sim.time}")
left.axis("off")
middle.plot(radial[: side // 2])
middle.axvline(length, color="grey", linestyle=":")
middle.set(xlabel="distance (sites)", ylabel="correlation of red")
for name, colour in (("red", "red"), ("blue", "blue"), ("yellow", "gold")):
    right.plot(series["step"], series[name], color=colour, label=name)
right.set(xlabel="time (generations)", ylabel="individuals")
right.legend()
figure.tight_layout()
figure.savefig("spirals.png", dpi=150)
