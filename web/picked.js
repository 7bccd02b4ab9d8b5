// The picked site, and the cell to which it belongs: its row in the table, its position and its track.
import { element, text } from "./elements.js";

const $ = (id) => document.getElementById(id);
const longest_track = 2000;  // points

const tableRow = (name, value) => element("tr", {}, element("th", { scope: "row", textContent: name }),
  element("td", { textContent: text(value) }));

export class Picked {
  constructor(lattice, asks) {
    Object.assign(this, { lattice, asks, followed: null, track: [], step: -1, isWaiting: false });
    lattice.overlays.push((...about) => this.paintTrack(...about));
    setInterval(() => { if (this.step !== this.now) this.follow(); }, 300);
  }

  hide() {
    $("picked").hidden = true;
    this.followed = null;
    this.isWaiting = false;
    this.track = [];
  }
  // Sets the present step, and whether there is a model beside the run.
  setNow(step, isComparing) {
    this.now = step;
    if (this.followed?.beside && !isComparing) this.hide();
  }
  get dimensions() { return this.lattice.model.lattice.dimensions; }

  show(answer) {
    this.hide();
    $("picked").hidden = !answer.site;
    if (!answer.site) return;
    $("track").textContent = "";
    const { view, value } = answer.shown, site = answer.site.slice(0, this.dimensions);
    const others = Object.entries(answer.values).filter(([name]) => name !== view);
    $("site").replaceChildren(tableRow("picked at step", answer.step), ...answer.beside ? [tableRow("in", "the second pane")] : [],
      tableRow("site", site.join(", ")), ...[[view, value], ...others].map(([name, number]) => tableRow(name, number)));
    this.showRows(answer);
    if (answer.object) this.followed = { ...answer.object, beside: answer.beside };
    this.step = -1;
    this.follow();
  }
  // Shows the present rows of tables about the cell.
  showRows({ step, rows }) {
    $("row").replaceChildren(...rows.flatMap(({ table, row }) => [
      element("tr", {}, element("th", { colSpan: 2, textContent: `in the table ${table} at step ${step}` })),
      ...Object.entries(row).map(([name, value]) => tableRow(name, value))]));
  }

  // Asks for the cell's position a few times a second while the model runs.
  follow() {
    if (!this.followed || this.isWaiting) return;
    this.isWaiting = true;
    this.asks("follow", this.followed);
  }

  heard({ step, field, value, beside, place, rows }) {
    this.isWaiting = false;
    const { followed } = this;
    if (!followed || value !== followed.value || field !== followed.field || beside !== followed.beside) return;
    this.showRows({ step, rows });
    if (step < this.step) this.track = [];  // the run was set back
    this.step = step;
    if (!place) {
      $("track").textContent = `has no sites at step ${step}`;
      return;
    }
    this.track.push(place.at);
    if (this.track.length > longest_track) this.track.splice(0, longest_track / 2);
    const at = place.at.slice(0, this.dimensions).map((along) => text(Number(along.toPrecision(4)))).join(", ");
    const points = this.track.length, track = this.dimensions === 3 ? "tracks are drawn in planes only"
      : `its track has ${points} point${points === 1 ? "" : "s"}`;
    $("track").textContent = `now at (${at}), ${text(place.sites)} sites; ${track}`;
    this.lattice.paint();
  }

  // Draws where the cell has been. Where the cell has crossed a periodic boundary, no line is drawn across the
  // lattice.
  paintTrack(context, now, pane, { across, down }) {
    const { track, lattice } = this;
    if (track.length === 0 || this.dimensions === 3 || pane !== (this.followed?.beside ? 1 : 0)) return;
    const at = ([x, y]) => [(x - now.left) * now.scale, (y - now.top) * now.scale];
    context.strokeStyle = context.fillStyle = "#d55e00";
    context.lineWidth = 2 * lattice.ratio;
    context.beginPath();
    track.forEach((place, i) => {
      const before = track[i - 1];
      const jumps = !before || Math.abs(place[0] - before[0]) > across / 2 || Math.abs(place[1] - before[1]) > down / 2;
      jumps ? context.moveTo(...at(place)) : context.lineTo(...at(place));
    });
    context.stroke();
    const [x, y] = at(track.at(-1));
    context.beginPath();
    context.arc(x, y, 4 * lattice.ratio, 0, 7);
    context.fill();
  }
}
