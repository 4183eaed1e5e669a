import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import {
  addCharges,
  chargePaise,
  type Charges,
  chargesOnOrder,
  NO_CHARGES,
  totalCharges,
} from '../../../engine/charges/charges.ts';
import { paperPrice } from '../../brokers/paper/paper-broker.ts';
import { TARIFF } from '../../trading/position-charges.ts';
import type { TradingRun } from '../../trading/trading-run.ts';

let server: TestBackend;
let run: TradingRun;
let user: TestUser;
let userId = 0;
let people = 0;

const begin = async () => {
  user = await server.register(`net-${++people}`);
  userId = (await user.call('profile.mine')).id;
};

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  await server.backend.parts.marketRuns.whenOpen();
  run = server.backend.parts.marketRuns.simulated;
  run.session.pause();
});
afterAll(() => server.dispose());
beforeEach(begin);

const SYMBOL = 'ITC';
/** Slippage of the account by hand, basis points. */
const SLIPPAGE_BP = 2;

const last = (): number => run.shownPrice(SYMBOL)!.ltp;
let seconds = 0;
/** A price, and its market time: after all that was ordered. */
const tick = async (price: number, volume = 10_000_000): Promise<number> => {
  const time = run.session.now + ++seconds * 1_000;
  await run.execution.onTicks({ time, ticks: [{ symbol: SYMBOL, price, volume, isGap: false }] });
  return time;
};
let marks = 0;
const newMark = () => `net-${++marks}-of-a-test`;
type Side = 'buy' | 'sell';
const place = (side: Side, amount: number, order: object = {}, of = user) =>
  of.ask('manual.place', {
    ...{ symbol: SYMBOL, side, size: { by: 'quantity', amount }, type: 'market', product: 'intraday' },
    mark: newMark(),
    ...order,
  });
const placed = async (side: Side, amount: number, order: object = {}) => {
  const { status, body } = await place(side, amount, order);
  expect([status, body.message]).toEqual([200, expect.any(String)]);
  return body.data!.order;
};
const filled = async (side: Side, amount: number, order: object = {}) => {
  await placed(side, amount, order);
  return tick(last());
};
/** Open positions, the oldest first. */
const held = async () => {
  const { list } = await user.call('positions.open', { pageSize: 100 });
  return list.toSorted((a, b) => a.positionId - b.positionId);
};
const quantities = async () => (await held()).map(({ quantity }) => quantity);
const exits = () =>
  server.backend.parts.database.read
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('slot', '=', 'leaving')
    .execute();
const trades = () =>
  server.backend.parts.database.read
    .selectFrom('trades')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

describe('two purchases by hand', () => {
  beforeEach(async () => {
    await filled('buy', 100, { stopLoss: Math.round(last() * 0.9 * 0.2) * 5 });
    await filled('buy', 50);
    expect(await quantities()).toEqual([100, 50]);
  });

  it('are closed by one sale of all of it', async () => {
    await filled('sell', 150);
    expect(await held()).toEqual([]);
    expect((await trades()).map(({ quantity }) => quantity)).toEqual([100, 50]);
  });

  it('are reduced by a smaller sale, the oldest first; what is left keeps its levels', async () => {
    await filled('sell', 60);
    expect(await quantities()).toEqual([40, 50]);
    expect((await held()).map(({ stopLoss }) => stopLoss !== null)).toEqual([true, false]);
    await filled('sell', 60);
    expect(await quantities()).toEqual([30]);
    await filled('sell', 30);
    expect(await held()).toEqual([]);
  });

  it('are never sold beyond what is held, which the refusal says', async () => {
    const { status, body } = await place('sell', 200);
    expect([status, body.message, body.fields]).toEqual([
      422,
      'You hold 150 ITC by hand, and this order would close 200. Close what you hold first.',
      { size: 'must be at most 150' },
    ]);
    await tick(last());
    expect(await quantities()).toEqual([100, 50]);
  });

  it('are charged as one order is when they are sold, as its preview said', async () => {
    const price = last();
    // So much that two orders would pay the highest brokerage twice.
    await filled('buy', 700);
    const preview = await user.call('manual.preview', {
      ...{ symbol: SYMBOL, side: 'sell', type: 'market', product: 'intraday' },
      size: { by: 'quantity', amount: 850 },
    });
    expect(preview).toMatchObject({ effect: 'close', quantity: 850, problems: [] });
    const before = await chargedSoFar();
    await placed('sell', 850);
    await tick(price);
    const after = await chargedSoFar();
    expect(chargePaise(totalCharges(after) - totalCharges(before))).toBe(preview.charges.total);
  });

  it('are one sale for a mark, however often it is sent', async () => {
    const mark = newMark();
    const [one, two] = await Promise.all([place('sell', 120, { mark }), place('sell', 120, { mark })]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body.data?.order.orderId).toBe(two.body.data?.order.orderId);
    await tick(last());
    expect((await place('sell', 120, { mark })).body.data?.order.state).toBe('filled');
    await tick(last());
    expect(await quantities()).toEqual([30]);
  });

  it('are both as they were where their orders cannot be written, and are sold by the same mark later', async () => {
    const { database } = server.backend.parts;
    const original = database.write.bind(database);
    const write = vi.spyOn(database, 'write').mockImplementation((concern, work) =>
      original(concern, async (tx) => {
        const answer = await work(tx);
        const ordered = await tx.query
          .selectFrom('orders')
          .select('id')
          .where('user_id', '=', userId)
          .where('slot', '=', 'leaving')
          .execute();
        if (ordered.length > 0) throw new Error('The disk is full.');
        return answer;
      }),
    );
    const mark = newMark();
    expect((await place('sell', 150, { mark })).status).toBeGreaterThanOrEqual(500);
    write.mockRestore();
    expect(await exits()).toEqual([]);
    await tick(last());
    expect(await quantities()).toEqual([100, 50]);
    expect((await place('sell', 150, { mark })).status).toBe(200);
    await tick(last());
    expect(await held()).toEqual([]);
  });

  it('leave another product alone, and are closed where nothing is held in the own one', async () => {
    await filled('buy', 10, { product: 'delivery' });
    await filled('sell', 10, { product: 'delivery' });
    expect(await quantities()).toEqual([100, 50]);
    await filled('sell', 110, { product: 'delivery' });
    expect(await quantities()).toEqual([40]);
  });

  it('are sold in parts where the market has no room: nothing more is sold meanwhile', async () => {
    const price = last();
    await placed('sell', 150);
    await tick(price, 200);
    expect(await quantities()).toEqual([50, 50]);
    const { status, body } = await place('sell', 100);
    expect([status, body.message]).toEqual([
      409,
      'Some of ITC is being closed already, so nothing more was ordered. Wait for that order, or cancel it.',
    ]);
    await tick(price, 200);
    await tick(price, 200);
    expect(await held()).toEqual([]);
    expect(await exits()).toHaveLength(2);
  });

  it('are both left alone while one of them is being closed', async () => {
    const [, young] = await held();
    await user.call('manual.close', { positionId: young!.positionId, quantity: 20 });
    expect((await place('sell', 120)).body.code).toBe('conflict');
    expect(await exits()).toHaveLength(1);
    await tick(last());
    expect(await quantities()).toEqual([100, 30]);
    // The oldest alone is not held up by it.
    await filled('sell', 100);
    expect(await quantities()).toEqual([30]);
  });

  it('keep what a stop has closed meanwhile out of a sale', async () => {
    const [old] = await held();
    await user.call('manual.protect', {
      positionId: old!.positionId,
      stopLoss: Math.round(last() * 0.19) * 5,
    });
    await tick(Math.round(last() * 0.18) * 5);
    expect(await quantities()).toEqual([50]);
    expect((await place('sell', 150)).body.message).toBe(
      'You hold 50 ITC by hand, and this order would close 150. Close what you hold first.',
    );
  });
});

/** Charges of all trades and of what is held, in units. */
const chargedSoFar = async (): Promise<Charges> => {
  const positions = await server.backend.parts.database.read
    .selectFrom('positions')
    .select('charges_json')
    .where('user_id', '=', userId)
    .execute();
  return positions.reduce<Charges>(
    (sum, { charges_json: json }) => addCharges(sum, JSON.parse(json) as Charges),
    NO_CHARGES,
  );
};

describe('a net position', () => {
  let ids: number[] = [];
  beforeEach(async () => {
    await filled('buy', 100);
    await filled('buy', 50);
    ids = (await held()).map(({ positionId }) => positionId);
  });

  it('is closed with all of its parts', async () => {
    const { orders } = await user.call('manual.closeNet', { positionIds: ids });
    expect(orders.map(({ quantity, state }) => [quantity, state])).toEqual([
      [100, 'open'],
      [50, 'open'],
    ]);
    await tick(last());
    expect(await held()).toEqual([]);
  });

  it('is closed in part, the oldest first', async () => {
    await user.call('manual.closeNet', { positionIds: ids.toReversed(), quantity: 110 });
    await tick(last());
    expect(await quantities()).toEqual([40]);
  });

  it('is closed once for a key, and what is being closed already is as it was wanted', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const ask = () => user.ask('manual.closeNet', { positionIds: ids, quantity: 70 }, headers);
    const answers = await Promise.all([ask(), ask()]);
    expect(answers.map(({ status }) => status)).toContain(200);
    await tick(last());
    expect((await ask()).status).toBe(200);
    await tick(last());
    expect(await quantities()).toEqual([30, 50]);
    await user.call('manual.close', { positionId: ids[0]! });
    const { orders } = await user.call('manual.closeNet', { positionIds: ids });
    expect(orders.map(({ quantity }) => quantity)).toEqual([50]);
    expect((await user.call('manual.closeNet', { positionIds: ids })).orders).toHaveLength(2);
    await tick(last());
    expect(await held()).toEqual([]);
  });

  it('is not closed beyond what it has, nor with another', async () => {
    const tooMany = await user.ask('manual.closeNet', { positionIds: ids, quantity: 151 });
    expect([tooMany.status, tooMany.body.message]).toEqual([
      400,
      'The position has 150, and no more can be closed.',
    ]);
    await filled('buy', 10, { product: 'delivery' });
    const all = (await held()).map(({ positionId }) => positionId);
    const mixed = await user.ask('manual.closeNet', { positionIds: all });
    expect([mixed.status, mixed.body.message]).toEqual([
      400,
      'Only positions of one symbol, side and product are closed together.',
    ]);
    await user.call('manual.close', { positionId: ids[1]!, quantity: 5 });
    expect((await user.ask('manual.closeNet', { positionIds: ids })).body.code).toBe('conflict');
    await tick(last());
    expect(await quantities()).toEqual([100, 45, 10]);
  });

  it("is nobody else's", async () => {
    const stranger = await server.register(`net-${++people}`);
    await place('buy', 10, {}, stranger);
    await tick(last());
    const answer = await stranger.ask('manual.closeNet', { positionIds: ids });
    expect([answer.status, answer.body.message]).toEqual([404, expect.any(String)]);
    await tick(last());
    expect(await quantities()).toEqual([100, 50]);
  });
});

/** A plain account that sells first what it bought first. Money in paise, charges in units. */
class FirstInFirstOut {
  private lots: { quantity: number; price: number }[] = [];
  gross = 0;
  charges: Charges = NO_CHARGES;

  /** Units held: above zero bought, below zero sold. */
  get net(): number {
    return this.lots.reduce((sum, { quantity }) => sum + quantity, 0);
  }

  /** Whether an order is accepted. One that would turn the position around is not. */
  accepts(side: Side, quantity: number): boolean {
    const signed = side === 'buy' ? quantity : -quantity;
    return this.net === 0 || Math.sign(this.net) === Math.sign(signed) || quantity <= Math.abs(this.net);
  }

  fill(side: Side, quantity: number, price: number, time: number): void {
    const order = { segment: 'intraday', side, turnoverPaise: quantity * price, time } as const;
    this.charges = addCharges(this.charges, chargesOnOrder(order, TARIFF));
    const sign = side === 'buy' ? 1 : -1;
    if (this.net * sign >= 0) {
      this.lots.push({ quantity: sign * quantity, price });
      return;
    }
    for (let left = quantity; left > 0;) {
      const lot = this.lots[0]!;
      const units = Math.min(left, Math.abs(lot.quantity));
      this.gross += units * (price - lot.price) * -sign;
      lot.quantity += sign * units;
      left -= units;
      if (lot.quantity === 0) this.lots.shift();
    }
  }
}

it(
  'trades as an account does that sells first what it bought first, to the paisa',
  { timeout: 300_000 },
  async () => {
    const step = fc.record({
      side: fc.constantFrom<Side>('buy', 'sell'),
      quantity: fc.integer({ min: 1, max: 60 }),
      move: fc.integer({ min: -60, max: 60 }),
      isByNet: fc.boolean(),
    });
    const base = Math.round(last() / 10) * 10;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        await begin();
        await user.call('manual.setAccount', { capital: 100_00_00_000_00, maxLossPerDay: null });
        const model = new FirstInFirstOut();
        const apply = async (side: Side, quantity: number, price: number, isByNet: boolean) => {
          const isClosing = model.net !== 0 && Math.sign(model.net) !== (side === 'buy' ? 1 : -1);
          const positionIds = (await held()).map(({ positionId }) => positionId);
          const answer =
            isByNet && isClosing
              ? await user.ask('manual.closeNet', { positionIds, quantity })
              : await place(side, quantity);
          expect(answer.status === 200, answer.body.message).toBe(model.accepts(side, quantity));
          const time = await tick(price);
          if (answer.status === 200)
            model.fill(side, quantity, paperPrice(SYMBOL, side, price, SLIPPAGE_BP, time), time);
          const rows = await quantities();
          expect(new Set(rows.map(Math.sign)).size).toBeLessThanOrEqual(1);
          expect(rows.reduce((sum, units) => sum + units, 0)).toBe(model.net);
          const gross = (await trades()).reduce((sum, trade) => sum + trade.gross, 0);
          expect(gross).toBe(model.gross);
        };
        for (const { side, quantity, move, isByNet } of steps)
          await apply(side, quantity, base + move * 10, isByNet);
        if (model.net !== 0) await apply(model.net > 0 ? 'sell' : 'buy', Math.abs(model.net), base, true);
        expect(await held()).toEqual([]);
        expect(await chargedSoFar()).toEqual(model.charges);
      }),
      { numRuns: 12 },
    );
  },
);
