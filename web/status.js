// Where the run stands, in words.
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
  const halted = status.halted ? ", halted: no step changes it any more" : "";
  return `step ${status.step}${of}${goesOn}${picture}${rate}${changes}${hash}${halted}${waiting}`;
}

// What a screen reader says: where the run begins and pauses, not each of its steps.
export class Announcer {
  constructor(place) { this.place = place; }
  hear(status) {
    if (status.playing === this.wasPlaying && (status.playing || status.step === this.step)) return;
    this.wasPlaying = status.playing;
    this.step = status.step;
    this.place.textContent = status.playing ? "running" : statusText({ ...status, hash: null });
  }
}
