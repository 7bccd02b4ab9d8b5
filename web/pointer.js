// Input from fingers and mice on the canvas: move, turn, zoom, pick, paint.
const middle = ([[ax, ay], [bx, by]]) => [(ax + bx) / 2, (ay + by) / 2];
const distance = ([[ax, ay], [bx, by]]) => Math.max(Math.hypot(ax - bx, ay - by), 1);

// hovers(x, y) and picks(x, y) in pixels of the pane; leaves()
export function listen(lattice, brush, { hovers, leaves, picks }) {
  const { canvas } = lattice, fingers = new Map();  // places by the pointer's number
  let last = null, far = 0, hovered = 0;
  const pinch = (event) => {
    const before = [...fingers.values()];
    fingers.set(event.pointerId, lattice.point(event));
    const now = [...fingers.values()], [x, y] = middle(now), [from_x, from_y] = middle(before);
    lattice.zoom(distance(now) / distance(before), x, y);
    lattice.move(x - from_x, y - from_y, true);
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, lattice.point(event));
    if (fingers.size > 1) return;
    last = lattice.point(event);
    far = 0;
    if (brush.isOn) brush.begin(...last);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (fingers.size === 2 && fingers.has(event.pointerId)) {
      far = Infinity;
      return pinch(event);
    }
    const [x, y] = lattice.point(event);
    if (brush.isOn) brush.move(x, y, last !== null);
    if (last && !brush.isOn) {
      far += Math.abs(x - last[0]) + Math.abs(y - last[1]);
      if (far > 3) lattice.move(x - last[0], y - last[1], event.shiftKey);
      last = [x, y];
    } else if (!last && performance.now() - hovered > 60) {
      hovered = performance.now();
      hovers(x, y);
    }
  });
  const ends = (event) => {
    fingers.delete(event.pointerId);
    last = null;
    brush.end();
  };
  canvas.addEventListener("pointerup", (event) => {
    if (last && far <= 3 && !brush.isOn) picks(...lattice.point(event));
    ends(event);
  });
  canvas.addEventListener("pointercancel", ends);
  canvas.addEventListener("pointerleave", () => {
    brush.leave();
    leaves();
  });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    lattice.zoom(Math.exp(-event.deltaY * 0.0015), ...lattice.point(event));
  }, { passive: false });
}
