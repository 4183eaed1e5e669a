import { BadSecretFile, readSecretFile } from '../key-file.ts';

/** A key with an id. The id stands in what it has signed or sealed. */
export interface NamedKey {
  readonly id: string;
  readonly key: Uint8Array;
}

/** Keys in their order. The first signs or seals, and all verify or open. */
export type KeyList = readonly [NamedKey, ...NamedKey[]];

/** Keys that cannot be used, as a sentence. It holds no part of a key. */
export class BadKeys extends Error {
  override readonly name = 'BadKeys';
}

const KEY_BYTES = 32;
/** Ids are plain: a query finds texts by them, and one that ignores capitals must not confuse two. */
const ENTRY = /^([a-z0-9][a-z0-9-]{0,31}):\s*(\S*)$/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

const keyOf = (entry: string, what: string): NamedKey => {
  const [, id, text = ''] = ENTRY.exec(entry) ?? [];
  if (id === undefined)
    throw new BadKeys(
      `${what} must be written id:base64; an id has up to 32 small letters, digits and "-". To make one: openssl rand -base64 32.`,
    );
  if (!BASE64.test(text)) throw new BadKeys(`${what}, "${id}", is not base64.`);
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES)
    throw new BadKeys(`${what}, "${id}", has ${key.length} bytes; a key has ${KEY_BYTES}.`);
  return { id, key };
};

/**
 * Read a list of keys. Lines or commas part them; empty lines and those that begin with # are left out.
 * @param place how the list is called in sentences
 * @throws BadKeys
 */
export const parseKeyList = (text: string, place: string): KeyList => {
  const entries = text
    .split(/[\n,]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && !entry.startsWith('#'));
  const [first, ...others] = entries.map((entry, index) => keyOf(entry, `Key ${index + 1} of ${place}`));
  if (!first) throw new BadKeys(`${place} holds no key.`);
  const before: NamedKey[] = [];
  for (const named of [first, ...others]) {
    if (before.some(({ id }) => id === named.id))
      throw new BadKeys(`${place} names two keys "${named.id}". Each needs an id of its own.`);
    const same = before.find(({ key }) => Buffer.compare(key, named.key) === 0);
    if (same) throw new BadKeys(`${place} holds one key twice, as "${same.id}" and as "${named.id}".`);
    before.push(named);
  }
  return [first, ...others];
};

/**
 * Read the keys of a file. It must not be open to everybody on this machine.
 * @throws BadKeys
 */
export const readKeyFile = (path: string): KeyList => {
  try {
    return parseKeyList(readSecretFile(path), path);
  } catch (error) {
    throw error instanceof BadSecretFile ? new BadKeys(error.message, { cause: error }) : error;
  }
};
