import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OUTBOX_FOLDER } from '../../shared/backend-handshake.ts';
import { outboxMailer } from './outbox-mailer.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-mail-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const outbox = () => join(folder, OUTBOX_FOLDER);

const now = Date.parse('2026-11-21T10:00:00+05:30');
const mail = { to: 'asha@example.com', subject: 'Hello', text: 'First line\nSecond line' };

it('leaves a mail as one file that its owner alone can read, in the order of time', async () => {
  const mailer = outboxMailer(folder, { now: () => now });
  await mailer.send(mail);
  const names = readdirSync(outbox());
  expect(names).toEqual([expect.stringMatching(/^2026-11-21T04-30-00-000Z-[0-9a-f]{8}\.eml$/)]);
  const file = join(outbox(), names[0]!);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
  const [head, body] = readFileSync(file, 'utf8').split('\r\n\r\n');
  expect(head?.split('\r\n')).toEqual(
    expect.arrayContaining([
      'Date: Sat, 21 Nov 2026 04:30:00 +0000',
      'To: asha@example.com',
      'Subject: Hello',
    ]),
  );
  expect(body).toBe('First line\r\nSecond line\r\n');
});

it('lets nobody write a header of their own', async () => {
  const mailer = outboxMailer(folder, { now: () => now });
  await mailer.send({ ...mail, to: 'asha@example.com\r\nBcc: everybody@example.com' });
  const text = readFileSync(join(outbox(), readdirSync(outbox())[0]!), 'utf8');
  expect(text).not.toMatch(/^Bcc:/m);
});

it('says so when a mail cannot be left', async () => {
  const mailer = outboxMailer('/dev/null', { now: () => now });
  await expect(mailer.send(mail)).rejects.toThrow();
});
