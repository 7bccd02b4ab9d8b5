// The curves of the series, in their panel or enlarged in the place of the lattice.
import { element, text } from "./elements.js";

const $ = (id) => document.getElementById(id);
const between_asks = 500;  // milliseconds

export class Curves {
  constructor(asks) {
    Object.assign(this, { asks, hidden: new Set(), rows: -1, wanted: -1, askedAt: 0, isLarge: false, isAlone: false });
    $("logarithmic").addEventListener("change", () => this.ask(true));
    $("curves-panel").addEventListener("toggle", () => this.ask(true));
    $("enlarge").addEventListener("click", () => this.setLarge(!this.isLarge));
    let width = 0;
    new ResizeObserver(() => {
      if ($("figure").clientWidth !== width) this.ask(true);
      width = $("figure").clientWidth;
    }).observe($("figure"));
  }

  // Begins with the curves of another run. Without a lattice, the curves are shown in its place.
  begin(isAlone, isOther) {
    this.rows = -1;
    this.isAlone = isAlone;
    $("enlarge").hidden = isAlone;
    if (!isOther) return;
    this.hidden.clear();
    $("columns").replaceChildren();
    $("columns").dataset.names = "";
    $("figure").replaceChildren();
    $("curve-values").textContent = "Values under the pointer are shown here.";
    this.setLarge(isAlone);
  }
  setLarge(isLarge) {
    this.isLarge = isLarge;
    $("enlarge").textContent = isLarge ? "Back to the panel" : "Enlarge";
    $("large-curves").hidden = !isLarge;
    (isLarge ? $("large-curves") : $("curves-panel")).append($("curves"));
    this.ask(true);
  }

  // The options of the curves, on the page and in the saved file.
  get details() {
    const width = Math.min(Math.max($("figure").clientWidth, 300), 2048);
    return { logarithmic: $("logarithmic").checked, hidden: [...this.hidden], width };
  }
  setRows(rows) {
    this.wanted = rows;
    if (rows !== this.rows) this.ask();
  }
  // Asks for new curves at most twice a second.
  ask(now = false) {
    if (!(this.isLarge || $("curves-panel").open) || this.isWaiting) return;
    this.isWaiting = true;
    setTimeout(() => {
      this.isWaiting = false;
      this.askedAt = performance.now();
      this.rows = this.wanted;
      this.asks("curves", this.details);
    }, now ? 0 : Math.max(0, this.askedAt + between_asks - performance.now()));
  }

  show({ svg, data, names = [] }) {
    $("figure").innerHTML = svg || '<p class="values">There are no curves.</p>';
    if (svg) followPointer($("figure"), data, $("curve-values"));
    $("figure").setAttribute("aria-label", svg ? `curves of ${names.join(", ")}` : "no curves");
    if (this.rows !== this.wanted) this.ask();
    this.showColumns(names);
  }
  showColumns(names) {
    const shown = names.join();
    if ($("columns").dataset.names === shown) return;
    $("columns").dataset.names = shown;
    $("columns").replaceChildren(...(names.length < 2 ? [] : names).map((name) => {
      const box = element("input", { type: "checkbox", checked: !this.hidden.has(name) });
      box.addEventListener("change", () => {
        box.checked ? this.hidden.delete(name) : this.hidden.add(name);
        this.ask(true);
      });
      return element("label", {}, box, name);
    }));
  }
}

// Shows the values under the pointer, as in reports. Each panel has attributes with the ends of its x axis. A panel
// is an <svg> within the figure and gets pointer events only on its lines, so that the whole figure listens.
function followPointer(figure, data, values) {
  const whole = figure.querySelector("svg"), panels = [...figure.querySelectorAll("svg[data-from]")];
  const nearest = (x) => data.x.reduce((best, at, i) => Math.abs(at - x) < Math.abs(data.x[best] - x) ? i : best, 0);
  whole.addEventListener("pointermove", (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(whole.getScreenCTM().inverse());
    const panel = panels.find(({ viewBox: { baseVal: box } }) =>
      at.x >= box.x && at.x <= box.x + box.width && at.y >= box.y && at.y <= box.y + box.height);
    if (!panel) return;
    const box = panel.viewBox.baseVal, from = Number(panel.dataset.from), to = Number(panel.dataset.to);
    const i = nearest(from + (at.x - box.x) / box.width * (to - from));
    values.textContent = `${data.name} ${text(data.x[i])}: ` +
      data.curves.map((curve) => `${curve.name} ${text(curve.y[i])}`).join(", ");
  });
}
