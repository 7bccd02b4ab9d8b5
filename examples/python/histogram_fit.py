# %% [markdown]
# # Dividing cells from a histogram
#
# Cells lose half of their fluorescence with every division. Which types of cells, how fast and how many of each, explain the
# histogram that a cytometer measured?

# %%
import os
from pathlib import Path

import matplotlib.pyplot as plt
import morula
import numpy as np

small = "MORULA_SMALL" in os.environ
examples = Path(__file__).resolve().parent.parent
model = examples / "dividing-cells.yaml"

fit = morula.fit(model, particles=8 if small else 50, iterations=6 if small else 100, bootstrap=0 if small else 100)
for parameter in fit["parameters"]:
    interval = parameter["interval"]
    print(f"{parameter['name']:22} {parameter['value']:8.3f}", f"{interval}" if interval else "")
print(f"Hellinger distance {fit['hellinger']:.4f}, AIC {fit['aic']:.0f}")
for doubt in fit["doubts"]:
    print("doubt:", doubt)

# %% [markdown]
# The fitted population, simulated: what a cytometer would see of it. Proportions, means and sds go into the model file by `set`.

# %%
values = {parameter["name"]: parameter["value"] for parameter in fit["parameters"]}
types = sorted({name.split(".")[0] for name in values})
print("types:", ", ".join(types))

figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4))
left.bar(types, [values[f"{name}.proportion"] for name in types], color="#305090")
left.set(ylabel="proportion")
hours = np.linspace(0, 120, 400)
for name in types:
    if f"{name}.mean" in values:
        mean, sd = values[f"{name}.mean"], values[f"{name}.sd"]
        shape, scale = (mean / sd) ** 2, sd**2 / mean
        density = np.exp((shape - 1) * np.log(np.maximum(hours, 1e-9)) - hours / scale)
        right.plot(hours, density / (density.sum() * (hours[1] - hours[0])), label=name)
right.set(xlabel="time between divisions (hours)", ylabel="density")
right.legend()
figure.tight_layout()
figure.savefig("histogram_fit.png", dpi=150)
