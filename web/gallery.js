// The examples, and a model that is typed or dropped on the page.
import { element } from "./elements.js";

const $ = (id) => document.getElementById(id);
const line_height = 19.5;  // pixels, of the editor

export class Gallery {
  constructor(asks) {
    this.asks = asks;
    this.fileName = "";
    this.pictures = new Map();  // addresses by name; empty if there is no picture
    $("run-text").addEventListener("click", () => this.run());
    $("close-gallery").addEventListener("click", () => this.close());
    $("text").addEventListener("input", () => this.mark([]));
    $("text").addEventListener("scroll", () => { $("lines").scrollTop = $("text").scrollTop; });
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", async (event) => {
      event.preventDefault();
      const file = event.dataTransfer.files[0];
      if (!file) return;
      $("text").value = await file.text();
      this.fileName = file.name;
      this.mark([]);
      this.setShown(true);
      $("own").open = true;
      this.run();
    });
    this.mark([]);
    // A picture is made when its card becomes visible.
    this.watcher = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        this.watcher.unobserve(target);
        const name = target.dataset.example;
        this.pictures.has(name) ? this.picture(name) : this.asks("preview", { what: name });
      }
    });
  }
  run() { this.asks("open", { text: $("text").value, name: this.fileName }); }

  take({ name, type }, bytes) {
    this.pictures.set(name, bytes.length ? URL.createObjectURL(new Blob([bytes], { type })) : "");
    this.picture(name);
  }
  picture(name) {
    const place = document.querySelector(`[data-example="${name}"] .preview`), address = this.pictures.get(name);
    place?.replaceChildren(address ? element("img", { src: address, alt: "" }) : "no picture; it can be run");
  }

  show({ examples, open }) {
    $("examples").replaceChildren(...examples.map(({ name, title }) => {
      const words = element("span", { textContent: title });
      const card = element("button", { type: "button" },
        element("span", { className: "preview", textContent: "a picture is being made …" }),
        element("strong", { textContent: name }), words);
      card.dataset.example = name;
      this.watcher.observe(card);
      card.addEventListener("click", () => { words.textContent = "starting …"; this.asks("open", { what: name }); });
      return card;
    }));
    this.setCanClose(open);
    if (!open) $("status").textContent = "choose an example, or write a model";
    this.setShown(true);
  }
  get isShown() { return !$("gallery").hidden; }
  close() { this.setShown(false); }
  // The gallery can be left while there is a run to return to.
  setCanClose(canClose) {
    this.canClose = canClose;
    $("close-gallery").hidden = !canClose;
  }
  leave() { if (this.isShown && this.canClose) this.close(); }
  setShown(shown) {
    $("gallery").hidden = !shown;
    document.querySelector("main").inert = shown;
    document.documentElement.classList.toggle("gallery", shown);
  }

  // Marks the lines of the text that have problems.
  mark(problems) {
    const lines = $("text").value.split("\n").length, wrong = new Set(problems.map((problem) => problem.line));
    $("lines").replaceChildren(...Array.from({ length: Math.max(lines, 12) }, (_, i) =>
      element("div", { textContent: i + 1, className: wrong.has(i + 1) ? "wrong" : "" })));
    $("wrong").replaceChildren(...problems.map(({ line, column, key, what }) =>
      element("li", { textContent: `${line ? `line ${line}, column ${column}: ` : ""}${key ? key + ": " : ""}${what}` })));
    if (problems.length === 0) return;
    $("own").open = true;
    const first = Math.min(...problems.filter(({ line }) => line > 0).map(({ line }) => line));
    if (Number.isFinite(first)) $("text").scrollTop = $("lines").scrollTop = Math.max(0, first - 4) * line_height;
    $("editor").scrollIntoView({ block: "nearest" });
  }
}
