import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OUTBOX_FOLDER } from '../../shared/backend-handshake.ts';
import type { Clock } from '../clock.ts';
import { OWNER_ONLY } from '../owner-only.ts';
import type { Mail, Mailer } from './mailer.ts';

const FROM = 'TrickDesk <no-reply@trickdesk.invalid>';

/** A header must stay on its line, whatever a name holds. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

const messageOf = ({ to, subject, text }: Mail, at: number): string =>
  [
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    `From: ${FROM}`,
    `To: ${oneLine(to)}`,
    `Subject: ${oneLine(subject)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    ...text.split('\n'),
    '',
  ].join('\r\n');

/**
 * The embedded mailer: every mail is a file in the data folder that any mail program opens. It is named for its time,
 * readable by its owner only, and appears whole or not at all.
 */
export const outboxMailer = (dataDir: string, clock: Clock): Mailer => {
  const outbox = join(dataDir, OUTBOX_FOLDER);
  return {
    isOutbox: true,
    send: async (mail) => {
      const at = clock.now();
      await mkdir(outbox, { recursive: true, mode: OWNER_ONLY.folder });
      const time = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
      const file = join(outbox, `${time}-${randomBytes(4).toString('hex')}.eml`);
      await writeFile(`${file}.part`, messageOf(mail, at), { mode: OWNER_ONLY.file });
      await rename(`${file}.part`, file);
    },
  };
};
