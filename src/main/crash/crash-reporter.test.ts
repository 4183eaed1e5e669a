import { homedir } from 'node:os';
import { beforeEach, expect, test } from 'vitest';
import { CrashReporter } from './crash-reporter.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
let file: Map<string, unknown>;
const open = () =>
  new CrashReporter(
    { get: (name) => file.get(name), set: (name, value) => void file.set(name, value) },
    quiet,
  );

beforeEach(() => void (file = new Map()));

test('a crash waits for the person, over a restart, until they have seen to it', () => {
  expect(open().report).toBeNull();
  open().record('A window', { reason: 'oom', exitCode: 9 }, 1_000);
  expect(open().report).toEqual({ at: 1_000, text: 'A window crashed.\n{"reason":"oom","exitCode":9}' });
  open().forget();
  expect(open().report).toBeNull();
});

test('three within a minute are too many; one now and then is not', () => {
  const reporter = open();
  expect([0, 20_000, 40_000].map((at) => reporter.record('A window', {}, at))).toEqual([true, true, false]);
  expect([200_000, 300_000, 400_000].map((at) => reporter.record('A window', {}, at))).toEqual([
    true,
    true,
    true,
  ]);
});

test('a report has no token and no name of the person’s folder', () => {
  const error = new Error(`Bearer abc.def failed at ${homedir()}/secret`);
  open().record('The desktop', error);
  const text = open().report?.text ?? '';
  expect(text).toContain('[hidden] failed at ~/secret');
  expect(text).not.toContain(homedir());
});
