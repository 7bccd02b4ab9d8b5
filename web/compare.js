// The comparison of this run with another setting and the same random numbers.
import { fillSelect } from "./elements.js";
import { shortName, textOf } from "./settings.js";

const $ = (id) => document.getElementById(id);

export class Compare {
  constructor(lattice, asks) {
    Object.assign(this, { lattice, asks, settings: [] });
    $("compare").addEventListener("submit", (event) => {
      event.preventDefault();
      let value = $("beside-value").value;
      try { value = JSON.parse(value); } catch { /* a word */ }
      asks("beside", { change: { set: { [$("beside-key").value]: value } } });
    });
    $("beside-key").addEventListener("change", () => this.showValue(true));
    $("beside-value").addEventListener("input", () => $("beside-value").classList.remove("wrong"));
    $("beside-off").addEventListener("click", () => asks("beside"));
  }

  // Proposes a setting that has a value in the model file.
  setSettings(settings, isOther) {
    const hasKey = (name) => settings.some(({ key }) => key === name);
    const chosen = !isOther && hasKey($("beside-key").value) ? $("beside-key").value
      : (settings.find(({ value }) => value !== null) ?? settings[0])?.key;
    this.settings = settings;
    fillSelect($("beside-key"), settings.map(({ key }) => [key, shortName(key)]), chosen);
    this.showValue(isOther);
    $("compare").hidden = settings.length === 0;
  }
  // Shows the present value of the setting until the user types another one.
  showValue(isNew = false) {
    const field = $("beside-value"), chosen = this.settings.find(({ key }) => key === $("beside-key").value);
    if (!isNew && field.value && field.value !== this.shown) return;
    field.value = this.shown = textOf(chosen?.value ?? null);
    field.classList.remove("wrong");
  }
  refuse() { $("beside-value").classList.add("wrong"); }

  // Shows two entries of the status: the change, and the number of differing sites in each view.
  show({ beside, differing }) {
    const change = beside === null || beside === undefined ? null : JSON.parse(beside);
    this.lattice.setPanes(change ? 3 : 1);
    for (const id of ["beside-off", "pane-names", "beside-note"]) $(id).hidden = !change;
    if (!change) return;
    const [[key, value]] = Object.entries(change.set), sites = differing[this.lattice.view];
    const count = sites === undefined ? "" : `: ${sites} site${sites === 1 ? "" : "s"}`;
    $("beside-note").textContent = `A second run has ${key} ${textOf(value)}. Where its curves differ, they are drawn with dashes.`;
    const names = ["this run", `${key} ${textOf(value)}`, `where they differ${count}`];
    [...$("pane-names").children].forEach((span, i) => { span.textContent = names[i]; });
  }
}
