import type { BrokerInstrument } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { EventSinks } from '../trading/announce.ts';
import { contractKey } from './contract-key.ts';

interface NoticeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sinks: EventSinks;
  readonly userId: number;
}

/** Log that a symbol is traded as another contract from today on. Nothing where it is the same. */
export const notifyRoll = async (
  { sinks, database, clock, userId }: NoticeDeps,
  before: BrokerInstrument | undefined,
  now: BrokerInstrument,
): Promise<void> => {
  if (!before || contractKey(before) === contractKey(now)) return;
  const text = `${now.symbol} is traded as ${now.tradingSymbol} from today on. What is held of ${before.tradingSymbol} keeps its own prices and stops.`;
  await database.write(userId, (tx) =>
    sinks.writeLog(tx, {
      userId,
      kind: 'trading',
      level: 'info',
      topic: 'roll',
      text,
      strategyId: null,
      at: clock.now(),
    }),
  );
};

/** Notify of a symbol that the broker does not list any more. */
export const notifyUnlisted = async (
  { sinks, database, userId }: NoticeDeps,
  symbol: string,
): Promise<void> => {
  await database.write(userId, (tx) =>
    sinks.notify(tx, userId, 'broker', {
      title: `${symbol} is not listed`,
      body: `${symbol} is not in the broker's list of today: delisted, renamed or demerged. Strategies get no prices of it and enter nothing in it; what is held of it keeps its stop. Change their rules, or look in the broker's app.`,
      link: '/my-strategies',
      isCritical: true,
    }),
  );
};
