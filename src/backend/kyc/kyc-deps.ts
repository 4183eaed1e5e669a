import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { Sealer } from '../secrets/sealer.ts';
import type { KycProvider } from './kyc-provider.ts';

/** Parts that both checks work with. */
export interface KycDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly provider: KycProvider;
  readonly logActivity: (tx: Transaction, userId: number, topic: string, text: string) => Promise<void>;
}
