import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { strategies } from '../../../shared/contract/strategies.ts';
import type { BrokerAccounts } from '../../broker-accounts/broker-accounts.ts';
import type { CallContext } from '../../call-context.ts';
import type { StrategyCards } from '../../trading/strategy-cards.ts';
import type { AddDeps } from './add-strategy.ts';

/** Parts that the calls about strategies work with. */
export interface StrategiesDeps extends AddDeps {
  readonly cards: StrategyCards;
  readonly brokerAccounts: BrokerAccounts;
}

export type StrategiesCalls = Handlers<typeof strategies, CallContext>;
