// Keyboard shortcuts of the page.
const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

// Whether the element that has the focus uses this key itself.
function isNeeded(key, { tagName, type }) {
  if (tagName === "TEXTAREA" || tagName === "SELECT") return true;
  if (tagName === "BUTTON" || tagName === "SUMMARY") return key === " " || key === "Enter";
  if (tagName !== "INPUT") return false;
  if (type === "checkbox") return key === " ";
  return type !== "range" || arrows.includes(key);
}

// `actions` are functions by key. isOff() is true while a panel covers the page; Escape closes it with closes().
export function listenToKeys(actions, { isOff, closes }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return closes();
    if (isOff() || isNeeded(event.key, event.target)) return;
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  // After a click with a pointer, the keys of the page are active again, not those of the clicked element.
  document.addEventListener("click", ({ detail, target }) => {
    const clicked = target.closest("button, summary, input[type=checkbox], input[type=range]");
    if (detail > 0) clicked?.blur();
  });
  document.addEventListener("change", ({ target }) => {
    if (target.tagName === "SELECT" && !target.matches(":focus-visible")) target.blur();
  });
}
