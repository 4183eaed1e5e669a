// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { playSound } from './sounds.ts';

interface Played {
  hertz: number;
  from: number;
  to: number;
}

/** A stand-in for the browser's sound that records what it would play. */
const listen = () => {
  const played: Played[] = [];
  const loudest: number[] = [];
  let closed = 0;
  class Context {
    currentTime = 2;
    destination = {};
    close() {
      closed += 1;
    }
  }
  class Gain {
    gain = {
      setValueAtTime: () => undefined,
      exponentialRampToValueAtTime: (value: number) => void loudest.push(value),
    };
    connect(next: unknown) {
      return next;
    }
  }
  class Oscillator extends EventTarget {
    readonly #note: Played;
    constructor(_context: unknown, { frequency }: { frequency: number }) {
      super();
      this.#note = { hertz: frequency, from: 0, to: 0 };
    }
    connect(next: unknown) {
      return next;
    }
    start(at: number) {
      this.#note.from = at;
    }
    stop(at: number) {
      this.#note.to = at;
      played.push(this.#note);
      if (played.length % 2 === 0) setTimeout(() => this.dispatchEvent(new Event('ended')));
    }
  }
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('GainNode', Gain);
  vi.stubGlobal('OscillatorNode', Oscillator);
  return { played, loudest, closed: () => closed };
};

afterEach(() => vi.unstubAllGlobals());

test.each(['critical', 'news'] as const)(
  'the sound %s is short, soft and lets the device go',
  async (name) => {
    const sound = listen();
    playSound(name);
    expect(sound.played.length).toBeGreaterThan(1);
    expect(Math.min(...sound.played.map(({ from }) => from))).toBe(2);
    expect(Math.max(...sound.played.map(({ to }) => to))).toBeLessThan(3);
    expect(Math.max(...sound.loudest)).toBeLessThanOrEqual(0.2);
    await vi.waitFor(() => expect(sound.closed()).toBe(1));
  },
);

test('the critical one is another one, and louder', () => {
  const critical = listen();
  playSound('critical');
  const news = listen();
  playSound('news');
  expect(critical.played.map(({ hertz }) => hertz)).not.toEqual(news.played.map(({ hertz }) => hertz));
  expect(Math.max(...critical.loudest)).toBeGreaterThan(Math.max(...news.loudest));
});

test('a system without sound is left alone', () => {
  expect('AudioContext' in window).toBe(false);
  expect(() => playSound('news')).not.toThrow();
});
