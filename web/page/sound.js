// The sounds of a game, made by the browser: a piece is put down, pieces are captured, a game ends. There is no sound before
// the person's first step.
import { find } from "pillars/dom.js";

const loudness = 0.08;

// Each tone has its first and last frequency, in hertz, and its beginning and length, in seconds.
const tones = {
  place: [[320, 180, 0, 0.07]],
  capture: [[260, 120, 0, 0.09], [180, 70, 0.07, 0.16]],
  end: [[392, 392, 0, 0.22], [523, 523, 0.14, 0.22], [659, 659, 0.28, 0.45]],
};

/** @type {AudioContext | null} */
let context = null;
let begun = false;

/** sound plays a sound. moved says whether the person has made a step. @param {string} kind */
export function sound(kind, moved = false) {
  begun ||= moved;
  if (!begun || !find("#set-sound").checked) return;
  context ??= new AudioContext();
  for (const [from, to, after, lasts] of tones[kind]) {
    const begin = context.currentTime + after, tone = new OscillatorNode(context, { type: "triangle" }), volume = new GainNode(context);
    tone.frequency.setValueAtTime(from, begin);
    tone.frequency.exponentialRampToValueAtTime(to, begin + lasts);
    volume.gain.setValueAtTime(loudness, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + lasts);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + lasts);
  }
}
