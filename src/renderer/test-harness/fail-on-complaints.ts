import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Before every test file: what React complains of on the console (keys, act, unknown properties) fails the test. */
if (typeof document !== 'undefined') {
  const complaints: string[] = [];
  const { error: write } = console;
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
      complaints.push(said.map(String).join(' '));
      write(...said);
    });
  });
  afterEach(() => expect(complaints.splice(0), 'said on the console').toEqual([]));
}
