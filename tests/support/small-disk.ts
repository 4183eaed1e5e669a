import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEGABYTE = 1024 * 1024;
const FILLER = 'filler-';

/** A disk of a few megabytes that can be completely filled. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves nothing free. */
  fill(): void;
  /** Delete what it was filled with. */
  drain(): void;
  unmount(): void;
}

/** Why a test that needs its own disk is left out. */
export const WITHOUT_DISK = '(needs to mount a disk: root only)';

/** Mounts a disk of so many megabytes; null where that is not allowed. */
export const mountDisk = (megabytes: number): SmallDisk | null => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    // The caller leaves its tests out, and says so in their names.
    rmSync(folder, { recursive: true });
    return null;
  }
  let files = 0;
  return {
    folder,
    fill: () => {
      for (let size = MEGABYTE; size >= 512;)
        try {
          writeFileSync(join(folder, `${FILLER}${files++}`), Buffer.alloc(size, 1));
        } catch {
          // No room for this much: smaller pieces fill the rest.
          size /= 2;
        }
    },
    drain: () => {
      for (const name of readdirSync(folder)) if (name.startsWith(FILLER)) rmSync(join(folder, name));
    },
    unmount: () => {
      execFileSync('umount', [folder]);
      rmSync(folder, { recursive: true });
    },
  };
};
