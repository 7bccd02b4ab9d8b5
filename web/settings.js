// The settings of the model that may be changed: a slider and a field for a number, a field for other values.
import { element, withBreaks } from "./elements.js";

const textOf = (value) => value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
const shortName = (key) => key.replace(/^[a-z]+\./, "");
const fieldsOf = (form, key) => [...form.querySelectorAll("input")].filter(({ dataset }) => dataset.key === key);

// Fills the form; `sets(key, value)` is called with each new value.
export function fillSettings(form, settings, sets) {
  if (document.activeElement?.dataset?.key && form.contains(document.activeElement)) return updateSettings(form, settings);
  const ranges = new Map([...form.querySelectorAll("input[type=range]")].map(({ dataset, min, max }) => [dataset.key, [Number(min), Number(max)]]));
  form.replaceChildren();
  const absent = element("div");  // keys that the model file does not have
  for (const { key, value } of settings) {
    const label = element("label", { htmlFor: "set-" + key, title: key }, ...withBreaks(shortName(key)));
    const fields = typeof value === "number" ? numberFields(key, value, ranges.get(key), sets) : [textField(key, value, sets)];
    for (const field of fields) {
      field.dataset.key = key;
      field.addEventListener("input", () => field.classList.remove("wrong"));
    }
    (value === null ? absent : form).append(label, ...fields);
  }
  if (absent.children.length > 0)
    form.append(element("details", {}, element("summary", { textContent: "not in the model file" }), absent));
}

// The ends of a slider stay while the value lies between them.
function endsFor(value, [least, most] = [0, 0]) {
  if (value !== 0 && value >= least && value <= most) return [least, most];
  const far = value === 0 ? 1 : value * 3;
  return [Math.min(0, far), Math.max(0, far)];
}

// Sets a slider's value after its step and ends, which would change the value.
function numberFields(key, value, ends, sets) {
  const field = element("input", { type: "number", id: "set-" + key, step: "any", value });
  const [min, max] = endsFor(value, ends);
  const slider = element("input", { type: "range", ariaLabel: key,
    step: Number.isInteger(value) && Math.abs(value) > 20 ? 1 : "any", min, max, value });
  slider.addEventListener("input", () => { field.value = Number(Number(slider.value).toPrecision(4)); });
  slider.addEventListener("change", () => sets(key, Number(field.value)));
  field.addEventListener("change", () => {
    if (field.value === "") return field.classList.add("wrong");
    slide(slider, Number(field.value));
    sets(key, Number(field.value));
  });
  return [field, slider];
}

function slide(slider, value) {
  const [min, max] = endsFor(value, [Number(slider.min), Number(slider.max)]);
  if (!Number.isInteger(value)) slider.step = "any";
  Object.assign(slider, { min, max, value });
}

function textField(key, value, sets) {
  const field = element("input", { type: "text", id: "set-" + key, value: textOf(value), className: "wide", title: textOf(value),
    placeholder: value === null ? "not in the model file" : "" });
  field.addEventListener("change", () => {
    try { sets(key, JSON.parse(field.value)); } catch { sets(key, field.value); }
  });
  return field;
}

// Updates all fields except the one in which the user is typing.
function updateSettings(form, settings) {
  for (const { key, value } of settings)
    for (const field of fieldsOf(form, key))
      if (field !== document.activeElement) setField(field, value);
}
function setField(field, value) {
  field.type === "range" ? slide(field, Number(value)) : field.value = textOf(value);
  field.classList.remove("wrong");
}

// Marks the fields of a refused change until they are edited. The model keeps its values.
export function markRefused(form, settings, keys) {
  for (const { key, value } of settings)
    if (keys.includes(key))
      for (const field of fieldsOf(form, key)) {
        setField(field, value);
        field.classList.add("wrong");
      }
}

export { shortName, textOf };
