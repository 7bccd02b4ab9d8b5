// Films of the picture: the browser makes WebM if it can; the program makes GIF and MP4.
import { element } from "./elements.js";

const titles = { webm: "WebM", gif: "GIF", mp4: "MP4" };
const bits_a_pixel = 6;  // per second, for WebM: much, since cells have sharp edges

export class Films {
  constructor(lattice, ask, save) {
    Object.assign(this, { lattice, ask, save, kind: null });
    this.place = document.getElementById("films");
  }

  shows(model) {
    this.name = model.name;
    const kinds = [...(window.MediaRecorder ? ["webm"] : []), ...model.films];
    if (this.place.children.length === kinds.length) return;
    this.place.replaceChildren(...kinds.map((kind) => {
      const button = element("button", { type: "button", id: `film-${kind}`, title: "record the picture from now on" });
      button.addEventListener("click", () => (this.kind === kind ? this.end() : this.begin(kind)));
      return button;
    }));
    this.label();
  }

  label(making = "") {
    for (const button of this.place.children) {
      const kind = button.id.slice(5), what = making === kind ? "is being made …" : this.kind === kind ? "end and save" : "begin";
      button.textContent = `Film (${titles[kind]}): ${what}`;
      button.disabled = Boolean(making || (this.kind && this.kind !== kind));
    }
  }

  begin(kind) {
    this.kind = kind;
    kind === "webm" ? this.record() : this.ask("film", { what: "begin" });
    this.label();
  }
  end() {
    const kind = this.kind;
    this.kind = null;
    if (kind === "webm") return this.recorder.stop();
    this.ask("film", { what: kind });
    this.label(kind);
  }
  arrived(name) { if (/\.(gif|mp4)$/.test(name)) this.label(); }
  failed() { if (!this.kind) this.label(); }

  // Adds each picture of the program to the film.
  record() {
    const parts = [], { canvas } = this.lattice, stream = canvas.captureStream(0);
    this.track = stream.getVideoTracks()[0];
    this.recorder = new MediaRecorder(stream, {
      mimeType: "video/webm",
      videoBitsPerSecond: Math.max(canvas.width * canvas.height * bits_a_pixel, 2.5e6),
    });
    this.recorder.ondataavailable = ({ data }) => parts.push(data);
    this.recorder.onstop = () => {
      this.track = null;
      this.label();
      this.save(`${this.name}.webm`, "video/webm", new Blob(parts));
    };
    this.recorder.start(500);
    this.lattice.paint();
    this.pictureCame();
  }
  pictureCame() { this.track?.requestFrame(); }
}
