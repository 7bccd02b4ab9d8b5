// The canvas: shows the pictures that the program makes of what the window shows, and says what it shows.
const largest = 2048;  // pixels a side that the program draws
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

export class Lattice {
  // asks(what, details); hovers(x, y), picks(x, y) and, of a volume, paintsAt(x, y) in pixels of the picture;
  // paints(site)
  constructor(canvas, { asks, hovers, picks, paints, paintsAt }) {
    Object.assign(this, { canvas, asks, hovers, picks, paints, paintsAt });
    this.look = { of: "", palette: "", volume: true, axis: "z", at: undefined, dark: false };
    this.plane = null;  // x, y in the middle, pixels of a site; null: all of it
    this.turn = { azimuth: -1.03, height: 0.4, zoom: 1, shift_x: 0, shift_y: 0 };
    this.picture = null;
    this.panes = 1;    // 3: another setting beside this one, and where they differ
    this.track = [];   // places of a cell that was picked
    this.brushes = false;
    this.model = null;
    this.version = 0;
    new ResizeObserver(() => this.resized()).observe(canvas);
    this.listen();
  }

  shows(model) {
    const other = !this.model || this.model.name !== model.name || this.model.folder !== model.folder;
    this.model = model;
    if (other) this.fit();
    this.resized();
  }
  get width() { return Math.floor(this.canvas.width / this.panes); }  // of a pane
  setPanes(panes) {
    if (panes === this.panes) return;
    this.panes = panes;
    this.look.panes = panes > 1;
    this.plane = null;
    this.send();
  }
  get isVolume() { return this.model?.lattice?.dimensions === 3 && this.look.volume; }

  set(details) {
    const moves = ["axis", "at", "volume"].some((key) => key in details && details[key] !== this.look[key]);
    if (moves && details.axis && details.axis !== this.look.axis) this.plane = null;
    Object.assign(this.look, details);
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

  // At most one message for each frame of the screen.
  send() {
    if (this.isSending || !this.model) return;
    this.isSending = true;
    requestAnimationFrame(() => {
      this.isSending = false;
      const { azimuth, height, ...zoom } = this.turn;
      const level = Math.cos(height);
      const look = {
        ...this.look, width: this.width, height: this.canvas.height, ...zoom,
        from: [Math.cos(azimuth) * level, Math.sin(azimuth) * level, Math.sin(height)],
      };
      if (this.plane) Object.assign(look, { x: this.plane.x, y: this.plane.y, scale: this.plane.scale });
      this.asks("look", look);
      const legend = [look.of, look.palette, look.volume].join();
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
  }

  // The last picture, moved to where it belongs until the next one has come.
  paint() {
    const context = this.canvas.getContext("2d");
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (!this.picture) return;
    context.imageSmoothingEnabled = false;
    const panes = this.picture.panes ?? 1;
    for (let pane = 0; pane < panes; ++pane) {
      const left = pane * Math.floor(this.canvas.width / panes), width = Math.floor(this.canvas.width / panes);
      context.save();
      context.beginPath();
      context.rect(left, 0, width - (panes > 1 ? 2 : 0), this.canvas.height);
      context.clip();
      context.translate(left, 0);
      this.paintPane(context, pane, panes, width);
      context.restore();
    }
  }

  paintPane(context, pane, panes, width) {
    const { bitmap, placement, kept } = this.picture, part = bitmap.width / panes;
    const now = this.placement();
    if (kept) {  // a picture of the run, as it is
      const scale = Math.min(width / bitmap.width, this.canvas.height / bitmap.height);
      return context.drawImage(bitmap, (width - bitmap.width * scale) / 2,
        (this.canvas.height - bitmap.height * scale) / 2, bitmap.width * scale, bitmap.height * scale);
    }
    const draw = (...to) => context.drawImage(bitmap, pane * part, 0, part, bitmap.height, ...to);
    if (!placement || !now) return draw(0, 0, width, this.canvas.height);
    const grown = now.scale / placement.scale;
    draw((placement.left - now.left) * now.scale, (placement.top - now.top) * now.scale, part * grown, bitmap.height * grown);
    if (pane === 0) this.paintTrack(context, now, placement);
  }

  // Where the picked cell has been; a line is not drawn across the lattice where the cell has left it on one side.
  paintTrack(context, now, { across, down }) {
    if (this.track.length === 0 || this.model.lattice.dimensions === 3) return;
    const at = ([x, y]) => [(x - now.left) * now.scale, (y - now.top) * now.scale];
    context.strokeStyle = context.fillStyle = "#d55e00";
    context.lineWidth = 2 * this.ratio;
    context.beginPath();
    this.track.forEach((place, i) => {
      const before = this.track[i - 1];
      const jumps = !before || Math.abs(place[0] - before[0]) > across / 2 || Math.abs(place[1] - before[1]) > down / 2;
      jumps ? context.moveTo(...at(place)) : context.lineTo(...at(place));
    });
    context.stroke();
    const [x, y] = at(this.track.at(-1));
    context.beginPath();
    context.arc(x, y, 4 * this.ratio, 0, 7);
    context.fill();
  }

  // Of the window in the plane: the program says where it was; what the hand does moves it on.
  placement() {
    const shown = this.picture?.placement;
    if (!this.plane || !shown) return shown ?? null;
    return {
      scale: this.plane.scale, left: this.plane.x - this.width / 2 / this.plane.scale,
      top: this.plane.y - this.canvas.height / 2 / this.plane.scale,
    };
  }
  startMoving() {
    const now = this.placement();
    if (!this.plane && now)
      this.plane = {
        scale: now.scale, x: now.left + this.width / 2 / now.scale, y: now.top + this.canvas.height / 2 / now.scale,
      };
    return this.plane !== null;
  }

  zoom(factor, x = this.width / 2, y = this.canvas.height / 2) {
    if (this.isVolume) {
      const zoom = clamp(this.turn.zoom * factor, 0.5, 40);
      const aside = 1 / this.turn.zoom - 1 / zoom;
      this.turn.shift_x = clamp(this.turn.shift_x + (2 * x / this.width - 1) * aside, -2, 2);
      this.turn.shift_y = clamp(this.turn.shift_y - (2 * y / this.canvas.height - 1) * aside, -2, 2);
      this.turn.zoom = zoom;
    } else if (this.startMoving()) {
      const scale = clamp(this.plane.scale * factor, 1e-3, 400);
      const aside = 1 / this.plane.scale - 1 / scale;
      this.plane.x += (x - this.width / 2) * aside;
      this.plane.y += (y - this.canvas.height / 2) * aside;
      this.plane.scale = scale;
      this.paint();
    }
    this.send();
  }

  move(dx, dy, shifts = false) {
    if (this.isVolume && shifts) {
      this.turn.shift_x = clamp(this.turn.shift_x - 2 * dx / this.width / this.turn.zoom, -2, 2);
      this.turn.shift_y = clamp(this.turn.shift_y + 2 * dy / this.canvas.height / this.turn.zoom, -2, 2);
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

  // The site of a plane or slice below a point of the picture; null beside the lattice.
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

  listen() {
    const canvas = this.canvas;
    // Within the pane below the pointer; all panes show the same place.
    const point = (event) => {
      const x = event.offsetX * this.ratio;
      this.pane = Math.min(Math.floor(x / this.width), this.panes - 1);
      return [x - this.pane * this.width, event.offsetY * this.ratio];
    };
    let last = null, far = 0, hovered = 0;
    const brush = (x, y) => {
      if (this.isVolume) return this.paintsAt(x, y);
      const site = this.site(x, y);
      if (site) this.paints(site);
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      last = point(event);
      far = 0;
      if (this.brushes) brush(...last);
    });
    canvas.addEventListener("pointermove", (event) => {
      const [x, y] = point(event);
      if (last && this.brushes) {
        if (Math.hypot(x - last[0], y - last[1]) > 3) { brush(x, y); last = [x, y]; }
      } else if (last) {
        far += Math.abs(x - last[0]) + Math.abs(y - last[1]);
        if (far > 3) this.move(x - last[0], y - last[1], event.shiftKey);
        last = [x, y];
      } else if (performance.now() - hovered > 60) {
        hovered = performance.now();
        this.hovers(x, y);
      }
    });
    canvas.addEventListener("pointerup", (event) => {
      if (last && far <= 3 && !this.brushes) this.picks(...point(event));
      last = null;
    });
    canvas.addEventListener("pointercancel", () => { last = null; });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.0015), ...point(event));
    }, { passive: false });
  }
}
