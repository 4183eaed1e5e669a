import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { t } from '../messages/messages.ts';
import {
  isNewer,
  openManifest,
  UpdateRefused,
  type UpdateKey,
  type UpdateManifest,
} from './signed-manifest.ts';
import type { UpdateSource } from './updater.ts';

/** Updater that fetches and installs; it is not trusted. */
export interface Updater {
  /** Newest version and its files' names; null when it is not newer. Newer means newer than this one. */
  check(): Promise<{ readonly version: string; readonly files: readonly string[] } | null>;
  /** Where the downloaded files lie; `onPercent` gets 0 to 100. */
  download(onPercent: (percent: number) => void): Promise<readonly string[]>;
  install(): Promise<void>;
}

export interface VerifiedSourceDeps {
  /** Where new versions are looked for. */
  readonly feed: string;
  readonly currentVersion: string;
  readonly platform: string;
  readonly keys: readonly UpdateKey[];
  readonly updater: Updater;
  readonly fetchText: (url: string) => Promise<string>;
}

const isSecure = (feed: string): boolean => URL.canParse(feed) && new URL(feed).protocol === 'https:';

const digestOf = async (path: string): Promise<string> => {
  const hash = createHash('sha512');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('base64');
};

/**
 * New versions, accepted only when newer, over https and signed. Every byte of them is the one that was signed with a
 * key of ours: an attacker who holds the server of updates, or the way to it, cannot put another version in its place.
 */
export class VerifiedSource implements UpdateSource {
  readonly #deps: VerifiedSourceDeps;
  #manifest: UpdateManifest | null = null;
  #paths: readonly string[] = [];

  constructor(deps: VerifiedSourceDeps) {
    this.#deps = deps;
  }

  async check(): Promise<string | null> {
    const { feed, currentVersion, keys, updater } = this.#deps;
    if (!isSecure(feed))
      throw new UpdateRefused(
        t('New versions are taken over https only, and this copy was made to look elsewhere.'),
      );
    if (keys.length === 0)
      throw new UpdateRefused(
        t('This copy was made without a key that new versions could be checked with, so none is taken.'),
      );
    const found = await updater.check();
    if (found === null) return null;
    if (!isNewer(found.version, currentVersion))
      throw new UpdateRefused(
        t('Version {{version}} is not newer than this one, so it is not taken.', { version: found.version }),
      );
    this.#manifest = await this.#manifestOf(found.version, found.files);
    return found.version;
  }

  async download(onPercent: (percent: number) => void): Promise<void> {
    this.#paths = await this.#deps.updater.download(onPercent);
    await this.#prove();
  }

  /** Looks at the files once more: they may have lain there for days. */
  async install(): Promise<void> {
    await this.#prove();
    await this.#deps.updater.install();
  }

  async #manifestOf(version: string, files: readonly string[]): Promise<UpdateManifest> {
    const { feed, platform, keys, fetchText } = this.#deps;
    const base = feed.endsWith('/') ? feed : `${feed}/`;
    const text = await fetchText(new URL(`trickdesk-${version}-${platform}.json`, base).href);
    const manifest = openManifest(text, keys);
    const names = new Set(manifest.files.map(({ name }) => name));
    const isMeant = manifest.version === version && manifest.platform === platform;
    if (!isMeant || files.length === 0 || files.some((name) => !names.has(name)))
      throw new UpdateRefused(t('What was signed is another version than the one that is offered.'));
    return manifest;
  }

  async #prove(): Promise<void> {
    const files = this.#manifest?.files ?? [];
    for (const path of this.#paths) {
      const { size } = await stat(path);
      const sha512 = await digestOf(path);
      if (!files.some((file) => file.size === size && file.sha512 === sha512)) throw changed();
    }
    if (this.#paths.length === 0) throw changed();
  }
}

const changed = (): UpdateRefused =>
  new UpdateRefused(t('What was downloaded is not what was signed, so it is not installed.'));
