// The page: joins the connection, the canvas and the panels.
import { Connection } from "./connection.js";
import { Films } from "./films.js";
import { Gallery } from "./gallery.js";
import { Lattice } from "./lattice.js";
import { fillRows, fillSelect, fillSite, fillSettings, followPointer, element, text } from "./panels.js";

const $ = (id) => document.getElementById(id);
const state = { model: null, status: {}, hidden: new Set(), rows: -1, curvesAt: 0, curvesWait: false };
const ask = (what, details) => connection.ask(what, details);

const lattice = new Lattice($("lattice"), {
  asks: ask,
  hovers: (x, y) => ask("value", { x, y, beside: lattice.pane === 1 }),
  picks: (x, y) => ask("value", { x, y, beside: lattice.pane === 1, pick: true }),
  paints,
  // The program says which site is seen there.
  paintsAt: (x, y) => {
    if (state.status.playing) return showProblem("Pause the model to paint in a volume.");
    state.paintsNext = true;
    ask("value", { x, y });
  },
});

function paints(site) {
  const radius = Number($("brush-radius").value) || 0;
  const sites = radius > 0 ? { ball: { centre: site, radius } } : { site };
  ask("change", { change: { sites, to: $("brush-state").value } });
}

const gallery = new Gallery(ask);
const films = new Films(lattice, ask, save);
$("to-gallery").addEventListener("click", () => ask("gallery"));

function showProblem(what) {
  $("problem").textContent = what;
  $("problem").hidden = !what;
}
$("problem").addEventListener("click", () => showProblem(""));

function showModel(model) {
  gallery.close();
  const isOther = state.model?.folder !== model.folder;
  if (isOther) {
    Object.assign(lattice.look, { of: "", at: undefined });
    $("settings").replaceChildren();
  }
  state.model = model;
  document.title = `${model.name} – morula view`;
  $("name").textContent = model.name;
  const size = model.lattice ? model.lattice.size.slice(0, model.lattice.dimensions).join(" × ") + ", " : "";
  $("about").textContent = `${model.family}, ${size}${model.backend === "cpu" ? "CPU" : model.device}`;
  fillSelect($("of"), model.views.map((view) => [view.name, view.name, view.unavailable]), lattice.look.of || model.views[0]?.name);
  fillSelect($("palette"), [["", "usual"], ...model.palettes.map((name) => [name, name])], lattice.look.palette);
  const solid = model.lattice?.dimensions === 3;
  $("solid").hidden = !solid;
  fillSettings($("settings"), model.settings, (key, value) => ask("change", { change: { set: { [key]: value } } }));
  fillSelect($("beside-key"), model.settings.map(({ key }) => [key, key.replace(/^[a-z]+\./, "")]), $("beside-key").value || model.settings[0]?.key);
  showBesideValue();
  $("compare").hidden = model.settings.length === 0;
  state.waitsForPlace = false;
  if (isOther) {
    state.followed = null;
    lattice.track = [];
  }
  fillSelect($("brush-state"), model.states.map((name) => [name, name]), model.states[1] ?? model.states[0]);
  $("brush").hidden = model.states.length === 0;
  $("change").hidden = model.settings.length === 0 && model.states.length === 0;
  $("folder").replaceChildren("The run is in ", element("code", { textContent: model.folder }),
    model.replays ? ". Change it with " : ". Run it again with ",
    element("code", { textContent: `morula ${model.replays ? "view" : "run"} ${model.folder}/model.yaml` }),
    model.replays ? "." : " when the view has been closed.");
  $("stage").hidden = model.views.length === 0;
  films.shows(model);
  showSlice();
  lattice.shows(model);
  ask("legend");
  state.rows = -1;
}

function showStatus(status) {
  state.status = status;
  const of = status.end === null ? "" : ` of ${status.end}`;
  const rate = status.playing && status.rate ? `, ${text(Number(status.rate.toPrecision(3)))} steps/s` : "";
  const changes = status.changes ? `, ${status.changes} change${status.changes > 1 ? "s" : ""}` : "";
  const hash = status.hash ? `, state ${status.hash}` : "";
  const waiting = status.waiting ? ", settings act with the next step" : "";
  const isAtEnd = status.extends && !status.playing && !status.halted && status.step >= status.end;
  const goesOn = isAtEnd ? ", Play goes on" : "";
  $("status").textContent = `step ${status.step}${of}${goesOn}${rate}${changes}${hash}${status.halted ? ", halted" : ""}${waiting}`;
  $("play").textContent = status.playing ? "Pause" : "Play";
  showMoments(status);
  showBeside(status);
  const kept = status.kept.join();
  if ($("back").dataset.kept !== kept) {
    $("back").dataset.kept = kept;
    fillSelect($("back"), [["", status.kept.length ? "step …" : "nothing kept"], ...status.kept.map((step) => [step, step])], "");
  }
  if (status.rows !== state.rows) askCurves();
}

// A run that is looked at has a slider over all that it has saved.
function showMoments({ replays, kept, step }) {
  $("moment-label").hidden = !replays;
  for (const id of ["keep", "count", "some"]) $(id).hidden = replays;
  $("back").parentElement.hidden = replays;
  $("one").textContent = replays ? "Next" : "1 step";
  $("restart").textContent = replays ? "First" : "Start again";
  if (!replays) return;
  state.moments = kept;
  $("moment").max = kept.length - 1;
  if (document.activeElement !== $("moment") || state.status.playing) $("moment").value = kept.indexOf(step);
}

// At most two sets of curves a second.
function askCurves(now = false) {
  if (!$("curves-panel").open || state.curvesWait) return;
  const wait = now ? 0 : Math.max(0, state.curvesAt + 500 - performance.now());
  state.curvesWait = true;
  setTimeout(() => {
    state.curvesWait = false;
    state.curvesAt = performance.now();
    state.rows = state.status.rows;
    ask("curves", { logarithmic: $("logarithmic").checked, hidden: [...state.hidden] });
    ask("legend");
  }, wait);
}

function showCurves({ svg, data, names = [] }) {
  $("figure").innerHTML = svg;
  if (svg) followPointer($("figure"), data, $("curve-values"));
  const shown = names.join();
  if (names.length < 2 || $("columns").dataset.names === shown) return;
  $("columns").dataset.names = shown;
  $("columns").replaceChildren(...names.map((name) => {
    const box = element("input", { type: "checkbox", checked: !state.hidden.has(name) });
    box.addEventListener("change", () => { box.checked ? state.hidden.delete(name) : state.hidden.add(name); askCurves(true); });
    return element("label", {}, box, name);
  }));
}

function showValue(answer) {
  if (state.paintsNext && answer.site) paints(answer.site.slice(0, state.model.lattice.dimensions));
  state.paintsNext = false;
  $("value").textContent = answer.site
    ? `(${answer.site.slice(0, state.model.lattice.dimensions).join(", ")})  ` +
      Object.entries(answer.values).map(([name, value]) => `${name} ${text(value)}`).join(", ")
    : "";
}

function showSlice() {
  const mode = $("mode").value, solid = state.model?.lattice?.dimensions === 3;
  $("at-label").hidden = mode === "volume";
  if (!solid) return;
  if (mode === "volume") return lattice.set({ volume: true });
  const size = state.model.lattice.size["xyz".indexOf(mode)];
  $("at").max = size - 1;
  if (mode !== lattice.look.axis || lattice.look.at === undefined) $("at").value = size >> 1;
  $("at-text").textContent = `${mode} ${$("at").value}`;
  lattice.set({ volume: false, axis: mode, at: Number($("at").value) });
}

const heard = {
  model: showModel,
  status: showStatus,
  settings: ({ settings }) => {
    state.model.settings = settings;
    fillSettings($("settings"), settings, (key, value) => ask("change", { change: { set: { [key]: value } } }));
    showBesideValue();
  },
  problem: ({ what }) => { films.failed(); showProblem(what); },
  failed: ({ why }) => { $("over").textContent = `The run has failed: ${why}`; $("over").hidden = false; },
  gallery: (list) => gallery.show(list),
  wrong: ({ problems }) => { ask("gallery"); gallery.mark(problems); },
  curves: showCurves,
  legend: ({ svg, least, most }) => {
    $("legend").innerHTML = svg;
    if (least !== null && most !== null && state.model)
      $("legend").title = `from ${text(least)} to ${text(most)}`;
  },
  value: showValue,
  picked: (answer) => {
    showValue(answer);
    $("picked").hidden = !answer.site;
    if (answer.site) {
      fillSite($("site"), answer);
      fillRows($("row"), answer);
    }
    state.followed = answer.object ?? null;
    lattice.track = [];
    follow();
  },
  place: ({ step, value, place, rows }) => {
    state.waitsForPlace = false;
    if (value !== state.followed?.value) return;
    fillRows($("row"), { step, rows });
    if (!place) {
      state.placeStep = step;
      $("track").textContent = `has no sites at step ${step}`;
      return;
    }
    if (step < state.placeStep) lattice.track = [];  // the run was set back
    state.placeStep = step;
    lattice.track.push(place.at);
    if (lattice.track.length > 2000) lattice.track.splice(0, 1000);
    const places = place.at.slice(0, state.model.lattice.dimensions).map((at) => text(Number(at.toPrecision(4))));
    $("track").textContent = `now at (${places.join(", ")}), ${text(place.sites)} sites; its track has ${lattice.track.length} points`;
    lattice.paint();
  },
};

// Where the picked cell is: asked for a few times a second while the model runs.
function follow() {
  $("track").textContent = "";
  if (!state.followed || state.waitsForPlace) return;
  state.waitsForPlace = true;
  ask("follow", state.followed);
}
setInterval(() => { if (state.followed && state.status.step !== state.placeStep && !state.waitsForPlace) {
  state.waitsForPlace = true;
  ask("follow", state.followed);
} }, 300);

// Another setting with the same random numbers, beside this one.
$("compare").addEventListener("submit", (event) => {
  event.preventDefault();
  let value = $("beside-value").value;
  try { value = JSON.parse(value); } catch { /* a word */ }
  ask("beside", { change: { set: { [$("beside-key").value]: value } } });
});
// The setting's value now, until another one is typed there.
function showBesideValue() {
  const field = $("beside-value"), chosen = state.model.settings.find(({ key }) => key === $("beside-key").value);
  if (field.value && field.value !== state.besideValue) return;
  field.value = state.besideValue = typeof chosen?.value === "string" ? chosen.value : JSON.stringify(chosen?.value ?? "");
}
$("beside-key").addEventListener("change", () => {
  state.besideValue = $("beside-value").value;
  showBesideValue();
});
$("beside-off").addEventListener("click", () => ask("beside"));
function showBeside({ beside, differing }) {
  const change = beside === null || beside === undefined ? null : JSON.parse(beside);
  lattice.setPanes(change ? 3 : 1);
  $("beside-off").hidden = $("pane-names").hidden = !change;
  if (!change) return;
  const [[key, value]] = Object.entries(change.set);
  const count = differing === null ? "" : `: ${differing} sites`;
  const names = ["this run", `${key} ${typeof value === "object" ? JSON.stringify(value) : value}`, `where they differ${count}`];
  [...$("pane-names").children].forEach((span, i) => { span.textContent = names[i]; });
}

function save(name, type, bytes) {
  const link = element("a", { download: name, href: URL.createObjectURL(new Blob([bytes], { type })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const connection = new Connection(
  (object) => heard[object.is]?.(object),
  (object, bytes) => {
    if (object.is === "picture") return lattice.take(object, bytes);
    if (object.is === "preview") return gallery.take(object, bytes);
    films.arrived(object.name);
    save(object.name, object.type, bytes);
  },
  (isOpen) => {
    $("over").hidden = isOpen;
    if (!isOpen) $("over").replaceChildren(
      element("strong", { textContent: "The program has ended, or the connection to it is lost." }),
      element("span", { textContent: state.model ? `The run is in ${state.model.folder}; 'morula resume' goes on with it.`
        : "Use the address that 'morula view' has printed; it changes each time." }));
  });

// Time.
const speeds = (position) => position >= 100 ? undefined : Number((10 ** (position / 100 * 4)).toPrecision(2));
const play = () => ask(state.status.playing ? "pause" : "play");
$("play").addEventListener("click", play);
$("one").addEventListener("click", () => ask("step", { steps: 1 }));
const some = () => ask("step", { steps: Math.max(1, Math.round(Number($("count").value)) || 1) });
$("some").addEventListener("click", some);
$("restart").addEventListener("click", () => ask("restart"));
$("keep").addEventListener("click", () => ask("keep"));
$("back").addEventListener("change", () => { if ($("back").value) ask("back", { steps: Number($("back").value) }); });
$("moment").addEventListener("input", () => ask("back", { steps: state.moments[$("moment").value] }));
$("speed").addEventListener("input", () => {
  const speed = speeds(Number($("speed").value));
  $("speed-text").textContent = speed ? `${speed} steps/s` : "as fast as it can";
  ask("speed", speed ? { speed } : {});
});

// What is shown.
$("of").addEventListener("change", () => lattice.set({ of: $("of").value }));
$("palette").addEventListener("change", () => lattice.set({ palette: $("palette").value }));
$("mode").addEventListener("change", showSlice);
$("at").addEventListener("input", showSlice);
$("fit").addEventListener("click", () => lattice.fit());
$("logarithmic").addEventListener("change", () => askCurves(true));
$("curves-panel").addEventListener("toggle", () => askCurves(true));
const setBrush = (on) => {
  $("brush-on").checked = lattice.brushes = on;
  $("lattice").classList.toggle("brushes", on);
};
$("brush-on").addEventListener("change", () => setBrush($("brush-on").checked));
$("settings").addEventListener("submit", (event) => event.preventDefault());
for (const button of document.querySelectorAll("[data-take]"))
  button.addEventListener("click", () => {
    const what = button.dataset.take;
    if (what !== "picture") return ask("take", { what });
    $("lattice").toBlob((blob) => save(`${state.model.name}-${lattice.picture.step}.png`, "image/png", blob));
  });

// Light and dark.
const system = matchMedia("(prefers-color-scheme: dark)");
function setTheme() {
  const theme = $("theme").value || (system.matches ? "dark" : "light");
  document.documentElement.dataset.theme = theme;
  lattice.set({ dark: theme === "dark" });
}
$("theme").addEventListener("change", setTheme);
system.addEventListener("change", setTheme);
setTheme();

const nextView = () => {
  const names = state.model.views.filter((view) => !view.unavailable).map((view) => view.name);
  $("of").value = names[(names.indexOf($("of").value) + 1) % names.length];
  $("of").dispatchEvent(new Event("change"));
};
const keys = {
  " ": play, ".": () => ask("step", { steps: 1 }), n: some, r: () => ask("restart"), k: () => ask("keep"),
  g: () => ask("gallery"), b: () => setBrush(!lattice.brushes), v: nextView, "0": () => lattice.fit(), "+": () => lattice.zoom(1.25),
  "=": () => lattice.zoom(1.25), "-": () => lattice.zoom(0.8), ArrowLeft: () => lattice.move(40, 0),
  ArrowRight: () => lattice.move(-40, 0), ArrowUp: () => lattice.move(0, 40), ArrowDown: () => lattice.move(0, -40),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA|SUMMARY)$/.test(event.target.tagName)) return;
  if (event.key === " " && event.target.tagName === "BUTTON") return;
  const act = keys[event.key];
  if (act) { event.preventDefault(); act(); }
});
