import type { z } from 'zod';
import { ATTACHMENT_LIMIT, type AttachmentInputSchema } from '../../../shared/contract/tickets.ts';
import type { AttachmentStore } from '../../attachments/attachment-store.ts';
import { isOfType } from '../../attachments/file-kind.ts';
import type { Transaction } from '../../db/database.ts';
import { requireAttachmentQuota } from '../../quotas.ts';
import { Refusal } from '../../refusal.ts';

type AttachmentInput = z.output<typeof AttachmentInputSchema>;

/** A file that is on the disk and waits for its row. */
interface KeptFile {
  readonly name: string;
  readonly type: AttachmentInput['type'];
  readonly file: string;
  readonly bytes: number;
}

/** Last part of a file name, without what could mislead. It could mislead a dialog that saves the file. */
const plainName = (name: string): string => {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const printable = last.replaceAll(/\p{C}/gu, '').trim();
  return printable || 'attachment';
};

const bytesOf = ({ base64, type }: AttachmentInput): Buffer => {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > ATTACHMENT_LIMIT)
    throw new Refusal('too-large', 'The attachment is larger than 5 MB. Make it smaller, or leave it out.');
  if (bytes.length === 0 || !isOfType(bytes, type))
    throw new Refusal('invalid', 'The attachment is not the kind of file that it says it is.', {
      fields: { 'attachment.base64': `must be a file of the type ${type}` },
    });
  return bytes;
};

/** Diagnostics of the desktop, as a file. */
export const diagnosticsFile = (text: string): AttachmentInput => ({
  name: 'diagnostics.txt',
  type: 'text/plain',
  base64: Buffer.from(text).toString('base64'),
});

/**
 * Runs a transaction that names attachments: the files are on the disk before it begins, and go again when it is
 * refused.
 * @throws Refusal `refused` when their owner has too many
 */
export const withAttachments = async <T>(
  store: AttachmentStore,
  userId: number,
  attachments: readonly AttachmentInput[],
  work: (write: (tx: Transaction, messageId: number) => Promise<void>) => Promise<T>,
): Promise<T> => {
  const files = attachments.map((attachment) => ({ ...attachment, bytes: bytesOf(attachment) }));
  const kept: KeptFile[] = [];
  try {
    for (const { name, type, bytes } of files)
      kept.push({ name: plainName(name), type, file: await store.store(bytes), bytes: bytes.length });
    return await work(async (tx, messageId) => {
      if (kept.length === 0) return;
      const rows = kept.map((file) => ({ message_id: messageId, ...file }));
      await tx.query.insertInto('attachments').values(rows).execute();
      await requireAttachmentQuota(tx, userId);
    });
  } catch (error) {
    for (const { file } of kept) await store.discard(file);
    throw error;
  }
};
