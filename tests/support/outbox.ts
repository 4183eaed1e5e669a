import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OUTBOX_FOLDER } from '../../src/shared/backend-handshake.ts';

/** Mails that the embedded mailer left in a folder, oldest first. */
export const mailsIn = (dataDir: string): string[] => {
  const folder = join(dataDir, OUTBOX_FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
};

/** The code of the newest mail to somebody; null when there is none. */
export const newestCode = (dataDir: string, to: string): string | null => {
  const mail = mailsIn(dataDir)
    .filter((text) => text.includes(`To: ${to}\r\n`))
    .at(-1);
  return /\b(\d{8})\./.exec(mail ?? '')?.[1] ?? null;
};
