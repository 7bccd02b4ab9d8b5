// The legend of the colours.
const between_asks = 500;  // milliseconds, while pictures of a graded view come

export class Legend {
  constructor(place, asks) {
    Object.assign(this, { place, asks, askedAt: 0 });
    this.drawing = place.querySelector("div");
  }
  // The numbers of a graded view change with the model.
  pictureCame(isGraded, isPlaying) {
    if (!isGraded || (isPlaying && performance.now() - this.askedAt < between_asks)) return;
    this.askedAt = performance.now();
    this.asks("legend");
  }

  show({ svg }) {
    this.text = svg;
    this.place.hidden = !svg;
    if (svg === this.shown) return;
    this.shown = this.drawing.innerHTML = svg;
    const drawn = this.drawing.querySelector("svg");
    if (!drawn) return;
    // Makes the legend as high as the room allows, and narrow enough to fit.
    const { width, height } = drawn.viewBox.baseVal;
    drawn.style.width = `min(${width}px, 100%, calc(30vh * ${width / height}))`;
    drawn.style.height = "auto";
    drawn.setAttribute("role", "img");
  }

  // Makes a picture of the canvas with the legend below it.
  async under(canvas) {
    const picture = new Image();
    picture.src = URL.createObjectURL(new Blob([this.text], { type: "image/svg+xml" }));
    await picture.decode();
    const both = document.createElement("canvas");
    both.width = Math.max(canvas.width, picture.naturalWidth);
    both.height = canvas.height + picture.naturalHeight;
    const context = both.getContext("2d", { alpha: false });
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, both.width, both.height);
    context.drawImage(canvas, 0, 0);
    context.drawImage(picture, 0, canvas.height);
    URL.revokeObjectURL(picture.src);
    return both;
  }
}
