// Functions that make small elements for all panels.
export const text = (value) => typeof value === "number" ? Number(value.toPrecision(6)).toString() : String(value ?? "–");

export function element(name, properties = {}, ...children) {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
}

// Allows line breaks after the dots of a long key.
export const withBreaks = (key) =>
  key.split(".").flatMap((word, i) => i === 0 ? [word] : [".", element("wbr"), word]);

export function fillSelect(select, values, chosen) {
  select.replaceChildren(...values.map(([value, name, disabled]) =>
    element("option", { value, textContent: name, disabled: Boolean(disabled), title: disabled || "", selected: value === chosen })));
}

// The largest of 1, 2 or 5 times a power of ten that is at most `longest`; at least 1.
export function roundLength(longest) {
  const power = 10 ** Math.floor(Math.log10(Math.max(longest, 1)));
  return (longest >= 5 * power ? 5 : longest >= 2 * power ? 2 : 1) * power;
}
