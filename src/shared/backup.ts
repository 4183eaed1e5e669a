import { z } from 'zod';

/** First words of a backup that is sealed with a passphrase. */
export const SEALED_BACKUP = 'TrickDesk sealed backup';
/** The shortest passphrase that a backup is sealed with: whoever has the file may guess for years. */
export const SHORTEST_PASSPHRASE = 12;
export const LONGEST_PASSPHRASE = 200;

/** Contents of a backup, as the user sees them before restoring. */
export const BackupSummarySchema = z.lazy(() =>
  z.object({
    /** When it was made, epoch ms. */
    at: z.int(),
    /** Version of TrickDesk that made it. */
    app: z.string(),
    /** Size of the file. */
    bytes: z.int(),
    people: z.int(),
    strategies: z.int(),
    trades: z.int(),
    attachments: z.int(),
    /** Whether secrets in it were sealed with this computer's key; elsewhere they cannot be read. */
    isOfThisComputer: z.boolean(),
  }),
);
export type BackupSummary = z.output<typeof BackupSummarySchema>;

/** Outcomes of unfinished work found in a data folder at the start. */
export const SETTLED = ['nothing', 'restored', 'taken-back', 'cleared'] as const;
export const SettledSchema = z.lazy(() =>
  z.object({
    outcome: z.enum(SETTLED),
    /** Why a restore was taken back, as a sentence; empty otherwise. */
    message: z.string(),
  }),
);
export type Settled = z.output<typeof SettledSchema>;
