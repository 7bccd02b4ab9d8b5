// The canvas: shows the pictures that the program makes of what the window shows, and says what it shows.
const largest = 2048;  // pixels a side that the program draws
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

export class Lattice {
  // asks(what, details); hovers(x, y) and picks(x, y) in pixels of the picture; paints(site)
  constructor(canvas, { asks, hovers, picks, paints }) {
    Object.assign(this, { canvas, asks, hovers, picks, paints });
    this.look = { of: "", palette: "", volume: true, axis: "z", at: undefined, dark: false };
    this.plane = null;  // x, y in the middle, pixels of a site; null: all of it
    this.turn = { azimuth: -1.03, height: 0.4, zoom: 1, shift_x: 0, shift_y: 0 };
    this.picture = null;
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
        ...this.look, width: this.canvas.width, height: this.canvas.height, ...zoom,
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
    const { bitmap, placement, kept } = this.picture;
    context.imageSmoothingEnabled = false;
    const now = this.placement();
    if (kept) {  // a picture of the run, as it is
      const scale = Math.min(this.canvas.width / bitmap.width, this.canvas.height / bitmap.height);
      return context.drawImage(bitmap, (this.canvas.width - bitmap.width * scale) / 2,
        (this.canvas.height - bitmap.height * scale) / 2, bitmap.width * scale, bitmap.height * scale);
    }
    if (!placement || !now) return context.drawImage(bitmap, 0, 0, this.canvas.width, this.canvas.height);
    const grown = now.scale / placement.scale;
    context.drawImage(bitmap, (placement.left - now.left) * now.scale, (placement.top - now.top) * now.scale,
      bitmap.width * grown, bitmap.height * grown);
  }

  // Of the window in the plane: the program says where it was; what the hand does moves it on.
  placement() {
    const shown = this.picture?.placement;
    if (!this.plane || !shown) return shown ?? null;
    return {
      scale: this.plane.scale, left: this.plane.x - this.canvas.width / 2 / this.plane.scale,
      top: this.plane.y - this.canvas.height / 2 / this.plane.scale,
    };
  }
  startMoving() {
    const now = this.placement();
    if (!this.plane && now)
      this.plane = {
        scale: now.scale, x: now.left + this.canvas.width / 2 / now.scale, y: now.top + this.canvas.height / 2 / now.scale,
      };
    return this.plane !== null;
  }

  zoom(factor, x = this.canvas.width / 2, y = this.canvas.height / 2) {
    if (this.isVolume) {
      const zoom = clamp(this.turn.zoom * factor, 0.5, 40);
      const aside = 1 / this.turn.zoom - 1 / zoom;
      this.turn.shift_x = clamp(this.turn.shift_x + (2 * x / this.canvas.width - 1) * aside, -2, 2);
      this.turn.shift_y = clamp(this.turn.shift_y - (2 * y / this.canvas.height - 1) * aside, -2, 2);
      this.turn.zoom = zoom;
    } else if (this.startMoving()) {
      const scale = clamp(this.plane.scale * factor, 1e-3, 400);
      const aside = 1 / this.plane.scale - 1 / scale;
      this.plane.x += (x - this.canvas.width / 2) * aside;
      this.plane.y += (y - this.canvas.height / 2) * aside;
      this.plane.scale = scale;
      this.paint();
    }
    this.send();
  }

  move(dx, dy, shifts = false) {
    if (this.isVolume && shifts) {
      this.turn.shift_x = clamp(this.turn.shift_x - 2 * dx / this.canvas.width / this.turn.zoom, -2, 2);
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
    const point = (event) => [event.offsetX * this.ratio, event.offsetY * this.ratio];
    let last = null, far = 0, hovered = 0;
    const brush = (x, y) => { const site = this.site(x, y); if (site) this.paints(site); };
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
