// The page: joins the connection, the canvas and the panels.
import { Brush } from "./brush.js";
import { Compare } from "./compare.js";
import { Connection } from "./connection.js";
import { Curves } from "./curves.js";
import { element, fillSelect } from "./elements.js";
import { Films } from "./films.js";
import { Gallery } from "./gallery.js";
import { listenToKeys } from "./keys.js";
import { Lattice } from "./lattice.js";
import { Legend } from "./legend.js";
import { Picked } from "./picked.js";
import { listen } from "./pointer.js";
import { fillSettings, markRefused } from "./settings.js";
import { Announcer, statusText } from "./status.js";
import { Value } from "./value.js";

const $ = (id) => document.getElementById(id);
const state = { model: null, status: {} };
// The messages that the page sends by itself. The user sends all others, and each of them clears the last error.
const unasked = ["look", "seen", "value", "legend", "curves", "follow", "preview"];
const ask = (what, details) => {
  if (!unasked.includes(what)) showProblem("");
  connection.ask(what, details);
};

const lattice = new Lattice($("lattice"), {
  asks: ask,
  came: () => {
    value.pictureCame(state.status.playing);
    legend.pictureCame(shownView()?.graded, state.status.playing);
    films.pictureCame();
  },
});
const brush = new Brush(lattice, { asks: ask, isPlaying: () => state.status.playing, tellsProblem: showProblem });
const value = new Value(lattice, ask, $("value"));
const picked = new Picked(lattice, ask);
listen(lattice, brush, {
  hovers: (x, y) => value.hovers(x, y),
  leaves: () => value.leaves(),
  picks: (x, y) => ask("value", { x, y, beside: lattice.pane === 1, pick: true }),
});
const legend = new Legend($("legend"), ask);
const curves = new Curves(ask);
const compare = new Compare(lattice, ask);
const gallery = new Gallery(ask);
const films = new Films(lattice, ask, save);
const announcer = new Announcer($("announced"));
const shownView = () => state.model?.views.find(({ name }) => name === lattice.view);
$("to-gallery").addEventListener("click", () => ask("gallery"));

function showProblem(what) {
  $("problem-text").textContent = what;
  $("problem").hidden = !what;
}
$("close-problem").addEventListener("click", () => showProblem(""));

function showModel(model) {
  gallery.setCanClose(true);
  gallery.close();
  showProblem("");
  const isOther = state.model?.folder !== model.folder;
  if (isOther) {
    Object.assign(lattice.look, { of: "", at: undefined });
    $("settings").replaceChildren();
    picked.hide();
    value.clear();
  }
  state.model = model;
  document.title = `${model.name} – morula view`;
  $("name").textContent = model.name;
  const size = model.lattice ? model.lattice.size.slice(0, model.lattice.dimensions).join(" × ") + ", " : "";
  $("about").textContent = `${model.family}, ${size}${model.backend === "cpu" ? "CPU" : model.device}`;
  fillSelect($("of"), model.views.map((view) => [view.name, view.name, view.unavailable]), lattice.view);
  fillSelect($("palette"), [["", "usual"], ...model.palettes.map((name) => [name, name])], lattice.look.palette);
  $("solid").hidden = model.lattice?.dimensions !== 3;
  showSettings(model.settings, isOther);
  fillSelect($("brush-state"), model.states.map(({ to, name }) => [to, name]), (model.states[1] ?? model.states[0])?.to);
  $("brush").hidden = model.states.length === 0;
  if (model.states.length === 0) brush.set(false);
  $("change").hidden = model.settings.length === 0 && model.states.length === 0;
  $("folder").replaceChildren("The run is in ", element("code", { textContent: model.folder }),
    model.replays ? ". Change it with " : ". Run it again with ",
    element("code", { textContent: `morula ${model.replays ? "view" : "run"} ${model.folder}/model.yaml` }),
    model.replays ? "." : " when the view has been closed.");
  const hasViews = model.views.length > 0;
  $("stage").hidden = $("take-picture").hidden = $("films").hidden = !hasViews;
  $("look").hidden = !hasViews;
  curves.begin(!hasViews, isOther);
  films.shows(model);
  showSlice();
  lattice.shows(model);
  ask("legend");
}

function showSettings(settings, isOther = false) {
  state.model.settings = settings;
  fillSettings($("settings"), settings, (key, value) => ask("change", { change: { set: { [key]: value } } }));
  compare.setSettings(settings, isOther);
}

// Makes the given number of steps. If it is not a whole number, shows an error and does nothing.
const stepByCount = () => {
  const steps = Number($("count").value), isWrong = !Number.isInteger(steps) || steps < 1;
  $("count").classList.toggle("wrong", isWrong);
  if (isWrong) return showProblem("The number of steps must be a whole number, at least 1.");
  ask("step", { steps });
};

function showStatus(status) {
  const had = state.status;
  state.status = status;
  $("status").textContent = statusText(status);
  announcer.hear(status);
  $("play").textContent = status.playing ? "Pause" : "Play";
  showMoments(status);
  compare.show(status);
  showSpeed(status.speed);
  picked.setNow(status.step, status.beside !== null);
  if (!status.playing) lattice.canvas.setAttribute("aria-label", `picture of the lattice: ${lattice.view}, step ${status.step}`);
  // A picture that the run has written cannot be drawn again in another way.
  for (const id of ["of", "palette", "mode", "at"]) $(id).disabled = !status.has_state;
  if (status.has_state !== had.has_state) {
    ask("legend");
    value.clear();
  }
  const kept = status.kept.join();
  if ($("back").dataset.kept !== kept) {
    $("back").dataset.kept = kept;
    fillSelect($("back"), [["", status.kept.length ? "step …" : "nothing kept"], ...status.kept.map((step) => [step, step])], "");
  }
  curves.setRows(status.rows);
}

// If an existing run is shown, there is a slider over all steps that it has saved.
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

function showSlice() {
  const mode = $("mode").value, solid = state.model?.lattice?.dimensions === 3;
  $("at-label").hidden = mode === "volume";
  if (!solid) return;
  value.clear();
  if (mode === "volume") return lattice.set({ volume: true });
  const size = state.model.lattice.size["xyz".indexOf(mode)];
  $("at").max = size - 1;
  if (mode !== lattice.look.axis || lattice.look.at === undefined) $("at").value = size >> 1;
  $("at-text").textContent = `${mode} ${$("at").value}`;
  lattice.set({ volume: false, axis: mode, at: Number($("at").value) });
}

// Shows a request that the program has refused. The model keeps its values.
function refuse({ what, asked, refused }) {
  films.failed();
  showProblem(what);
  if (asked === "change" && refused?.set) markRefused($("settings"), state.model.settings, Object.keys(refused.set));
  if (asked === "beside") compare.refuse();
}

const heard = {
  model: showModel,
  status: showStatus,
  settings: ({ settings }) => showSettings(settings),
  problem: refuse,
  failed: ({ why }) => { state.failure = why; showOver(); },
  gallery: (list) => gallery.show(list),
  wrong: ({ problems }) => { gallery.isShown || ask("gallery"); gallery.mark(problems); },
  curves: (answer) => curves.show(answer),
  legend: (answer) => legend.show(answer),
  value: (answer) => { brush.heard(answer); value.show(answer); },
  picked: (answer) => { value.show(answer); picked.show(answer); },
  place: (answer) => picked.heard(answer),
};

// Shows that the program has ended. If it has said why, the reason stays.
function showOver() {
  const why = state.failure ? `The run has failed: ${state.failure}` : "The program has ended, or the connection to it is lost.";
  $("over").replaceChildren(
    element("strong", { textContent: why }),
    element("span", { textContent: state.model ? `The run is in ${state.model.folder}; 'morula resume' goes on with it.`
      : "Use the address that 'morula view' has printed; it changes each time." }));
  $("over").hidden = false;
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
    if (isOpen) state.failure = undefined;
    $("over").dataset.connected = isOpen;
    isOpen ? $("over").hidden = true : showOver();
  });

// Time.
const play = () => ask(state.status.playing ? "pause" : "play");
$("play").addEventListener("click", play);
$("one").addEventListener("click", () => ask("step", { steps: 1 }));
$("some").addEventListener("click", stepByCount);
$("count").addEventListener("input", () => $("count").classList.remove("wrong"));
$("restart").addEventListener("click", () => ask("restart"));
$("keep").addEventListener("click", () => ask("keep"));
$("back").addEventListener("change", () => { if ($("back").value) ask("back", { steps: Number($("back").value) }); });
$("moment").addEventListener("input", () => ask("back", { steps: state.moments[$("moment").value] }));

// The slider's 100 positions stand for 1 to 10,000 steps per second on a logarithmic scale.
const speedAt = (position) => position >= 100 ? undefined : Number((10 ** (position / 25)).toPrecision(2));
const positionOf = (speed) => speed ? Math.min(Math.max(Math.round(25 * Math.log10(speed)), 0), 99) : 100;
const textOfSpeed = (speed) => speed ? `${speed} steps/s` : "as fast as it can";
$("speed").addEventListener("input", () => {
  const speed = speedAt(Number($("speed").value));
  $("speed-text").textContent = textOfSpeed(speed);
  ask("speed", speed ? { speed } : {});
});
// Shows the speed, which another page may have set.
function showSpeed(speed) {
  if ($("speed").matches(":active")) return;
  $("speed-text").textContent = textOfSpeed(speed);
  if (speedAt(Number($("speed").value)) !== (speed ?? undefined)) $("speed").value = positionOf(speed);
}

// What is shown.
$("of").addEventListener("change", () => {
  value.clear();
  lattice.set({ of: $("of").value });
  if (state.status.kept) compare.show(state.status);
});
$("palette").addEventListener("change", () => lattice.set({ palette: $("palette").value }));
$("mode").addEventListener("change", showSlice);
$("at").addEventListener("input", showSlice);
$("fit").addEventListener("click", () => lattice.fit());
$("larger").addEventListener("click", () => lattice.zoom(1.25));
$("smaller").addEventListener("click", () => lattice.zoom(0.8));
$("settings").addEventListener("submit", (event) => event.preventDefault());
$("take-picture").addEventListener("click", async () => {
  const name = `${state.model.name}-${lattice.picture.step}.png`;
  const picture = $("with-legend").checked && legend.text ? await legend.under(lattice.canvas) : lattice.canvas;
  picture.toBlob((blob) => save(name, "image/png", blob));
});
for (const button of document.querySelectorAll("[data-take]"))
  button.addEventListener("click", () => {
    const what = button.dataset.take;
    ask("take", what === "curves" ? { what, ...curves.details } : { what });
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
  if (names.length === 0) return;
  $("of").value = names[(names.indexOf($("of").value) + 1) % names.length];
  $("of").dispatchEvent(new Event("change"));
};
listenToKeys({
  " ": play, ".": () => ask("step", { steps: 1 }), n: stepByCount, r: () => ask("restart"), k: () => ask("keep"),
  g: () => ask("gallery"), b: () => { if (!$("brush").hidden) brush.set(!brush.isOn); }, v: nextView, "0": () => lattice.fit(),
  "+": () => lattice.zoom(1.25), "=": () => lattice.zoom(1.25), "-": () => lattice.zoom(0.8),
  ArrowLeft: () => lattice.move(40, 0), ArrowRight: () => lattice.move(-40, 0),
  ArrowUp: () => lattice.move(0, 40), ArrowDown: () => lattice.move(0, -40),
}, { isOff: () => gallery.isShown, closes: () => { showProblem(""); gallery.leave(); } });
