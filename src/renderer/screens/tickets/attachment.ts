import type { ATTACHMENT_LIMIT, ATTACHMENT_TYPES } from '../../../shared/contract/tickets.ts';
import { fail, succeed, type Result } from '../../../shared/failure.ts';
import { t } from '../../i18n/translate.ts';

type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

export interface Attachment {
  name: string;
  type: AttachmentType;
  base64: string;
}

/** The server's rule, held to the same number by its literal type. */
const MOST_BYTES: typeof ATTACHMENT_LIMIT = 5_242_880;
const LONGEST_NAME = 120;

const typeOfName: Readonly<Record<string, AttachmentType>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  pdf: 'application/pdf',
  txt: 'text/plain',
  log: 'text/plain',
};

/** File types that a file picker offers. */
export const ATTACHABLE = Object.keys(typeOfName)
  .map((ending) => `.${ending}`)
  .join(',');

/** The file's bytes as base64; a `data:` address is base64 behind a comma. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () =>
      resolve(typeof reader.result === 'string' ? (reader.result.split(',')[1] ?? '') : '');
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
    reader.readAsDataURL(file);
  });

/** A file as tickets carry it. Its kind and size are looked at here first, so that nothing large travels in vain. */
export const readAttachment = async (file: File): Promise<Result<Attachment>> => {
  const type = typeOfName[file.name.split('.').at(-1)?.toLowerCase() ?? ''];
  if (!type) return fail('refused', t('{{name}} is not a PNG, JPEG, PDF or text file.', { name: file.name }));
  if (file.size === 0) return fail('refused', t('{{name}} is empty.', { name: file.name }));
  if (file.size > MOST_BYTES) return fail('refused', t('{{name}} is larger than 5 MB.', { name: file.name }));
  try {
    return succeed({ name: file.name.slice(-LONGEST_NAME), type, base64: await base64Of(file) });
  } catch (error) {
    return fail(
      'refused',
      t('{{name}} could not be read: {{error}}', { name: file.name, error: String(error) }),
    );
  }
};

/** `12 kB`, `1.4 MB`. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
