// The canvas: tells the program what to draw, and shows its pictures.
import { roundLength } from "./elements.js";

const largest = 2048;  // pixels: the largest side of a picture that the program draws
const narrowest = 560;  // canvas with panes side by side; in a narrower one they are stacked, as in style.css
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

export class Lattice {
  // asks(what, details); came() after each new picture
  constructor(canvas, { asks, came }) {
    Object.assign(this, { canvas, asks, came });
    this.look = { of: "", palette: "", volume: true, axis: "z", at: undefined, dark: false };
    this.plane = null;  // x, y in the middle, pixels of a site; null: the whole lattice
    this.turn = { azimuth: -1.03, height: 0.4, zoom: 1, shift_x: 0, shift_y: 0 };
    this.picture = null;
    this.panes = 1;     // 3: another setting beside this one, and where they differ
    this.pane = 0;      // below the pointer
    this.overlays = [];  // paint(context, placement, pane, picture) over the picture of a plane
    this.model = null;
    // Opaque, since films have no transparency: areas that are not drawn would flicker.
    this.context = canvas.getContext("2d", { alpha: false });
    new ResizeObserver(() => this.resized()).observe(canvas);
  }

  shows(model) {
    const isOther = !this.model || this.model.name !== model.name || this.model.folder !== model.folder;
    this.model = model;
    if (isOther) {
      this.picture = null;
      this.fit();
    }
    this.resized();
  }
  get isStacked() { return this.panes > 1 && this.canvas.width < narrowest * this.ratio; }
  get width() { return Math.floor(this.canvas.width / (this.isStacked ? 1 : this.panes)); }  // of a pane
  get height() { return Math.floor(this.canvas.height / (this.isStacked ? this.panes : 1)); }
  setPanes(panes) {
    if (panes === this.panes) return;
    this.panes = panes;
    this.look.panes = panes > 1;
    this.plane = null;
    this.send();
  }
  get isVolume() { return this.model?.lattice?.dimensions === 3 && this.look.volume; }
  get view() { return this.look.of || this.model?.views[0]?.name; }

  set(details) {
    const moves = ["axis", "at", "volume"].some((key) => key in details && details[key] !== this.look[key]);
    if (moves && details.axis && details.axis !== this.look.axis) this.plane = null;
    Object.assign(this.look, details);
    this.paint();
    this.send();
  }
  fit() {
    this.plane = null;
    Object.assign(this.turn, { zoom: 1, shift_x: 0, shift_y: 0 });
    this.send();
  }

  resized() {
    const box = this.canvas.getBoundingClientRect();
    this.ratio = Math.min(window.devicePixelRatio || 1, largest / Math.max(box.width, box.height, 1));
    this.canvas.width = clamp(Math.round(box.width * this.ratio), 16, largest);
    this.canvas.height = clamp(Math.round(box.height * this.ratio), 16, largest);
    this.paint();
    this.send();
  }

  // Sends at most one message for each frame of the screen.
  send() {
    if (this.isSending || !this.model) return;
    this.isSending = true;
    requestAnimationFrame(() => {
      this.isSending = false;
      const { azimuth, height, ...zoom } = this.turn;
      const level = Math.cos(height);
      const look = {
        ...this.look, width: Math.max(this.width, 16), height: Math.max(this.height, 16), ...zoom,
        from: [Math.cos(azimuth) * level, Math.sin(azimuth) * level, Math.sin(height)],
      };
      if (this.plane) Object.assign(look, { x: this.plane.x, y: this.plane.y, scale: this.plane.scale });
      this.asks("look", look);
      const legend = [look.of, look.palette, look.volume, look.panes].join();
      if (legend !== this.legend) this.asks("legend");
      this.legend = legend;
    });
  }

  async take(header, bytes) {
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    this.picture = { ...header, bitmap: picture };
    this.canvas.dataset.step = header.step;
    this.paint();
    this.asks("seen");
    this.came();
  }

  // Draws the last picture, moved to its new place until the next one arrives.
  paint() {
    const { context } = this;
    context.fillStyle = this.look.dark ? "#181a1e" : "#eeeeec";  // the colours that the program paints around a lattice
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    if (!this.picture) return;
    context.imageSmoothingEnabled = false;
    const panes = this.picture.panes ?? 1, isStacked = panes > 1 && this.isStacked;
    const width = Math.floor(this.canvas.width / (isStacked ? 1 : panes));
    const height = Math.floor(this.canvas.height / (isStacked ? panes : 1));
    for (let pane = 0; pane < panes; ++pane) {
      const left = isStacked ? 0 : pane * width, top = isStacked ? pane * height : 0, gap = panes > 1 ? 2 : 0;
      context.save();
      context.beginPath();
      context.rect(left, top, width - gap, height - gap);
      context.clip();
      context.translate(left, top);
      this.paintPane(pane, panes, width, height);
      context.restore();
    }
  }

  paintPane(pane, panes, width, height) {
    const { context } = this, { bitmap, placement, kept } = this.picture, part = bitmap.width / panes;
    const now = this.placement();
    if (kept) {  // a picture that the run has written is shown unchanged
      const scale = Math.min(width / bitmap.width, height / bitmap.height);
      return context.drawImage(bitmap, (width - bitmap.width * scale) / 2,
        (height - bitmap.height * scale) / 2, bitmap.width * scale, bitmap.height * scale);
    }
    const draw = (...to) => context.drawImage(bitmap, pane * part, 0, part, bitmap.height, ...to);
    if (!placement || !now) return draw(0, 0, width, height);
    const grown = now.scale / placement.scale;
    draw((placement.left - now.left) * now.scale, (placement.top - now.top) * now.scale, part * grown, bitmap.height * grown);
    for (const paint of this.overlays) paint(context, now, pane, placement);
    if (pane + 1 === panes) this.paintScale(now, width, height);
  }

  // Draws a scale bar for a round number of sites.
  paintScale({ scale }, width, height) {
    const { context, ratio } = this, sites = roundLength(width / 5 / scale), length = sites * scale;
    const right = width - 14 * ratio, top = height - 46 * ratio, name = `${sites} site${sites === 1 ? "" : "s"}`;
    context.font = `${12 * ratio}px system-ui, sans-serif`;
    context.textAlign = "right";
    const across = Math.max(length, context.measureText(name).width);
    context.fillStyle = this.look.dark ? "#181a1ecc" : "#ffffffcc";
    context.fillRect(right - across - 5 * ratio, top - 18 * ratio, across + 10 * ratio, 25 * ratio);
    context.fillStyle = this.look.dark ? "#ffffff" : "#1b1e22";
    context.fillRect(right - length, top, length, 3 * ratio);
    context.fillText(name, right, top - 5 * ratio);
  }

  // The place of the window in the plane: the program sends it with a picture, and the user may have moved it since.
  placement() {
    const shown = this.picture?.placement;
    if (!this.plane || !shown) return shown ?? null;
    return {
      scale: this.plane.scale, left: this.plane.x - this.width / 2 / this.plane.scale,
      top: this.plane.y - this.height / 2 / this.plane.scale,
    };
  }
  startMoving() {
    const now = this.placement();
    if (!this.plane && now)
      this.plane = {
        scale: now.scale, x: now.left + this.width / 2 / now.scale, y: now.top + this.height / 2 / now.scale,
      };
    return this.plane !== null;
  }

  zoom(factor, x = this.width / 2, y = this.height / 2) {
    if (this.isVolume) {
      const zoom = clamp(this.turn.zoom * factor, 0.5, 40);
      const aside = 1 / this.turn.zoom - 1 / zoom;
      this.turn.shift_x = clamp(this.turn.shift_x + (2 * x / this.width - 1) * aside, -2, 2);
      this.turn.shift_y = clamp(this.turn.shift_y - (2 * y / this.height - 1) * aside, -2, 2);
      this.turn.zoom = zoom;
    } else if (this.startMoving()) {
      const scale = clamp(this.plane.scale * factor, 1e-3, 400);
      const aside = 1 / this.plane.scale - 1 / scale;
      this.plane.x += (x - this.width / 2) * aside;
      this.plane.y += (y - this.height / 2) * aside;
      this.plane.scale = scale;
      this.paint();
    }
    this.send();
  }

  move(dx, dy, shifts = false) {
    if (this.isVolume && shifts) {
      this.turn.shift_x = clamp(this.turn.shift_x - 2 * dx / this.width / this.turn.zoom, -2, 2);
      this.turn.shift_y = clamp(this.turn.shift_y + 2 * dy / this.height / this.turn.zoom, -2, 2);
    } else if (this.isVolume) {
      this.turn.azimuth -= dx / this.ratio / 150;
      this.turn.height = clamp(this.turn.height + dy / this.ratio / 150, -1.5, 1.5);
    } else if (this.startMoving()) {
      this.plane.x -= dx / this.plane.scale;
      this.plane.y -= dy / this.plane.scale;
      this.paint();
    }
    this.send();
  }

  // The place of a pointer within its pane; all panes show the same part of the lattice.
  point(event) {
    const x = event.offsetX * this.ratio, y = event.offsetY * this.ratio;
    this.pane = clamp(Math.floor(this.isStacked ? y / this.height : x / this.width), 0, this.panes - 1);
    return this.isStacked ? [x, y - this.pane * this.height] : [x - this.pane * this.width, y];
  }

  // The site of a plane or slice at a point of the picture; null outside the lattice.
  site(x, y) {
    const place = this.placement(), shown = this.picture?.placement;
    if (!place || !shown) return null;
    const across = Math.floor(place.left + x / place.scale), down = Math.floor(place.top + y / place.scale);
    if (across < 0 || down < 0 || across >= shown.across || down >= shown.down) return null;
    if (this.model.lattice.dimensions < 3) return [across, down];
    const size = this.model.lattice.size, { axis, at } = this.look;
    if (axis === "x") return [at ?? size[0] >> 1, across, down];
    if (axis === "y") return [across, at ?? size[1] >> 1, down];
    return [across, down, at ?? size[2] >> 1];
  }
}
