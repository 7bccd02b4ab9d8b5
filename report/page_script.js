
"use strict";
// Players for frames and for directions; their pictures are in lists of data URIs.
for (const player of document.querySelectorAll(".frames")) {
  const frames = JSON.parse(player.querySelector("script[type='application/json']").textContent);
  const image = player.querySelector("img"), slider = player.querySelector("input");
  const button = player.querySelector("button"), label = player.querySelector("output");
  let timer = null;
  const show = (i) => {
    slider.value = i;
    image.src = frames[i].data;
    image.alt = label.textContent = frames[i].label;
  };
  const stop = () => { clearInterval(timer); timer = null; button.textContent = "Play"; };
  slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
  button.addEventListener("click", () => {
    if (timer) return stop();
    button.textContent = "Stop";
    if (Number(slider.value) === frames.length - 1) show(0);
    timer = setInterval(() => {
      const next = Number(slider.value) + 1;
      if (next >= frames.length) return stop();
      show(next);
    }, 150);
  });
}
// Shows the values under the pointer. Each panel stores the range of its x axis. A panel is an <svg> inside
// the figure and gets pointer events only above its lines, so the whole figure listens.
for (const figure of document.querySelectorAll(".curves")) {
  const data = JSON.parse(figure.querySelector("script[type='application/json']").textContent);
  const values = figure.querySelector(".values"), panels = figure.querySelectorAll("svg[data-from]");
  const marks = [...panels].map((panel) => {
    const mark = document.createElementNS("http://www.w3.org/2000/svg", "line");
    mark.setAttribute("stroke", "#888888");
    mark.setAttribute("visibility", "hidden");
    panel.appendChild(mark);
    return mark;
  });
  const nearest = (x) => {
    let low = 0, high = data.x.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (data.x[middle] < x) low = middle; else high = middle;
    }
    return x - data.x[low] < data.x[high] - x ? low : high;
  };
  const text = (number) => number === null ? "–" : Number(number.toPrecision(6)).toString();
  const whole = figure.querySelector("svg");
  whole.addEventListener("pointermove", (event) => {
    const pointer = new DOMPoint(event.clientX, event.clientY).matrixTransform(whole.getScreenCTM().inverse());
    const panel = [...panels].find(({ viewBox: { baseVal: box } }) => pointer.x >= box.x &&
      pointer.x <= box.x + box.width && pointer.y >= box.y && pointer.y <= box.y + box.height);
    if (!panel) return;
    const box = panel.viewBox.baseVal, from = Number(panel.dataset.from), to = Number(panel.dataset.to);
    const i = nearest(from + (pointer.x - box.x) / box.width * (to - from));
    const at = box.x + (data.x[i] - from) / (to - from) * box.width;
    marks.forEach((mark, p) => {
      const marked = panels[p].viewBox.baseVal;
      for (const [name, value] of [["x1", at], ["x2", at], ["y1", marked.y], ["y2", marked.y + marked.height]])
        mark.setAttribute(name, value);
      mark.setAttribute("visibility", "visible");
    });
    values.textContent = data.name + " " + text(data.x[i]) + ": " +
      data.curves.map((curve) => curve.name + " " + text(curve.y[i])).join(", ");
  });
}
