// The value under the pointer, with the names of the legend.
import { text } from "./elements.js";

const between_asks = 150;  // milliseconds, while pictures come

export class Value {
  constructor(lattice, asks, place) {
    Object.assign(this, { lattice, asks, place, at: null, askedAt: 0 });
  }
  hovers(x, y) {
    this.at = { x, y, beside: this.lattice.pane === 1 };
    this.ask();
  }
  leaves() {
    this.at = null;
    this.place.textContent = "";
  }
  // Removes the old value when the picture changes; the new value comes after the next picture.
  clear() { this.place.textContent = ""; }

  ask() {
    this.askedAt = performance.now();
    this.asks("value", this.at);
  }
  pictureCame(isPlaying) {
    if (this.at && (!isPlaying || performance.now() - this.askedAt > between_asks)) this.ask();
  }

  show({ site, shown, values }) {
    if (!this.at || !site) return this.clear();
    const { view, value } = shown, place = site.slice(0, this.lattice.model.lattice.dimensions);
    const others = Object.entries(values).filter(([name, other]) => name !== view && String(other) !== String(value));
    this.place.textContent = `(${place.join(", ")})  ` +
      [[view, value], ...others].map(([name, number]) => `${name} ${text(number)}`).join(", ");
  }
}
