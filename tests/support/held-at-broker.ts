import type { BrokerInstrument } from '../../src/backend/brokers/broker.ts';
import type { Database } from '../../src/backend/db/database.ts';
import { NO_CHARGES } from '../../src/engine/charges/charges.ts';
import { NO_ATR, openProtection } from '../../src/engine/protection.ts';

const QUANTITY = 10;

interface Holder {
  readonly userId: number;
  readonly runId: number;
  readonly at: number;
}

interface Held {
  readonly strategyId: number;
  readonly instrument: BrokerInstrument;
  /** Paise. */
  readonly price: number;
}

/** Write open live positions without stop or target, as if bought before. */
export const holdAtBroker = (
  database: Database,
  { userId, runId, at }: Holder,
  held: readonly Held[],
): Promise<unknown> =>
  database.write(userId, (tx) =>
    tx.query
      .insertInto('positions')
      .values(
        held.map(({ strategyId, instrument, price }) => ({
          user_id: userId,
          strategy_id: strategyId,
          symbol: instrument.symbol,
          mode: 'live' as const,
          source: 'broker' as const,
          run_id: runId,
          side: 'long' as const,
          product: 'delivery' as const,
          status: 'open' as const,
          quantity: QUANTITY,
          entry_quantity: QUANTITY,
          entry_value: QUANTITY * price,
          exit_value: 0,
          charges_json: JSON.stringify(NO_CHARGES),
          entry_charges_json: JSON.stringify(NO_CHARGES),
          protection_json: JSON.stringify(
            openProtection(
              { stopLoss: null, target: null, trailing: null, partialExits: [] },
              { side: 'long', entryPrice: price, tickSize: instrument.tickSize, atr: NO_ATR },
            ),
          ),
          stop_loss: null,
          target: null,
          entry_reason: 'Sample',
          opened_at: at,
          closed_at: null,
          instrument_json: JSON.stringify(instrument),
        })),
      )
      .execute(),
  );
