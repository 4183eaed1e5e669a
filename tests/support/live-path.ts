import { pino } from 'pino';
import type { Broker, BrokerInstrument, BrokerTick } from '../../src/backend/brokers/broker.ts';
import { LiveExecution, type LiveExecutionDeps } from '../../src/backend/broker-accounts/live-execution.ts';
import { EventHub } from '../../src/backend/notices/event-hub.ts';
import { createNotify } from '../../src/backend/notices/notify.ts';
import { writeLog } from '../../src/backend/notices/journal.ts';
import type { Intent } from '../../src/backend/trading/order-book.ts';
import type { RunIdentity, TradingTerms } from '../../src/backend/trading/order-path.ts';
import type { OpeningTerms } from '../../src/backend/trading/settle-fill.ts';
import type { ProtectionRules } from '../../src/engine/protection.ts';

/** A stop of one percent, and nothing else. */
export const ONE_PERCENT: ProtectionRules = {
  stopLoss: { kind: 'percent', value: 1 },
  target: null,
  trailing: null,
  partialExits: [],
};

/** Terms of a strategy: long, intraday and with a stop of one percent unless told. */
export const termsOfStrategy = (
  strategyId: number,
  opening: Partial<OpeningTerms> = {},
  squareOffTime = '15:10',
): TradingTerms => ({
  strategy: { id: strategyId, name: `Strategy ${strategyId}`, ownerId: 1, isHouse: false },
  opening: { side: 'long', product: 'intraday', protection: ONE_PERCENT, ...opening },
  slippageBp: 0,
  squareOffTime,
});

/** The live order path of user 1, whose entries no guard denies; what a test leaves open is as in the program. */
export const livePath = ({
  broker,
  ...given
}: { readonly broker: () => Broker | null } & Pick<
  LiveExecutionDeps,
  'database' | 'clock' | 'run' | 'instrumentOf'
> &
  Partial<LiveExecutionDeps>): LiveExecution => {
  const hub = new EventHub(given.clock);
  return new LiveExecution({
    broker,
    sinks: { hub, notify: createNotify(hub, given.clock), writeLog, notifyFollowers: () => undefined },
    logger: pino({ level: 'silent' }),
    userId: 1,
    denial: () => Promise.resolve(null),
    termsOf: (strategyId) => Promise.resolve(termsOfStrategy(strategyId)),
    onTrade: () => undefined,
    ...given,
  });
};

/** A trade of a contract at a price (paise) and moment. The moment is epoch ms; its circuits are unknown. */
export const tickOf = (
  { symbol, exchange, token }: Pick<BrokerInstrument, 'symbol' | 'exchange' | 'token'>,
  price: number,
  at: number,
  volume = 1,
): BrokerTick => ({ symbol, exchange, token, price, volume, upperCircuit: null, lowerCircuit: null, at });

type Wanted = Pick<Intent, 'symbol' | 'quantity' | 'key' | 'at'> & Partial<Intent>;

/** An entry as a strategy of a run wants it: user and strategy 1, to buy, unless told. */
export const entryOf = (run: RunIdentity, wanted: Wanted): Intent => ({
  userId: 1,
  strategyId: 1,
  positionId: null,
  side: 'buy',
  slot: 'entry',
  purpose: 'entry',
  reason: 'Entry rule',
  source: run.source,
  runId: run.runId,
  mode: run.mode,
  brokerId: run.brokerId,
  ...wanted,
});
