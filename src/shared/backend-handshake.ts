import { z } from 'zod';
import { BackupSummarySchema, SettledSchema } from './backup.ts';
import { KEY_STATES } from './key-state.ts';

/** Where the embedded backend leaves mail, in the data folder. */
export const OUTBOX_FOLDER = 'outbox';

/** The database of a data folder. */
export const DATABASE_FILE = 'trickdesk.sqlite';
/** File in a data folder that is open: which process has it, and where it answers. */
export const HOLDER_FILE = 'in-use.json';

/** Content of that file; `url` once it answers. */
export const HolderSchema = z.lazy(() =>
  z.object({ pid: z.int(), since: z.int(), url: z.string().optional() }),
);
export type Holder = z.output<typeof HolderSchema>;

/** Where work on a whole data folder is prepared, in it; whoever ends such work may clear it away. */
export const WORK_FOLDER = 'data-task.part';

/** Of a backup that is sealed; it travels here alone, and is in no log. */
const passphrase = z.string().optional();

/**
 * Work on a whole data folder. A process of its own does it and ends: the one that trades is neither kept waiting nor
 * needed, since a folder that cannot be opened is the one that has to be restored.
 */
export const DataTaskSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    /** Writes a proved backup to `path`; the backend may run. */
    z.object({ kind: z.literal('back-up'), path: z.string(), app: z.string(), passphrase }),
    /** Proves a backup and says what is in it. */
    z.object({ kind: z.literal('check'), path: z.string(), passphrase }),
    /** Proves a backup and lays it ready; the backend may run. */
    z.object({ kind: z.literal('stage'), path: z.string(), passphrase }),
    /** Mark what is staged to replace the data at the next start; the backend must not run. */
    z.object({ kind: z.literal('restore') }),
    /** Decides that the data is deleted at the next start; the backend must not run. */
    z.object({ kind: z.literal('clear') }),
  ]),
);
export type DataTask = z.output<typeof DataTaskSchema>;

/** Order of the desktop to the backend that it forks. Secrets travel here, never in arguments or environment. */
export const BackendOrderSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('start'),
      dataDir: z.string(),
      apiToken: z.string(),
      /** Each 32 bytes in base64, the likeliest first; none when there is no keychain. */
      dataKeys: z.array(z.string()),
    }),
    z.object({ type: z.literal('stop') }),
    z.object({
      type: z.literal('task'),
      dataDir: z.string(),
      dataKeys: z.array(z.string()),
      task: DataTaskSchema,
    }),
  ]),
);
export type BackendOrder = z.output<typeof BackendOrderSchema>;

/** Messages of the backend to the desktop. */
export const BackendFactSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('ready'),
      port: z.int(),
      settled: SettledSchema,
      keyState: z.enum(KEY_STATES),
    }),
    /** `message` is a sentence for the trader. */
    z.object({ type: z.literal('failed'), message: z.string() }),
    /** Progress of a task. */
    z.object({ type: z.literal('task-progress'), percent: z.int().min(0).max(100) }),
    /** A task is done; what it found of a backup, where it is about one. */
    z.object({ type: z.literal('task-done'), backup: BackupSummarySchema.nullable() }),
  ]),
);
