import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DATABASE_FILE } from '../db/database.ts';

/** Why a file cannot be restored, as a sentence for the person. Nothing was changed. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable';
}

export const ATTACHMENT_FOLDER = 'attachments';
/** Names that the attachment store draws; beside the database nothing else is ever written out of a backup. */
const ATTACHMENT = new RegExp(`^${ATTACHMENT_FOLDER}/[0-9a-f]{32}$`);
const isPartName = (name: string): boolean => name === DATABASE_FILE || ATTACHMENT.test(name);

const ManifestSchema = z.lazy(() =>
  z.object({
    /** Version of TrickDesk that wrote it. */
    app: z.string().max(40),
    /** Migrations that its database has. */
    schema: z.int().min(1),
    /** When, epoch ms. */
    at: z.int(),
    /** Identifies the key that its secrets are sealed with, without revealing it. */
    keyPrint: z.string().max(64),
    /** Description of the file. For a person who opens it in an editor. */
    note: z.string(),
    /** Rows of each table. */
    rows: z.record(z.string(), z.int().nonnegative()),
    /** Number of rows that belong to people, and not to the house. */
    own: z.object({ people: z.int().nonnegative(), strategies: z.int().nonnegative() }),
    /** Attachments that a row names and that were not there any more. */
    missing: z.int().nonnegative(),
    /** In the order in which their bytes follow. */
    parts: z
      .array(
        z.object({
          name: z.string().refine(isPartName),
          bytes: z.int().nonnegative(),
          sha256: z.string().regex(/^[0-9a-f]{64}$/),
        }),
      )
      .refine((parts) => new Set(parts.map(({ name }) => name)).size === parts.length),
  }),
);
export type Manifest = z.output<typeof ManifestSchema>;
export type ManifestPart = Manifest['parts'][number];

export const SEALED_NOTE =
  'Secrets (broker login, PAN, bank account, two-step codes) are in here as they lie in the database: sealed with a ' +
  'key of the computer that made this backup, which is not in here. On another computer they cannot be read.';

const FORMAT = 1;
const MAGIC = `TrickDesk backup ${FORMAT}\n`;
const ANY_MAGIC = /^TrickDesk backup (\d+)\n/;
const LENGTH_DIGITS = 10;
/** `MAGIC`, then the manifest's SHA-256, a space, its length, a new line. */
export const HEAD_BYTES = MAGIC.length + 64 + 1 + LENGTH_DIGITS + 1;
const HEAD_REST = /^([0-9a-f]{64}) (\d{10})\n$/;
const LONGEST_MANIFEST = 64 * 1024 * 1024;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Head and manifest, which come before the parts. */
export const encodeManifest = (manifest: Manifest): Buffer => {
  const body = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  const length = String(body.length).padStart(LENGTH_DIGITS, '0');
  return Buffer.concat([Buffer.from(`${MAGIC}${sha256(body)} ${length}\n`), body]);
};

export const damaged = (): BackupUnusable =>
  new BackupUnusable('This backup is damaged and is not used. Choose another one; nothing was changed.');

/** The sentence about a backup that holds what TrickDesk never writes. The backup itself is whole. */
export const unfit = (what: string): string =>
  `This backup is not used: ${what}. Choose another one; nothing was changed.`;

/**
 * The length of the manifest and its checksum. They stand in the first `HEAD_BYTES` of a file.
 * @throws BackupUnusable for the file of another program, or of a later format
 */
export const decodeHead = (head: Buffer): { length: number; checksum: string } => {
  const text = head.toString('latin1');
  const [, format] = ANY_MAGIC.exec(text) ?? [];
  if (format === undefined)
    throw new BackupUnusable('This file is no backup of TrickDesk. Choose a file that TrickDesk has saved.');
  if (Number(format) > FORMAT)
    throw new BackupUnusable(
      'This backup was made by a newer version of TrickDesk. Update TrickDesk to restore it; nothing was changed.',
    );
  const [, checksum, length] = HEAD_REST.exec(text.slice(MAGIC.length)) ?? [];
  if (checksum === undefined || Number(length) > LONGEST_MANIFEST) throw damaged();
  return { length: Number(length), checksum };
};

/** @throws BackupUnusable for a text that is no JSON */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw damaged();
    throw error;
  }
};

/** @throws BackupUnusable when it is not what was written */
export const decodeManifest = (body: Buffer, checksum: string): Manifest => {
  if (sha256(body) !== checksum) throw damaged();
  const manifest = ManifestSchema.safeParse(parsed(body.toString()));
  if (!manifest.success || manifest.data.parts[0]?.name !== DATABASE_FILE) throw damaged();
  return manifest.data;
};
