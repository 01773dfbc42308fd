// The sound of a move, made on the spot; silent until it is switched on.
let context = null;

export const isOn = () => localStorage.getItem("sound") === "on";
export const turn = on => localStorage.setItem("sound", on ? "on" : "off");

/** A short knock, as of wood on wood. */
export function knock(pitch = 220) {
  if (!isOn()) return;
  context ??= new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  const now = context.currentTime;
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, now);
  tone.frequency.exponentialRampToValueAtTime(pitch / 3, now + 0.08);
  volume.gain.setValueAtTime(0.35, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.13);
}
