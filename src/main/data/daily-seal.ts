import type { Vault } from '../vault/vault.ts';
import type { ValueFile } from '../settings/settings.ts';

/** In the file of this computer: a passphrase that the keychain has lost is missed then, and not left out. */
const FLAG = 'areDailyBackupsSealed';

/** The passphrase of the backups of every day. It lies in the vault and nowhere else. */
export class DailySeal {
  readonly #vault: Promise<Vault>;
  readonly #file: ValueFile;

  constructor(vault: Promise<Vault>, file: ValueFile) {
    this.#vault = vault;
    this.#file = file;
  }

  get isWanted(): boolean {
    return this.#file.get(FLAG) === true;
  }

  /** Null when there is none, or it is not at hand now. */
  async passphrase(): Promise<string | null> {
    return this.isWanted ? (await this.#vault).read('backup-passphrase') : null;
  }

  /** Whether the vault will still have it after a restart. */
  async canKeep(): Promise<boolean> {
    return (await this.#vault).keptIn !== 'memory';
  }

  /** Null for none. */
  async set(passphrase: string | null): Promise<void> {
    const vault = await this.#vault;
    if (passphrase === null) await vault.clear('backup-passphrase');
    else await vault.write('backup-passphrase', passphrase);
    this.#file.set(FLAG, passphrase !== null);
  }
}
