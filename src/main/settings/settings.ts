import { DEFAULT_SETTINGS, SettingsSchema } from '../../shared/desktop.ts';
import type { Settings } from '../../shared/desktop.ts';
import type { Log } from '../log/log.ts';

/** A file of values by name, as electron-store keeps it. */
export interface ValueFile {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}

const fields = SettingsSchema.shape;

/**
 * The settings of this computer. What cannot be read of the file (edited by hand, or by another version) falls back
 * to its default, field by field.
 */
export class SettingsFile {
  readonly #file: ValueFile;
  readonly #onChange: (settings: Settings, before: Settings) => void;
  #current: Settings;

  constructor(file: ValueFile, log: Log, onChange: (settings: Settings, before: Settings) => void) {
    this.#file = file;
    this.#onChange = onChange;
    this.#current = readSettings(file.get('settings'), log);
  }

  get current(): Settings {
    return this.#current;
  }

  /** Changes some fields; the others stay. The values have been checked by the bridge. */
  change(part: Partial<Settings>): Settings {
    const before = this.#current;
    this.#current = SettingsSchema.parse({ ...before, ...part });
    this.#file.set('settings', this.#current);
    this.#onChange(this.#current, before);
    return this.#current;
  }
}

function readSettings(kept: unknown, log: Log): Settings {
  const whole = SettingsSchema.safeParse(kept ?? {});
  if (whole.success) return whole.data;
  const given = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
  const good = Object.entries(fields).filter(([name, schema]) => schema.safeParse(given[name]).success);
  const lost = Object.keys(given).filter((name) => !good.some(([each]) => each === name));
  log.warn(`Settings that could not be read are back at their defaults: ${lost.join(', ') || 'all'}`);
  return {
    ...DEFAULT_SETTINGS,
    ...SettingsSchema.parse(Object.fromEntries(good.map(([name]) => [name, given[name]]))),
  };
}
