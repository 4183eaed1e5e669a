import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CrashReporter } from '../../src/main/crash/crash-reporter.ts';
import { diagnosticsText } from '../../src/main/log/diagnostics.ts';
import { logFileIn, openLog } from '../../src/main/log/log.ts';
import { DEFAULT_SETTINGS } from '../../src/shared/desktop.ts';

/** Secrets that a user trusts the desktop with, by field. The fields are those in which they arrive. */
const CANARIES = {
  password: 'canary of a password',
  newPassword: 'canary of the next password',
  refreshToken: 'canary-refresh-token-3141592653',
  accessToken: 'eyJhbGciOiJIUzI1NiJ9.eyJjYW5hcnkiOjF9.Y2FuYXJ5',
  apiToken: 'canary-api-token',
  apiKey: 'canary-api-key',
  dataKeys: 'Y2FuYXJ5IG9mIGEgZGF0YSBrZXk=',
  totp: '314159',
  pin: '2718',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DP',
  pan: 'QZXPT4827K',
  accountNumber: '918273645546372',
  adharNumber: '999971658847',
} as const;
/** Secrets known by their shape, also in the middle of a sentence. */
const KNOWN_BY_SHAPE = [
  CANARIES.accessToken,
  CANARIES.secret,
  CANARIES.pan,
  CANARIES.accountNumber,
  CANARIES.adharNumber,
];

const folder = mkdtempSync(join(tmpdir(), 'trickdesk-canaries-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const log = openLog(folder);
const values = new Map<string, unknown>();
const file = {
  get: (name: string) => values.get(name),
  set: (name: string, value: unknown) => void values.set(name, value),
};
const found = (text: string, among: readonly string[]) => among.filter((canary) => text.includes(canary));
const all = Object.values(CANARIES);
const written = () => readFileSync(logFileIn(folder), 'utf8');

describe('secrets given to the desktop', () => {
  it('is in no line of its log, however deep it lies in what is logged', () => {
    log.warn('A call failed', {
      input: CANARIES,
      list: [{ deep: { deeper: CANARIES } }],
      kept: 'this stays',
    });
    expect(written()).toContain('this stays');
    expect(found(written(), all)).toEqual([]);
  });

  it.each([
    ['of values', { reason: 'crashed', exitCode: 5, state: CANARIES }],
    ['that is an error', new Error(`Could not sign in: ${KNOWN_BY_SHAPE.join(', ')}`)],
    ['that is a text', KNOWN_BY_SHAPE.join(' ')],
  ])('is in no report of a crash %s', (_what, cause) => {
    const crash = new CrashReporter(file, {
      info: () => undefined,
      warn: () => undefined,
      error: () => undefined,
    });
    crash.record('A window', cause);
    const text = JSON.stringify([...values]);
    expect(text).toContain('A window crashed.');
    expect(found(text, all)).toEqual([]);
  });

  it('is not in what support is shown, whichever log it stands in', async () => {
    const logFile = join(folder, 'told.log');
    const lines = KNOWN_BY_SHAPE.map((canary) => `something about ${canary} happened`);
    writeFileSync(logFile, lines.join('\n'));
    const text = await diagnosticsText({
      versions: { TrickDesk: '1' },
      settings: {
        ...DEFAULT_SETTINGS,
        backend: { kind: 'server', url: 'https://desk.example' },
      },
      backend: { state: 'up', kind: 'server', message: '', logTail: lines, keyState: 'fits' },
      logFile,
      home: '/home/canary',
    });
    expect(text.match(/something about/g)).toHaveLength(2 * lines.length);
    expect(found(text, all)).toEqual([]);
  });
});
