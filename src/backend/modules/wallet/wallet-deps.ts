import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { wallet } from '../../../shared/contract/wallet.ts';
import type { BackendParts } from '../../backend-parts.ts';
import type { CallContext } from '../../call-context.ts';
import type { RecipientLookups } from './recipient-lookups.ts';

/** Parts of the wallet; `paymentSandbox` is null with a real payment provider. */
export type WalletDeps = Pick<
  BackendParts,
  'database' | 'clock' | 'ledger' | 'purchases' | 'payments' | 'paymentSandbox' | 'notify' | 'logActivity'
>;

/** With the searches for recipients, which are counted over all calls. */
export interface WalletParts extends WalletDeps {
  readonly lookups: RecipientLookups;
}

export type WalletCalls = Handlers<typeof wallet, CallContext>;
