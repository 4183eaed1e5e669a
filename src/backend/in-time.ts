import { setTimeout as delay } from 'node:timers/promises';

/** An answer, if it comes within so many ms; null otherwise. What was asked for goes on. */
export const inTime = async <T>(answer: Promise<T>, ms: number): Promise<T | null> => {
  const stop = new AbortController();
  try {
    return await Promise.race([answer, delay(ms, null, { ref: false, signal: stop.signal })]);
  } finally {
    stop.abort();
  }
};
