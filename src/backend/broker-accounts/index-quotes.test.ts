import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { type Broker, type BrokerQuote, BrokerTrouble } from '../brokers/broker.ts';
import { IndexQuotes } from './index-quotes.ts';

const MORNING = Date.parse('2026-11-20T10:00:00+05:30');
let now = MORNING;
type Session = Pick<Broker, 'quotes'>;
let session: Session | null = null;
let asked: PromiseWithResolvers<BrokerQuote[]>[] = [];
let indices: IndexQuotes;

const quote = (price: number, at: number | null = now): BrokerQuote => ({
  ...{ exchange: 'NSE', token: '99926000', price, close: 26_000_00 },
  ...{ upperCircuit: null, lowerCircuit: null, at },
});
const latest = () => indices.latest(['NIFTY']).get('NIFTY');
const newSession = (): Session => ({
  quotes: () => {
    const turn = Promise.withResolvers<BrokerQuote[]>();
    asked.push(turn);
    return turn.promise;
  },
});
const settled = () => new Promise(setImmediate);
const answer = async (turn: number, ...quotes: BrokerQuote[]) => {
  asked[turn]?.resolve(quotes);
  await settled();
};

beforeEach(() => {
  [now, session, asked] = [MORNING, newSession(), []];
  indices = new IndexQuotes({
    broker: () => session,
    clock: { now: () => now },
    logger: pino({ level: 'silent' }),
  });
});

it('a broker that is slow to answer is not asked again meanwhile', async () => {
  latest();
  now += 20_000;
  latest();
  expect(asked).toHaveLength(1);
  await answer(0, quote(26_100_00));
  now += 5_000;
  expect(latest()?.price).toBe(26_100_00);
  expect(asked).toHaveLength(2);
});

it('after the clock was put back they are asked for as before', async () => {
  latest();
  await answer(0, quote(26_100_00));
  now -= 3_600_000;
  latest();
  expect(asked).toHaveLength(2);
});

it('what was asked of a session that has ended is not kept', async () => {
  latest();
  session = null;
  await answer(0, quote(26_100_00));
  session = newSession();
  expect(latest()).toBeUndefined();
});

it('a broker that does not answer any more leaves none that stands as of now', async () => {
  latest();
  await answer(0, quote(26_100_00));
  for (let turn = 1; turn <= 12; turn++) {
    now += 5_000;
    latest();
    asked[turn]?.reject(new BrokerTrouble('unreachable', 'No answer.'));
    await settled();
  }
  expect(latest()?.price).toBe(26_100_00);
  now += 5_000;
  expect(latest()).toBeUndefined();
});

it('one without a time is of the last session while the market is closed', async () => {
  now = Date.parse('2026-11-22T12:00:00+05:30');
  latest();
  await answer(0, quote(26_100_00, null));
  expect(latest()?.at).toBe(Date.parse('2026-11-20T15:35:00+05:30'));
});

it('a broker that is asked too much is left alone for a minute: its pauses hold orders back too', async () => {
  latest();
  asked[0]?.reject(new BrokerTrouble('rate', 'Too much is being asked.'));
  await settled();
  now += 55_000;
  latest();
  expect(asked).toHaveLength(1);
  now += 5_000;
  latest();
  expect(asked).toHaveLength(2);
});
