import type { EndpointAt, InputOf, OutputOf } from '../../src/shared/contract/endpoint.ts';
import type { CallId, TrickDeskContract } from '../../src/shared/contract/index.ts';
import type { Result } from '../../src/shared/failure.ts';
import { until } from './until.ts';

/** Steps of a user that fill a desktop. For tests and for pictures. */

type Input<Id extends CallId> = InputOf<EndpointAt<TrickDeskContract, Id>>;
type Output<Id extends CallId> = OutputOf<EndpointAt<TrickDeskContract, Id>>;

/** A call of the person who is signed in, which must succeed: a failure is thrown with its sentence. */
export type Ask = <Id extends CallId>(id: Id, input?: Input<Id> & object) => Promise<Output<Id>>;

/** Calls as the bridge makes them, into calls that must succeed. */
export const askOver =
  (call: (id: CallId, input: object, options: { idempotencyKey: string }) => Promise<unknown>): Ask =>
  async <Id extends CallId>(id: Id, input: Input<Id> & object = {} as Input<Id> & object) => {
    const result = (await call(id, input, { idempotencyKey: crypto.randomUUID() })) as Result<Output<Id>>;
    if (!result.ok) throw new Error(`${id}: ${result.failure.message}`);
    return result.value;
  };

const PATIENCE_MS = 60_000;

/** Ids of marketplace strategies that trade on minute bars. They soon do something. */
export const quickStrategies = async (ask: Ask, most = 100): Promise<number[]> => {
  const { rows } = await ask('home.marketplace', { timeframe: '1m', pageSize: most, sort: 'return' });
  return rows.map(({ strategyId }) => strategyId);
};

/** Clones strategies and starts the copies in test mode; answers the ids of the copies. */
export const cloneAndStart = async (ask: Ask, strategies: readonly number[]): Promise<number[]> => {
  const copies: number[] = [];
  for (const strategyId of strategies) {
    const copy = await ask('strategies.clone', { strategyId });
    await ask('strategies.start', { strategyId: copy.strategyId });
    copies.push(copy.strategyId);
  }
  return copies;
};

/** Add paise to the wallet by the sandbox, and wait. Until the money is there. */
export const addMoney = async (ask: Ask, amount: number): Promise<void> => {
  const before = (await ask('wallet.mine')).available;
  const { reference } = await ask('wallet.add', { amount, upiId: 'asha.rao@okbank' });
  await ask('wallet.sandbox', { reference, action: 'confirm' });
  await until('the money', async () => (await ask('wallet.mine')).available > before, PATIENCE_MS);
};

/**
 * Spend from the wallet what a new user spends. A watchlist and a ticket come at the end; `between` comes between two
 * payments.
 */
export const spend = async (ask: Ask, between: () => Promise<void> = async () => {}): Promise<void> => {
  await ask('wallet.activate');
  await between();
  await ask('wallet.topUp', { packageId: 'credit-500' });
  await between();
  await ask('subscription.buy', { planId: 'plus' });
  const { listId } = (await ask('watchlists.create', { name: 'Looked at' })).list;
  await ask('watchlists.add', {
    listId,
    entries: [
      { kind: 'symbol', text: 'NIFTY' },
      { kind: 'heading', text: 'Banks' },
      { kind: 'symbol', text: 'SBIN' },
    ],
  });
  await ask('tickets.add', {
    subject: 'Where is my invoice?',
    category: 'subscription',
    body: 'I bought the Plus plan and look for its invoice.',
  });
};

/** Backtest the first daily strategy of the marketplace. Over all days there are; waits for the result. */
export const runBacktest = async (ask: Ask): Promise<{ backtestId: number; strategyId: number }> => {
  const { rows } = await ask('home.marketplace', { pageSize: 1, timeframe: '1d' });
  const [strategy] = rows;
  if (!strategy) throw new Error('There is no daily strategy');
  const search = strategy.instruments[0] ?? '';
  const [instrument] = (await ask('market.instruments', { search })).instruments;
  const days = instrument?.history.find(
    ({ source, timeframe }) => source === 'simulated' && timeframe === '1d',
  );
  if (!days) throw new Error(`There is no history of ${search}`);
  const { strategyId, capital } = strategy;
  const { backtestId } = await ask('backtests.start', {
    strategyId,
    from_date: days.from,
    to_date: days.to,
    capital,
  });
  const finishedAt = async () => (await ask('backtests.list', { backtestId })).backtest?.finishedAt;
  await until('the backtest', finishedAt, PATIENCE_MS);
  return { backtestId, strategyId };
};
