export type SoundName = 'critical' | 'news';

interface Note {
  readonly hertz: number;
  /** Seconds after the beginning. */
  readonly at: number;
  readonly seconds: number;
}

interface Sound {
  readonly shape: OscillatorType;
  /** Of full volume, 0 to 1: an alert is heard, and frightens nobody. */
  readonly loudness: number;
  readonly notes: readonly Note[];
}

const SOUNDS: Readonly<Record<SoundName, Sound>> = {
  // Twice down a fifth: something went wrong.
  critical: {
    shape: 'triangle',
    loudness: 0.14,
    notes: [0, 0.36].flatMap((at) => [
      { hertz: 880, at, seconds: 0.16 },
      { hertz: 587, at: at + 0.15, seconds: 0.18 },
    ]),
  },
  // Once up a third, and gone.
  news: {
    shape: 'sine',
    loudness: 0.06,
    notes: [
      { hertz: 660, at: 0, seconds: 0.14 },
      { hertz: 831, at: 0.1, seconds: 0.26 },
    ],
  },
};

/** A tone that begins or ends at once clicks. */
const FADE_IN_SECONDS = 0.012;
/** An exponential curve never reaches nothing. */
const SILENCE = 0.0001;

const sing = (context: AudioContext, { shape, loudness }: Sound, note: Note): OscillatorNode => {
  const start = context.currentTime + note.at;
  const end = start + note.seconds;
  const volume = new GainNode(context, { gain: SILENCE });
  volume.gain.setValueAtTime(SILENCE, start);
  volume.gain.exponentialRampToValueAtTime(loudness, start + FADE_IN_SECONDS);
  volume.gain.exponentialRampToValueAtTime(SILENCE, end);
  const tone = new OscillatorNode(context, { type: shape, frequency: note.hertz });
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(end);
  return tone;
};

/** Plays one of the two sounds of the app; nothing where the system has no sound. */
export const playSound = (name: SoundName): void => {
  if (!('AudioContext' in window)) return;
  const context = new AudioContext();
  const tones = SOUNDS[name].notes.map((note) => sing(context, SOUNDS[name], note));
  tones.at(-1)?.addEventListener('ended', () => void context.close());
};
