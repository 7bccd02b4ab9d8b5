// The brush: a stroke consists of dabs, and each dab is a change of the run.
const $ = (id) => document.getElementById(id);
const dabs_a_frame = 2;  // the program accepts at most 300 messages a second

export class Brush {
  constructor(lattice, { asks, isPlaying, tellsProblem }) {
    Object.assign(this, { lattice, asks, isPlaying, tellsProblem });
    this.isOn = false;
    this.at = null;     // below the pointer
    this.waiting = [];  // dabs that have not been sent
    lattice.overlays.push((...about) => this.paintOutline(...about));
    $("brush-on").addEventListener("change", () => this.set($("brush-on").checked));
    $("brush-radius").addEventListener("input", () => lattice.paint());
  }
  set(on) {
    $("brush-on").checked = this.isOn = on;
    $("lattice").classList.toggle("brushes", on);
    this.lattice.paint();
  }
  get radius() { return Math.max(Number($("brush-radius").value) || 0, 0); }

  begin(x, y) {
    this.last = [x, y];
    this.dab(x, y);
  }
  move(x, y, paints) {
    this.at = [x, y];
    if (paints && this.last) this.strokeTo(x, y);
    this.lattice.paint();
  }
  end() { this.last = null; }
  leave() {
    this.at = null;
    this.lattice.paint();
  }

  // Adds overlapping dabs between the last place of the pointer and this one.
  strokeTo(x, y) {
    const [from_x, from_y] = this.last, scale = this.lattice.placement()?.scale;
    const apart = scale ? Math.max(this.radius * 0.7, 1) * scale : 3, far = Math.hypot(x - from_x, y - from_y);
    if (far < Math.max(apart, 3)) return;
    const dabs = scale ? Math.ceil(far / apart) : 1;
    for (let dab = 1; dab <= dabs; ++dab)
      this.dab(from_x + (x - from_x) * dab / dabs, from_y + (y - from_y) * dab / dabs);
    this.last = [x, y];
  }

  dab(x, y) {
    if (this.lattice.isVolume) return this.dabInVolume(x, y);
    const site = this.lattice.site(x, y);
    if (site) this.paints(site);
  }
  // Asks the program which site is visible at this place.
  dabInVolume(x, y) {
    if (this.isPlaying()) return this.tellsProblem("Pause the model to paint in a volume.");
    this.paintsNext = true;
    this.asks("value", { x, y });
  }
  heard({ site }) {
    if (this.paintsNext && site) this.paints(site);
    this.paintsNext = false;
  }

  paints(site) {
    const { radius } = this, name = site.join();
    if (this.waiting.at(-1)?.name === name) return;
    const sites = radius > 0 ? { ball: { centre: site, radius } } : { site };
    this.waiting.push({ name, change: { sites, to: $("brush-state").value } });
    if (this.waiting.length === 1) this.send();
  }
  send() {
    for (const { change } of this.waiting.splice(0, dabs_a_frame)) this.asks("change", { change });
    if (this.waiting.length > 0) requestAnimationFrame(() => this.send());
  }

  // Draws an outline around the sites that a dab would set.
  paintOutline(context, { scale, left, top }, pane) {
    if (!this.isOn || !this.at || pane !== this.lattice.pane || this.lattice.isVolume) return;
    const [x, y] = this.at.map((pixels, i) => (Math.floor([left, top][i] + pixels / scale) + 0.5 - [left, top][i]) * scale);
    for (const [colour, width] of [["#ffffff", 3], ["#000000", 1]]) {
      context.strokeStyle = colour;
      context.lineWidth = width * this.lattice.ratio;
      context.beginPath();
      context.arc(x, y, (this.radius + 0.5) * scale, 0, 7);
      context.stroke();
    }
  }
}
