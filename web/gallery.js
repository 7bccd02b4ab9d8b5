// The examples, and a model that is dropped on the page or typed.
import { element } from "./panels.js";

const $ = (id) => document.getElementById(id);

export class Gallery {
  constructor(asks) {
    this.asks = asks;
    $("run-text").addEventListener("click", () => asks("open", { text: $("text").value }));
    $("close-gallery").addEventListener("click", () => this.close());
    $("text").addEventListener("input", () => this.mark([]));
    $("text").addEventListener("scroll", () => { $("lines").scrollTop = $("text").scrollTop; });
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", async (event) => {
      event.preventDefault();
      const file = event.dataTransfer.files[0];
      if (!file) return;
      $("text").value = await file.text();
      this.mark([]);
      this.setShown(true);
      asks("open", { text: $("text").value });
    });
    this.mark([]);
    this.pictures = new Map();  // addresses by name
    // Pictures are made when their card comes into sight.
    this.watcher = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        this.watcher.unobserve(target);
        const name = target.dataset.example;
        this.pictures.has(name) ? this.picture(name) : this.asks("preview", { what: name });
      }
    });
  }
  take({ name }, bytes) {
    this.pictures.set(name, bytes.length ? URL.createObjectURL(new Blob([bytes], { type: "image/png" })) : "");
    this.picture(name);
  }
  picture(name) {
    const card = document.querySelector(`[data-example="${name}"]`), address = this.pictures.get(name);
    if (card && address) card.querySelector(".preview").replaceChildren(element("img", { src: address, alt: "" }));
  }

  show({ examples, open }) {
    $("examples").replaceChildren(...examples.map(({ name, title }) => {
      const card = element("button", { type: "button" }, element("span", { className: "preview" }),
        element("strong", { textContent: name }), element("span", { textContent: title }));
      card.dataset.example = name;
      this.watcher.observe(card);
      card.addEventListener("click", () => { card.textContent = "starting …"; this.asks("open", { what: name }); });
      return card;
    }));
    $("close-gallery").hidden = !open;
    if (!open) $("status").textContent = "choose an example, or write a model";
    this.setShown(true);
  }
  close() { this.setShown(false); }
  setShown(shown) {
    $("gallery").hidden = !shown;
    document.documentElement.classList.toggle("gallery", shown);
  }

  // Problems of the text, at their lines.
  mark(problems) {
    const lines = $("text").value.split("\n").length, wrong = new Set(problems.map((problem) => problem.line));
    $("lines").replaceChildren(...Array.from({ length: Math.max(lines, 16) }, (_, i) =>
      element("div", { textContent: i + 1, className: wrong.has(i + 1) ? "wrong" : "" })));
    $("wrong").replaceChildren(...problems.map(({ line, column, key, what }) =>
      element("li", { textContent: `${line ? `line ${line}, column ${column}: ` : ""}${key ? key + ": " : ""}${what}` })));
  }
}
