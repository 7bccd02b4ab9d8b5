// The panels beside the picture: what may be changed, the curves, a cell that was picked.
const text = (value) => typeof value === "number" ? Number(value.toPrecision(6)).toString() : String(value ?? "–");
export { text };

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// A slider and a field for a number, a field for anything else. `sets(key, value)` is called with the new value.
export function fillSettings(form, settings, sets) {
  const focused = document.activeElement?.dataset?.key;
  if (focused && form.contains(document.activeElement)) return updateSettings(form, settings);
  const ranges = new Map([...form.querySelectorAll("input[type=range]")].map(({ dataset, min, max }) => [dataset.key, [min, max]]));
  form.replaceChildren();
  const absent = element("div");  // keys that the model file does not have
  for (const { key, value } of settings) {
    const id = "set-" + key;
    const label = element("label", { htmlFor: id, textContent: key.replace(/^[a-z]+\./, ""), title: key });
    if (typeof value === "number") {
      const field = element("input", { type: "number", id, value, step: "any" });
      const most = value === 0 ? 1 : value * 3, range = ranges.get(key) ?? [0, 0];
      // A slider that was moved keeps its ends.
      const [min, max] = value !== 0 && value >= range[0] && value <= range[1] ? range : [Math.min(0, most), Math.max(0, most)];
      const slider = element("input", { type: "range", min, max, value,
        step: Number.isInteger(value) && Math.abs(value) > 20 ? 1 : "any", ariaLabel: key });
      field.dataset.key = slider.dataset.key = key;
      slider.addEventListener("input", () => { field.value = Number(Number(slider.value).toPrecision(4)); });
      slider.addEventListener("change", () => sets(key, Number(field.value)));
      field.addEventListener("change", () => { slider.value = field.value; sets(key, Number(field.value)); });
      form.append(label, field, slider);
    } else {
      const shown = value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
      const field = element("input", { type: "text", id, value: shown, className: "wide",
        placeholder: value === null ? "not in the model file" : "" });
      field.dataset.key = key;
      field.addEventListener("change", () => {
        try { sets(key, JSON.parse(field.value)); } catch { sets(key, field.value); }
      });
      (value === null ? absent : form).append(label, field);
    }
  }
  if (absent.children.length > 0)
    form.append(element("details", {}, element("summary", { textContent: "not in the model file" }), absent));
}

function updateSettings(form, settings) {
  for (const { key, value } of settings)
    for (const field of form.querySelectorAll("input"))
      if (field.dataset.key === key && field !== document.activeElement && typeof value === "number") field.value = value;
}

export function fillSelect(select, values, chosen) {
  select.replaceChildren(...values.map(([value, name, disabled]) =>
    element("option", { value, textContent: name, disabled: Boolean(disabled), title: disabled || "", selected: value === chosen })));
}

const tableRow = (name, value) => element("tr", {}, element("th", { scope: "row", textContent: name }),
  element("td", { textContent: text(value) }));

// The site that was picked, as it was then.
export function fillSite(body, { step, site, values }) {
  body.replaceChildren(tableRow("picked at step", step), tableRow("site", site.join(", ")),
    ...Object.entries(values).map(([name, value]) => tableRow(name, value)));
}

// The rows of tables about the object that was picked, as they are now.
export function fillRows(body, { step, rows }) {
  body.replaceChildren(...rows.flatMap(({ table, row }) => [
    element("tr", {}, element("th", { colSpan: 2, textContent: `in the table ${table} at step ${step}` })),
    ...Object.entries(row).map(([name, value]) => tableRow(name, value))]));
}

// Values under the pointer, as in reports. A panel says where its x axis begins and ends. It is an <svg> within the
// figure, which gets the pointer only above its lines: the whole figure listens.
export function followPointer(figure, data, values) {
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
