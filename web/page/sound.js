// The sound of a move.
import { find } from "pillars/dom.js";

let context = null;

export function sound() {
  if (!find("#set-sound").checked) return;
  context ??= new AudioContext();
  const tone = context.createOscillator(), volume = context.createGain();
  tone.frequency.value = 220;
  volume.gain.setValueAtTime(0.15, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.12);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.13);
}
