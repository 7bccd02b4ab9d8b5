// The status of the run as text.
import { text } from "./elements.js";

export function statusText(status) {
  const of = status.end === null ? "" : ` of ${status.end}`;
  const rate = status.playing && status.rate ? `, ${text(Number(status.rate.toPrecision(3)))} steps/s` : "";
  const changes = status.changes ? `, ${status.changes} change${status.changes > 1 ? "s" : ""}` : "";
  const hash = status.hash ? `, state ${status.hash}` : "";
  const waiting = status.waiting ? ", settings act with the next step" : "";
  const isAtEnd = !status.replays && !status.playing && !status.halted && status.end !== null && status.step >= status.end;
  const goesOn = isAtEnd ? (status.extends ? ", Play goes on" : ", the end of the run") : "";
  const picture = status.has_state ? "" : ", a picture of the run";
  const halted = status.halted ? ", halted: further steps do not change it" : "";
  return `step ${status.step}${of}${goesOn}${picture}${rate}${changes}${hash}${halted}${waiting}`;
}

// The text for screen readers: it tells when the run starts and pauses, but not each step.
export class Announcer {
  constructor(place) { this.place = place; }
  hear(status) {
    if (status.playing === this.wasPlaying && (status.playing || status.step === this.step)) return;
    this.wasPlaying = status.playing;
    this.step = status.step;
    this.place.textContent = status.playing ? "running" : statusText({ ...status, hash: null });
  }
}
