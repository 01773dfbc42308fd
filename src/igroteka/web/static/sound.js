// The sounds of a table, made on the spot: quiet, and silent when they are switched off.
let context = null;

export const isOn = () => localStorage.getItem("sound") !== "off";
export const turn = on => localStorage.setItem("sound", on ? "on" : "off");

/** A short knock, as of wood on wood. */
export function knock(pitch = 220) {
  tone(pitch, pitch / 3, 0.12, 0.22);
}

/** Two soft notes: it is your turn. */
export function ring() {
  tone(523, 523, 0.16, 0.07);
  tone(659, 659, 0.22, 0.07, 0.13);
}

function tone(from, to, lasting, loud, after = 0) {
  if (!isOn()) return;
  context ??= new AudioContext();
  if (context.state !== "running") return; // until the visitor has touched the page
  const source = context.createOscillator();
  const volume = context.createGain();
  const begin = context.currentTime + after;
  source.type = "triangle";
  source.frequency.setValueAtTime(from, begin);
  source.frequency.exponentialRampToValueAtTime(to, begin + lasting * 0.7);
  volume.gain.setValueAtTime(loud, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + lasting);
  source.connect(volume).connect(context.destination);
  source.start(begin);
  source.stop(begin + lasting + 0.01);
}

// A page may make sounds only after a touch.
addEventListener("pointerdown", () => { context ??= new AudioContext(); context.resume(); }, { once: true });
