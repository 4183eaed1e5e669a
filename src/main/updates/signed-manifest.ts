import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { t } from '../messages/messages.ts';

/** Why a new version is refused, as a sentence for the user. */
export class UpdateRefused extends Error {
  override readonly name = 'UpdateRefused';
}

/** A key that new versions are signed with: the half that anybody may know. */
export interface UpdateKey {
  readonly id: string;
  /** 32 bytes of ed25519 in base64. */
  readonly publicKey: string;
}

const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;
const ManifestSchema = z.strictObject({
  product: z.literal('in.trickdesk.desktop'),
  platform: z.enum(['linux', 'win32', 'darwin']),
  version: z.string().regex(VERSION),
  files: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[\w .+-]{1,200}$/),
        /** In base64. */
        sha512: z.string().length(88),
        size: z.int().positive(),
      }),
    )
    .min(1)
    .max(20),
});
export type UpdateManifest = z.output<typeof ManifestSchema>;

/** Signed envelope. The manifest is a text, since it is its bytes that are signed. */
const EnvelopeSchema = z.strictObject({
  keyId: z.string().max(64),
  manifest: z.string().max(16_384),
  signature: z.base64().max(128),
});

/** Prefix of what is signed, so that no other signature fits. */
export const SIGNED_AS = 'TrickDesk update 1\n';
/** DER prefix of the 32 bytes of an ed25519 public key. */
const DER_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

const keyObjectOf = ({ publicKey }: UpdateKey): KeyObject =>
  createPublicKey({
    key: Buffer.concat([DER_HEAD, Buffer.from(publicKey, 'base64')]),
    format: 'der',
    type: 'spki',
  });

const notSigned = (): UpdateRefused =>
  new UpdateRefused(t('The new version is not signed as TrickDesk signs its versions, so it is not taken.'));

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw notSigned();
  }
};

/**
 * Manifest of a new version, with its signature verified.
 * @throws UpdateRefused when none of the keys has signed it, or it is of another form
 */
export const openManifest = (text: string, keys: readonly UpdateKey[]): UpdateManifest => {
  const envelope = EnvelopeSchema.safeParse(jsonOf(text));
  const key = keys.find(({ id }) => id === envelope.data?.keyId);
  if (!envelope.success || key === undefined) throw notSigned();
  const signed = Buffer.from(SIGNED_AS + envelope.data.manifest);
  if (!verify(null, signed, keyObjectOf(key), Buffer.from(envelope.data.signature, 'base64')))
    throw notSigned();
  const manifest = ManifestSchema.safeParse(jsonOf(envelope.data.manifest));
  if (!manifest.success) throw notSigned();
  return manifest.data;
};

/** Whether one version of the form 1.2.3 comes after another; what has another form never does. */
export const isNewer = (version: string, than: string): boolean => {
  if (!VERSION.test(version) || !VERSION.test(than)) return false;
  const [one, other] = [version.split('.').map(Number), than.split('.').map(Number)];
  const place = one.findIndex((part, index) => part !== other[index]);
  return place >= 0 && (one[place] ?? 0) > (other[place] ?? 0);
};
