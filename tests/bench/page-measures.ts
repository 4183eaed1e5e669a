import type { Page } from 'playwright';
import type { Bridge } from '../../src/shared/desktop.ts';

declare global {
  interface Window {
    readonly bridge: Bridge;
  }
}

const WATCHED_MS = 10_000;

export interface Smoothness {
  readonly framesASecond: number;
  /** The longest task on the page's thread, ms; one of less than 50 ms is none. */
  readonly longestMs: number;
  /** Share of the time that long tasks have taken, percent. */
  readonly busyPercent: number;
}

/** Count painted frames, and the tasks that keep the page from painting. */
export const smoothness = (page: Page): Promise<Smoothness> =>
  page.evaluate(
    (ms) =>
      new Promise<Smoothness>((resolve) => {
        let frames = 0;
        let longestMs = 0;
        let busyMs = 0;
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) {
            longestMs = Math.max(longestMs, duration);
            busyMs += duration;
          }
        });
        observer.observe({ type: 'longtask' });
        const began = performance.now();
        const frame = (now: number): void => {
          frames++;
          if (now - began < ms) requestAnimationFrame(frame);
          else {
            observer.disconnect();
            const framesASecond = (frames / (now - began)) * 1_000;
            resolve({ framesASecond, longestMs, busyPercent: (busyMs / (now - began)) * 100 });
          }
        };
        requestAnimationFrame(frame);
      }),
    WATCHED_MS,
  );

/** A call over the bridge, with what it answers; throws when it fails. */
export const call = async (page: Page, id: string, input: object): Promise<unknown> => {
  const result = (await page.evaluate(([name, value]) => window.bridge.call(name, value), [
    id,
    input,
  ] as const)) as { readonly ok: boolean; readonly value?: unknown };
  if (!result.ok) throw new Error(`${id}: ${JSON.stringify(result)}`);
  return result.value;
};
