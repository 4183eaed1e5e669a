import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaperBroker } from '../../src/backend/brokers/paper/paper-broker.ts';
import { systemClock } from '../../src/backend/clock.ts';
import { type Database, HOUSE } from '../../src/backend/db/database.ts';
import {
  type ContractMinute,
  ContractMinutesOfDay,
  minuteValuesOf,
} from '../../src/backend/market/contracts/contract-minutes.ts';
import { EventHub } from '../../src/backend/notices/event-hub.ts';
import { writeLog } from '../../src/backend/notices/journal.ts';
import { createNotify } from '../../src/backend/notices/notify.ts';
import { Execution } from '../../src/backend/trading/execution.ts';
import { LegRunner } from '../../src/backend/trading/legs/leg-runner.ts';
import { loadTerms } from '../../src/backend/trading/trading-terms.ts';
import { ANGEL_ONE } from '../../src/engine/charges/plan.ts';
import { contractOf } from '../../src/engine/contracts/contract.ts';
import { expiriesByCalendar } from '../../src/engine/contracts/expiry-calendar.ts';
import { yearsTo } from '../../src/engine/contracts/expiry.ts';
import { KeptPremiums } from '../../src/engine/legs/kept-premiums.ts';
import { ModelledPremiums } from '../../src/engine/legs/modelled-premiums.ts';
import type { UnderlyingMinute } from '../../src/engine/legs/premiums.ts';
import { LegSimulator } from '../../src/engine/legs/simulate-legs.ts';
import { modelledPrice, onOptionTick } from '../../src/engine/options/option-model.ts';
import { seededRandom } from '../../src/engine/random.ts';
import { type LegDocument, type LegDocumentInput, LegDocumentSchema } from '../../src/shared/leg-document.ts';
import { istDayStart, MINUTE_MS } from '../../src/shared/time.ts';
import { addLegStrategy } from '../support/add-leg-strategy.ts';
import { seedForOne } from '../support/seed-for-one.ts';
import { openTestDatabase } from '../support/test-database.ts';

/**
 * One document with legs, the same kept minutes, two ways: the backtest over whole days, and the paper runner with its
 * execution and broker, to which each minute is played as four ticks. The legs, their contracts, quantities, prices and
 * minutes must be the same.
 *
 * What decides is one runtime, and both ask the same premiums for strikes and prices at a close. What still differs is how
 * prices come, and it is made alike here or left out by name:
 * - bid and ask: a backtest takes the recorded ones; the paper broker one tick. They are one tick from the last price here;
 * - a trail moves with every price on paper, and by earlier minutes in a backtest: it is left out;
 * - where one minute reaches stop and target a backtest takes the stop; paper takes what its path of prices comes to first:
 *   no document here has levels so near to each other;
 * - a minute in which a contract is not traded refuses an entry in a backtest; on paper the order waits for the next price:
 *   all strikes have all minutes here;
 * - money: a backtest has as much as it needs, paper rejects what margin does not allow: there is enough here;
 * - at the end of a day a backtest settles what expires; paper does it a minute later, at the same close: all is left before.
 */
const DAYS = ['2025-12-15', '2025-12-16'];
const EXPIRY = '2025-12-16';
const MINUTES = 375;
const STRIKES = Array.from({ length: 31 }, (_, index) => 25_250_00 + index * 50_00);
const OFFSETS_MS = [0, 15_000, 30_000, 45_000];
const TICK = 5;

/** Four prices of the index in each minute; a minute begins where the last one ended. */
const spotsOf = (seed: string): number[][] => {
  const random = seededRandom(seed);
  let spot = 26_000_00;
  return Array.from({ length: MINUTES }, () =>
    OFFSETS_MS.map((_, place) =>
      place === 0 ? spot : (spot = Math.round((spot * (1 + 0.00035 * random.normal())) / TICK) * TICK),
    ),
  );
};

interface Market {
  readonly day: string;
  readonly minutes: readonly UnderlyingMinute[];
  readonly prices: ReadonlyMap<number, readonly number[][]>;
  readonly chain: ContractMinutesOfDay;
}

const rangeOf = (prices: readonly number[]) => ({
  ...{ open: prices[0] ?? 0, high: Math.max(...prices), low: Math.min(...prices) },
  close: prices.at(-1) ?? 0,
});

const marketOn = (day: string): Market => {
  const spots = spotsOf(day);
  const start = (minute: number) => istDayStart(day) + (555 + minute) * MINUTE_MS;
  const prices = new Map<number, number[][]>();
  const bars: ContractMinute[] = [];
  for (const strike of STRIKES)
    for (const sign of [1, -1]) {
      let last = 0;
      const all = spots.map((some, minute) =>
        some.map((spot, place) => {
          const years = yearsTo(EXPIRY, start(minute) + (OFFSETS_MS[place] ?? 0));
          const price = onOptionTick(
            modelledPrice({ spot, years, level: 14 }, sign > 0 ? 'call' : 'put', strike),
          );
          // A minute begins where the last one ended, as with the index.
          return (last = place === 0 && minute > 0 ? last : Math.max(price, 2 * TICK));
        }),
      );
      prices.set(sign * strike, all);
      for (const [minute, some] of all.entries()) {
        const range = rangeOf(some);
        bars.push({
          ...{ signedStrike: sign * strike, time: start(minute), ...range, volume: 65, openInterest: 0 },
          ...{ bid: range.close - TICK, ask: range.close + TICK },
        });
      }
    }
  return {
    day,
    minutes: spots.map((some, minute) => ({ time: start(minute), ...rangeOf(some) })),
    prices,
    chain: new ContractMinutesOfDay(day, minuteValuesOf(day, bars)),
  };
};
const MARKETS = DAYS.map(marketOn);

const model = new ModelledPremiums({
  underlying: 'NIFTY',
  expiriesOn: (day) => expiriesByCalendar('NIFTY', day),
  volatilityOn: () => 14,
  volatilitySource: '',
});
const newPremiums = () =>
  new KeptPremiums({ exchange: 'NSE', underlying: 'NIFTY', isModelAllowed: false }, model);
const begin = (premiums: KeptPremiums, { day, chain }: Market): void =>
  premiums.begin({
    ...{ day, origin: 'minutes', expiries: expiriesByCalendar('NIFTY', day) },
    chains: new Map([[EXPIRY, chain]]),
  });

let folder = '';
let database: Database;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-same-legs-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedForOne(tx, istDayStart(DAYS[0] ?? '')));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const clock = (time: number): string => new Date(time + 5.5 * 3_600_000).toISOString().slice(5, 16);
const lineOf = (trade: {
  leg: number | null;
  symbol: string;
  quantity: number;
  enteredAt: number;
  entry: number;
  exitedAt: number;
  exit: number;
}): string =>
  `${trade.leg} ${trade.symbol} ${trade.quantity} in ${clock(trade.enteredAt)} at ${trade.entry}, out ${clock(trade.exitedAt)} at ${trade.exit}`;

const backtest = (document: LegDocument): string[] => {
  const premiums = newPremiums();
  const simulator = new LegSimulator({ document, exchange: 'NSE', premiums, plan: ANGEL_ONE });
  for (const market of MARKETS) {
    begin(premiums, market);
    simulator.runDay(market);
  }
  const { outcomes, minutesWithoutPrice } = simulator.results();
  expect(minutesWithoutPrice).toBe(0);
  return outcomes
    .flatMap(({ trades }) =>
      trades.map(({ side, quantity, entryPrice, exitPrice, ...trade }) =>
        lineOf({
          ...trade,
          ...{ quantity: side === 'buy' ? quantity : -quantity, entry: entryPrice, exit: exitPrice },
        }),
      ),
    )
    .sort();
};

/** Play the minutes to the runner. Tick by tick, with what it holds and waits for. */
const stream = async (document: LegDocument, runId: number): Promise<string[]> => {
  const row = await addLegStrategy(database, document, { name: `Legs ${runId}`, slippage_bp: 0 });
  const premiums = newPremiums();
  const run = { source: 'replay', runId, mode: 'test', brokerId: 1 } as const;
  const hub = new EventHub(systemClock);
  const sinks = { hub, notify: createNotify(hub, systemClock), writeLog, notifyFollowers: () => undefined };
  let minute: UnderlyingMinute = { time: 0, open: 0, high: 0, low: 0, close: 0 };
  const last = new Map<string, { price: number; at: number }>();
  const onFault = (_: number, error: unknown): Promise<void> =>
    Promise.reject(new Error('A fault.', { cause: error }));
  const lastPrice = (symbol: string) => last.get(symbol) ?? null;
  const execution: Execution = new Execution({
    ...{ database, sinks, run, lastPrice, onFault, broker: new PaperBroker(() => false) },
    block: () => null,
    fundsOf: (id) => legs.fundsOf(id),
    termsOf: async (id) => legs.termsOf(id) ?? loadTerms(database, id),
    onTrade: (trade) => legs.onTrade(trade),
  });
  const legs: LegRunner = new LegRunner({
    ...{ database, sinks, execution, run, lastPrice, onFault },
    marketOf: () => ({
      exchange: 'NSE',
      spot: minute.close,
      expiries: premiums.expiriesOn(),
      chainOf: (expiry, right) => premiums.chainAt(expiry, minute, right),
      priceOf: (symbol) => premiums.trackOf(symbol)?.closeAt(minute) ?? null,
    }),
    fundsOfLegs: () => 0,
    previousClose: () => null,
  });
  await execution.load();
  await legs.add(row, true);
  for (const market of MARKETS) {
    begin(premiums, market);
    for (const [index, one] of market.minutes.entries()) {
      minute = one;
      for (const [place, after] of OFFSETS_MS.entries()) {
        const time = one.time + after;
        const symbols = [...new Set([...execution.symbolsInUse(), ...legs.contracts()])].sort();
        const ticks = symbols.flatMap((symbol) => {
          const contract = contractOf(symbol);
          if (contract?.kind !== 'option') return [];
          const signed = contract.right === 'call' ? contract.strike : -contract.strike;
          const price = market.prices.get(signed)?.[index]?.[place];
          if (price === undefined) return [];
          last.set(symbol, { price, at: time });
          return [{ symbol, price, volume: 0, isGap: place === 0 }];
        });
        await execution.onTicks({ time, ticks });
      }
      await execution.squareOff(one.time + MINUTE_MS);
      await legs.onMinute(one.time + MINUTE_MS);
      await execution.writeMoved({ userId: null, write: () => Promise.resolve() });
    }
  }
  const positions = await database.read
    .selectFrom('positions')
    .selectAll()
    .where('strategy_id', '=', row.id)
    .orderBy('id')
    .execute();
  expect(positions.every(({ status }) => status === 'closed')).toBe(true);
  const startOf = (time: number) => Math.floor(time / MINUTE_MS) * MINUTE_MS;
  return positions
    .map((position) =>
      lineOf({
        ...{ leg: position.leg, symbol: position.symbol },
        quantity: position.side === 'long' ? position.entry_quantity : -position.entry_quantity,
        ...{ enteredAt: startOf(position.opened_at), exitedAt: startOf(position.closed_at ?? 0) },
        entry: position.entry_value / position.entry_quantity,
        exit: position.exit_value / position.entry_quantity,
      }),
    )
    .sort();
};

const leg = (
  kind: 'call' | 'put',
  more: Partial<LegDocumentInput['legs'][number]> = {},
): LegDocumentInput['legs'][number] => ({
  ...{ side: 'sell', kind, lots: 1, strike: { by: 'at-the-money', steps: 0 }, ...more },
});
const percent = (value: number) => ({
  of: 'premium' as const,
  distance: { kind: 'percent' as const, value },
});
const documentOf = (more: Partial<LegDocumentInput>) =>
  LegDocumentSchema.parse({
    ...{ version: 2, underlying: 'NIFTY', entry: { at: '09:20' }, exit: { at: '15:15' }, legs: [] },
    ...more,
  });

const DOCUMENTS: Readonly<Record<string, LegDocument>> = {
  'a straddle with stops': documentOf({
    legs: [leg('call', { stop: percent(25) }), leg('put', { stop: percent(25) })],
  }),
  'stops and targets that are entered again at once, and reversed': documentOf({
    legs: [
      leg('call', { stop: percent(10), onStop: { how: 'at-once', times: 3 }, target: percent(30) }),
      leg('put', { stop: percent(12), onStop: { how: 'reversed', times: 2 } }),
    ],
  }),
  'a strangle by premium that waits, and returns at cost': documentOf({
    legs: (['call', 'put'] as const).map((kind) =>
      leg(kind, {
        strike: { by: 'premium', rupees: 40, choose: 'nearest' },
        wait: { direction: 'down', distance: { kind: 'percent', value: 5 } },
        stop: percent(20),
        onStop: { how: 'at-cost', times: 2 },
      }),
    ),
  }),
  'an iron fly by delta, with a stop of all and stops moved to cost': documentOf({
    legs: [
      leg('call', { stop: percent(15) }),
      leg('put', { stop: percent(15) }),
      leg('call', { side: 'buy', strike: { by: 'delta', delta: 0.2 } }),
      leg('put', { side: 'buy', strike: { by: 'at-the-money', steps: 5 } }),
    ],
    structure: { stop: { kind: 'rupees', rupees: 2_000 }, moveToCost: 'all-legs' },
  }),
};

describe('the same kept minutes', () => {
  it.each(Object.entries(DOCUMENTS))('give %s the same trades, played and tested', async (name, document) => {
    const tested = backtest(document);
    expect(tested.length).toBeGreaterThanOrEqual(4);
    const runId = 1 + Object.keys(DOCUMENTS).indexOf(name);
    expect(await stream(document, runId)).toEqual(tested);
  });

  it('are judged: with another spread of the backtest they part', () => {
    const [document] = Object.values(DOCUMENTS);
    if (!document) throw new Error('There is no document.');
    const [market] = MARKETS;
    if (!market) throw new Error('There is no market.');
    const wide = market.chain.bars().map((bar) => ({ ...bar, bid: bar.close - 50, ask: bar.close + 50 }));
    const premiums = newPremiums();
    begin(premiums, {
      ...market,
      chain: new ContractMinutesOfDay(market.day, minuteValuesOf(market.day, wide)),
    });
    const simulator = new LegSimulator({ document, exchange: 'NSE', premiums, plan: ANGEL_ONE });
    simulator.runDay(market);
    const [trade] = simulator.results().outcomes[0]?.trades ?? [];
    expect(backtest(document).some((line) => line.includes(` at ${trade?.entryPrice},`))).toBe(false);
  });
});
