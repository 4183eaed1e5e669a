import type { z } from 'zod';
import { ATTACHMENT_LIMIT, type AttachmentInputSchema } from '../../../shared/contract/tickets.ts';
import type { AttachmentStore } from '../../attachments/attachment-store.ts';
import { isOfType } from '../../attachments/file-kind.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';

type AttachmentInput = z.output<typeof AttachmentInputSchema>;

/** A file that is on the disk and waits for its row. */
interface KeptFile {
  readonly file: string;
  readonly bytes: number;
}

/** The last part of a name, without what could mislead a dialog that saves it. */
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

/**
 * Runs a transaction that names an attachment: the file is on the disk before it begins, and goes again when it is
 * refused.
 */
export const withAttachment = async <T>(
  store: AttachmentStore,
  attachment: AttachmentInput | undefined,
  work: (write: (tx: Transaction, messageId: number) => Promise<void>) => Promise<T>,
): Promise<T> => {
  if (!attachment) return work(() => Promise.resolve());
  const bytes = bytesOf(attachment);
  const kept: KeptFile = { file: await store.keep(bytes), bytes: bytes.length };
  try {
    return await work(async (tx, messageId) => {
      await tx.query
        .insertInto('attachments')
        .values({ message_id: messageId, name: plainName(attachment.name), type: attachment.type, ...kept })
        .execute();
    });
  } catch (error) {
    await store.discard(kept.file);
    throw error;
  }
};
