// Signs new versions, so that installed copies take them from nobody else.
// `node scripts/update-signature.mjs --new-key FILE` draws a key: its private half goes to FILE, which belongs in no
// repository, its public half to src/main/updates/update-keys.json, which the app is built with.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const KEYS_FILE = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src/main/updates/update-keys.json');
const PRODUCT = 'in.trickdesk.desktop';
/** As in src/main/updates/signed-manifest.ts. */
const SIGNED_AS = 'TrickDesk update 1\n';
/** Which system a list of files of electron-builder is for. */
const CHANNELS = [
  [/^latest\.yml$/, 'win32'],
  [/^latest-mac\.yml$/, 'darwin'],
  [/^latest-linux(-\w+)?\.yml$/, 'linux'],
];
/** DER puts twelve bytes before the 32 of an ed25519 key. */
const DER_HEAD = 12;
const ID_DIGITS = 16;

const publicHalf = (privateKey) => {
  const bytes = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(DER_HEAD);
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, ID_DIGITS);
  return { id, publicKey: bytes.toString('base64') };
};

/** Draws a key and writes its private half to a file that must not be there yet; returns the public half. */
export function makeKey(file) {
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  return publicHalf(privateKey);
}

/** The private key of a file, and its public half. Throws when it is no ed25519 key. */
export function readKey(file) {
  const privateKey = createPrivateKey(readFileSync(file));
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error(`${file} is no ed25519 key.`);
  return { privateKey, ...publicHalf(privateKey) };
}

/** Signs what a version is made of. */
export function signManifest({ version, platform, files }, { privateKey, id }) {
  const manifest = JSON.stringify({ product: PRODUCT, platform, version, files });
  const signature = sign(null, Buffer.from(SIGNED_AS + manifest), privateKey).toString('base64');
  return `${JSON.stringify({ keyId: id, manifest, signature }, null, 1)}\n`;
}

/** Signs the installers in a folder for each system that has a list there; returns the names of what was written. */
export function signFolder(folder, key) {
  const written = [];
  const found = {};
  for (const name of readdirSync(folder)) {
    const platform = CHANNELS.find(([pattern]) => pattern.test(name))?.[1];
    if (!platform) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    const version = /^version: *['"]?([\d.]+)['"]?$/m.exec(text)?.[1];
    const names = [...text.matchAll(/^ *- url: *['"]?(.+?)['"]?$/gm)].map(([, url]) =>
      decodeURIComponent(url),
    );
    if (!version || names.length === 0) throw new Error(`${name} names no version or no files.`);
    found[platform] ??= { version, names: new Set() };
    for (const each of names) found[platform].names.add(each);
  }
  for (const [platform, { version, names }] of Object.entries(found)) {
    const files = [...names].map((name) => {
      const bytes = readFileSync(join(folder, name));
      return { name, sha512: createHash('sha512').update(bytes).digest('base64'), size: bytes.length };
    });
    const target = `trickdesk-${version}-${platform}.json`;
    writeFileSync(join(folder, target), signManifest({ version, platform, files }, key));
    written.push(target);
  }
  return written;
}

/** Why installers must not be made so, as a sentence; null when they may. */
export function updateTrouble({ url, keyFile, keys = JSON.parse(readFileSync(KEYS_FILE, 'utf8')) }) {
  if (!url)
    return keyFile
      ? 'TRICKDESK_UPDATE_KEY signs updates, and TRICKDESK_UPDATE_URL says where they are: give both.'
      : null;
  if (!/^https:\/\//.test(url)) return `Updates are looked for over https only, not at ${url}.`;
  if (!keyFile) return null;
  if (!existsSync(keyFile)) return `There is no key at ${keyFile}.`;
  const { id } = readKey(keyFile);
  return keys.some((key) => key.id === id)
    ? null
    : `The key at ${keyFile} (${id}) is none of src/main/updates/update-keys.json: no installed copy would take what it signs.`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [flag, file] = process.argv.slice(2);
  if (flag !== '--new-key' || !file) {
    console.error('Usage: node scripts/update-signature.mjs --new-key FILE');
    process.exitCode = 1;
  } else {
    const keys = JSON.parse(readFileSync(KEYS_FILE, 'utf8'));
    const key = makeKey(file);
    writeFileSync(KEYS_FILE, `${JSON.stringify([...keys, key], null, 2)}\n`);
    console.log(`The private key lies in ${file}; its public half (${key.id}) is in ${KEYS_FILE}.`);
  }
}
