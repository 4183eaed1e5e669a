import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DIAGNOSTICS_LIMIT } from '../../shared/contract/tickets.ts';
import { DEFAULT_SETTINGS } from '../../shared/desktop.ts';
import { diagnosticsText } from './diagnostics.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const logFile = () => join(folder, 'main.log');
const make = (logTail: string[] = []) =>
  diagnosticsText({
    versions: { TrickDesk: '0.1.0', Node: '24.21.0' },
    settings: {
      ...DEFAULT_SETTINGS,
      backend: { kind: 'server', url: 'https://desk.example' },
    },
    backend: { state: 'up', kind: 'server', message: 'In use.', logTail, keyState: 'fits' },
    logFile: logFile(),
    home: '/home/asha',
  });

test('says which programs run, how they are set and what they wrote last', async () => {
  writeFileSync(logFile(), 'first\n\u001b[31mthe window was opened\n');
  const text = await make(['{"msg":"listening"}']);
  expect(text).toContain('TrickDesk 0.1.0\nNode 24.21.0');
  expect(text).toContain('"skin": "light"');
  expect(text).toContain('{"msg":"listening"}');
  expect(text).toMatch(/first\n\[31mthe window was opened$/);
});

test.each([
  ['a token of the server', 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'c2lnbmF0dXJl'],
  ['an e-mail address', 'sign-in of asha.rao@example.in', 'asha.rao'],
  ['a UPI address', 'paid by asha@okbank', 'asha@'],
  ['a phone number', 'code sent to +91 9876543210', '9876543210'],
  ['an Aadhaar number', 'number 234567890124', '234567890124'],
  ['an Aadhaar number in groups', 'number 2345 6789 0124', '2345 6789'],
  ['an account number', 'account 918273645546372', '918273645546372'],
  ['the secret of two-step codes', 'secret JBSWY3DPEHPK3PXP', 'JBSWY3DPEHPK3PXP'],
  ['a PAN', 'PAN ABCPE1234F', 'ABCPE1234F'],
  ["the person's folder", 'opened /home/asha/.config/TrickDesk', '/home/asha'],
])('%s is removed from both logs', async (_what, line, secret) => {
  writeFileSync(logFile(), `${line}\n`);
  expect(await make([line])).not.toContain(secret);
});

test('a time stays, or no log could be read', async () => {
  writeFileSync(logFile(), '{"time":1795311845413}\n');
  expect(await make()).toContain('1795311845413');
});

test('long logs lose their oldest lines, and a log that is not there is said', async () => {
  expect(await make()).toContain('The log could not be read');
  writeFileSync(logFile(), `${'x'.repeat(2_000)}\n`.repeat(100) + 'the last line\n');
  const text = await make();
  expect(text.length).toBeLessThanOrEqual(DIAGNOSTICS_LIMIT);
  expect(text).toMatch(/the last line$/);
  expect(text).toContain('Programs');
});
