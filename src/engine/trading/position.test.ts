import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderSlot, OrderState } from '../../shared/order-states.ts';
import { isAtBroker } from './order.ts';
import {
  backOffMs,
  nextStep,
  type PlannedOrder,
  type PositionCase,
  type PositionStep,
  protectionOf,
  type ProtectionSituation,
  steppedTrigger,
  type WantedExit,
} from './position.ts';

const STOP = 396_00;
const HELD: PositionCase = {
  quantity: 10,
  covered: 10,
  most: Number.POSITIVE_INFINITY,
  stop: STOP,
  isPassed: false,
  stopNextAt: 0,
  exits: [],
  orders: [],
  now: 1_000,
  canSend: true,
  isHeldBack: false,
};
const order = (slot: OrderSlot, state: OrderState, change: Partial<PlannedOrder> = {}): PlannedOrder => {
  const remaining = change.remaining ?? 10;
  return {
    id: 1,
    slot,
    state,
    pending: null,
    remaining,
    most: remaining,
    trigger: slot === 'resting-stop' ? STOP : null,
    exitId: null,
    nextAt: 0,
    cancelNextAt: 0,
    ...change,
  };
};
const wish = (quantity: number | null, id = 1, nextAt = 0): WantedExit => ({ id, quantity, nextAt });
const restingStop = (change: Partial<PlannedOrder> = {}) => order('resting-stop', 'waiting', change);
const nothing: PositionStep = { do: 'nothing' };

describe('the next step of a live position', () => {
  it.each<readonly [string, Partial<PositionCase>, PositionStep]>([
    ['places its stop', {}, { do: 'place-stop', quantity: 10, trigger: STOP }],
    ['places a stop for what is there', { covered: 6 }, { do: 'place-stop', quantity: 6, trigger: STOP }],
    [
      'places a stop for as much as the exchange takes in one order',
      { most: 6 },
      { do: 'place-stop', quantity: 6, trigger: STOP },
    ],
    ['leaves such a stop as it is', { most: 6, orders: [restingStop({ remaining: 6 })] }, nothing],
    [
      'makes a stop smaller that the exchange would not take today',
      { most: 6, orders: [restingStop()] },
      { do: 'change-stop', orderId: 1, quantity: 6, trigger: STOP },
    ],
    [
      'leaves in as many orders as the exchange wants',
      { most: 6, exits: [wish(null)] },
      { do: 'attempt-exit', exitId: 1, quantity: 6 },
    ],
    [
      'has the rest follow beside the first',
      { most: 6, exits: [wish(null)], orders: [order('leaving', 'open', { remaining: 6, exitId: 1 })] },
      { do: 'attempt-exit', exitId: 1, quantity: 4 },
    ],
    [
      'sends of what is written as much as the exchange takes',
      { most: 6, exits: [wish(null)], orders: [order('leaving', 'intended', { exitId: 1 })] },
      { do: 'send-exit', orderId: 1, quantity: 6 },
    ],
    ['places no stop for nothing', { covered: 0 }, nothing],
    ['places no stop where it has none', { stop: null }, nothing],
    [
      'takes back what is written to leave once all that the account still holds is leaving',
      {
        covered: 6,
        exits: [wish(null)],
        orders: [
          order('leaving', 'open', { id: 2, remaining: 6, exitId: 1 }),
          order('leaving', 'intended', { id: 3, remaining: 4, exitId: 1 }),
        ],
      },
      { do: 'withdraw', orderId: 3 },
    ],
    ['waits after a refusal', { stopNextAt: 1_001 }, nothing],
    ['wants the exit once the price is beyond', { isPassed: true }, { do: 'want-exit' }],
    ['waits for the market', { canSend: false }, nothing],
    ['sends nothing new while the account differs', { isHeldBack: true }, nothing],
    ['is content with a stop that rests as it should', { orders: [restingStop()] }, nothing],
    [
      'follows its level',
      { orders: [restingStop({ trigger: 395_00 })] },
      { do: 'change-stop', orderId: 1, quantity: 10, trigger: STOP },
    ],
    [
      'follows its quantity',
      { orders: [restingStop({ remaining: 6 })] },
      { do: 'change-stop', orderId: 1, quantity: 10, trigger: STOP },
    ],
    [
      'asks again after a change whose answer was lost',
      { orders: [restingStop({ most: 12 })] },
      { do: 'change-stop', orderId: 1, quantity: 10, trigger: STOP },
    ],
    [
      'takes the stop back when it has no level',
      { stop: null, orders: [restingStop()] },
      { do: 'cancel', orderId: 1 },
    ],
    [
      'takes the stop back when nothing is there',
      { covered: 0, orders: [restingStop()] },
      { do: 'cancel', orderId: 1 },
    ],
    [
      'takes a second stop back',
      { orders: [restingStop(), restingStop({ id: 2 })] },
      { do: 'cancel', orderId: 2 },
    ],
    [
      'makes no stop larger while the account differs',
      { isHeldBack: true, orders: [restingStop({ remaining: 6 })] },
      nothing,
    ],
    [
      'makes a stop smaller all the same',
      { isHeldBack: true, covered: 4, orders: [restingStop()] },
      { do: 'change-stop', orderId: 1, quantity: 4, trigger: STOP },
    ],
    ['leaves alone what is in doubt', { orders: [order('resting-stop', 'unknown')] }, nothing],
    [
      'leaves alone what was just asked',
      { orders: [restingStop({ remaining: 6, pending: 'change' })] },
      nothing,
    ],
    ['leaves alone what is to wait', { orders: [restingStop({ remaining: 6, nextAt: 1_001 })] }, nothing],
    [
      'takes back the stop of what leaves, though its change is to wait',
      { exits: [wish(null)], orders: [restingStop({ nextAt: 1_001 })] },
      { do: 'cancel', orderId: 1 },
    ],
    [
      'takes back a stop that is not wanted any more, though its change is to wait',
      { stop: null, orders: [restingStop({ nextAt: 1_001 })] },
      { do: 'cancel', orderId: 1 },
    ],
    [
      'does not ask for a cancellation that is to wait',
      { exits: [wish(null)], orders: [restingStop({ cancelNextAt: 1_001 })] },
      nothing,
    ],
    [
      'leaves alone what is in the market',
      { orders: [order('resting-stop', 'triggered', { remaining: 6 })] },
      nothing,
    ],
    ['rests no stop beside an exit whose wish is gone', { orders: [order('leaving', 'open')] }, nothing],
    [
      'leaves room for an exit whose wish is gone',
      { orders: [restingStop({ remaining: 6 }), order('leaving', 'open', { id: 2, remaining: 4 })] },
      nothing,
    ],
    [
      'takes back an exit whose wish is gone',
      { orders: [order('leaving', 'open', { exitId: 1 })] },
      { do: 'cancel', orderId: 1 },
    ],
    [
      'takes an exit whose wish is gone back again only after a while',
      { orders: [order('leaving', 'open', { exitId: 1, cancelNextAt: 1_001 })] },
      nothing,
    ],
    [
      'withdraws an exit that was never sent and is not wanted any more',
      { orders: [order('leaving', 'intended')] },
      { do: 'withdraw', orderId: 1 },
    ],
  ])('to be kept %s', (_what, change, step) => {
    expect(nextStep({ ...HELD, ...change })).toEqual(step);
  });

  it.each<readonly [string, Partial<PositionCase>, PositionStep]>([
    ['writes an attempt', { exits: [wish(null)] }, { do: 'attempt-exit', exitId: 1, quantity: 10 }],
    ['writes no attempt before its time', { exits: [wish(null, 1, 1_001)] }, nothing],
    [
      'writes no attempt at more than is there',
      { exits: [wish(null)], covered: 6 },
      { do: 'attempt-exit', exitId: 1, quantity: 6 },
    ],
    [
      'first takes the stop back',
      { exits: [wish(null)], orders: [restingStop()] },
      { do: 'cancel', orderId: 1 },
    ],
    [
      'in part lets the stop of what stays follow its level',
      {
        exits: [wish(4)],
        orders: [
          restingStop({ remaining: 6, most: 6, trigger: 395_00 }),
          order('leaving', 'open', { id: 2, remaining: 4, exitId: 1 }),
        ],
      },
      { do: 'change-stop', orderId: 1, quantity: 6, trigger: STOP },
    ],
    [
      'in part takes the stop of what stays back where it has no level any more',
      {
        exits: [wish(4)],
        stop: null,
        orders: [
          restingStop({ remaining: 6, most: 6 }),
          order('leaving', 'open', { id: 2, remaining: 4, exitId: 1 }),
        ],
      },
      { do: 'cancel', orderId: 1 },
    ],
    [
      'in part first makes the stop smaller',
      { exits: [wish(4)], orders: [restingStop()] },
      { do: 'change-stop', orderId: 1, quantity: 6, trigger: STOP },
    ],
    [
      'in part leaves beside the smaller stop',
      { exits: [wish(4)], orders: [restingStop({ remaining: 6 })] },
      { do: 'attempt-exit', exitId: 1, quantity: 4 },
    ],
    [
      'waits while the smaller stop is not certain',
      { exits: [wish(4)], orders: [restingStop({ remaining: 6, most: 10, pending: 'change' })] },
      nothing,
    ],
    [
      'sends its written attempt',
      { exits: [wish(null)], orders: [order('leaving', 'intended')] },
      { do: 'send-exit', orderId: 1, quantity: 10 },
    ],
    [
      'withdraws an attempt beside one that takes all',
      { exits: [wish(null)], orders: [order('leaving', 'open'), order('leaving', 'intended', { id: 2 })] },
      { do: 'withdraw', orderId: 2 },
    ],
    [
      'in two parts tries the one again that failed, and not the one under way',
      { exits: [wish(3, 1), wish(5, 2)], orders: [order('leaving', 'open', { remaining: 3, exitId: 1 })] },
      { do: 'attempt-exit', exitId: 2, quantity: 5 },
    ],
    [
      'takes back the part that is not wanted any more, and not the other',
      {
        exits: [wish(5, 2)],
        orders: [
          order('leaving', 'open', { id: 2, remaining: 5, exitId: 2 }),
          order('leaving', 'open', { id: 3, remaining: 3, exitId: 1 }),
        ],
      },
      { do: 'cancel', orderId: 3 },
    ],
    [
      'sends no attempt at a part that is not wanted any more',
      { exits: [wish(3, 2)], orders: [order('leaving', 'intended', { remaining: 4, exitId: 1 })] },
      { do: 'withdraw', orderId: 1 },
    ],
    [
      'as a whole waits for its time, whatever part is wanted as well',
      { exits: [wish(null, 1, 1_001), wish(1, 2)] },
      nothing,
    ],
    [
      'waits for an attempt in doubt',
      { exits: [wish(null)], orders: [order('leaving', 'unknown')] },
      nothing,
    ],
    [
      'waits for a stop in doubt',
      { exits: [wish(null)], orders: [order('resting-stop', 'unknown')] },
      nothing,
    ],
    [
      'takes back a stop in the market: the exit follows the newer price',
      { exits: [wish(null)], orders: [order('resting-stop', 'triggered')] },
      { do: 'cancel', orderId: 1 },
    ],
    [
      'takes back the rest of its entry',
      { exits: [wish(null)], orders: [order('entry', 'open')] },
      { do: 'cancel', orderId: 1 },
    ],
    [
      'keeps what rests until the market takes orders',
      { exits: [wish(null)], canSend: false, orders: [restingStop()] },
      nothing,
    ],
    [
      'keeps what rests while the account differs',
      { exits: [wish(null)], isHeldBack: true, orders: [restingStop()] },
      nothing,
    ],
  ])('to be left %s', (_what, change, step) => {
    expect(nextStep({ ...HELD, ...change })).toEqual(step);
  });

  it('that is over cancels whatever is left of it', () => {
    for (const slot of ['entry', 'resting-stop', 'leaving'] as const) {
      const over = { ...HELD, quantity: 0, covered: 0 };
      expect(nextStep({ ...over, orders: [order(slot, 'open')] })).toEqual({ do: 'cancel', orderId: 1 });
      expect(nextStep({ ...over, orders: [order(slot, 'intended')] })).toEqual({
        do: 'withdraw',
        orderId: 1,
      });
      expect(nextStep({ ...over, orders: [order(slot, 'unknown')] })).toEqual(nothing);
    }
  });
});

/** An order as it truly is at the broker, beside its record. */
interface ModelOrder {
  written: PlannedOrder;
  isThere: boolean;
  left: number;
  trigger: number | null;
  /** Filled and not reported yet. */
  unseen: number;
}

const OUTCOMES = ['taken', 'refused', 'lost and done', 'lost and not done'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** A position and its account where answers and reports go astray. They may be lost and late. */
class Model {
  account = 10;
  quantity = 10;
  private exits: WantedExit[] = [];
  private orders: ModelOrder[] = [];
  private isPassed = false;
  private canSend = true;
  private isHeldBack = false;
  private byHand = 0;
  private ids = 0;
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get position(): PositionCase {
    return {
      ...HELD,
      quantity: this.quantity,
      covered: Math.max(0, this.quantity - this.byHand),
      most: this.most,
      exits: this.exits,
      orders: this.orders.map(({ written }) => written),
      isPassed: this.isPassed,
      canSend: this.canSend,
      isHeldBack: this.isHeldBack,
    };
  }

  get rests(): readonly ModelOrder[] {
    return this.orders;
  }

  /** Do one step with an outcome. Returns whether there was one. */
  step(outcome: Outcome): boolean {
    const step = nextStep(this.position);
    if (step.do === 'nothing') return false;
    this.expectRoom(step);
    const known = 'orderId' in step ? this.find(step.orderId) : undefined;
    if (step.do === 'withdraw') this.drop(known!);
    if (step.do === 'want-exit') this.exits = [...this.exits, wish(null, ++this.ids)];
    if (step.do === 'attempt-exit') this.add('leaving', 'intended', step.quantity, null, step.exitId);
    if (step.do === 'place-stop')
      this.send(this.add('resting-stop', 'intended', step.quantity, step.trigger), step.quantity, outcome);
    if (step.do === 'send-exit') this.send(known!, step.quantity, outcome);
    if (step.do === 'cancel') this.cancel(known!, outcome);
    if (step.do === 'change-stop') this.change(known!, step.quantity, step.trigger, outcome);
    return true;
  }

  /** Expect that orders side by side never fill more than is covered. That is what the account has for the position. */
  private expectRoom(step: PositionStep): void {
    const { orders, covered } = this.position;
    const out = orders.filter(
      ({ id, slot, state }) =>
        slot !== 'entry' && state !== 'intended' && !(step.do === 'change-stop' && step.orderId === id),
    );
    const sum = out.reduce((total, { most }) => total + most, 0);
    if ('quantity' in step) expect(step.quantity).toBeLessThanOrEqual(this.most);
    if (step.do === 'place-stop' || step.do === 'send-exit')
      expect(sum + step.quantity).toBeLessThanOrEqual(covered);
    // What is made smaller may still come to too much; it is never made larger beyond what is there.
    if (step.do === 'change-stop' && step.quantity > (this.find(step.orderId)?.written.most ?? 0))
      expect(sum + step.quantity).toBeLessThanOrEqual(covered);
  }

  private find(id: number): ModelOrder | undefined {
    return this.orders.find(({ written }) => written.id === id);
  }

  private drop(one: ModelOrder): void {
    this.orders = this.orders.filter((other) => other !== one);
  }

  private add(
    slot: OrderSlot,
    state: OrderState,
    remaining: number,
    trigger: number | null,
    exitId: number | null = null,
  ): ModelOrder {
    const written = order(slot, state, { id: ++this.ids, remaining, trigger, exitId });
    const one = { written, isThere: false, left: 0, trigger, unseen: 0 };
    this.orders = [...this.orders, one];
    return one;
  }

  private write(one: ModelOrder, change: Partial<PlannedOrder>): void {
    one.written = { ...one.written, ...change };
  }

  private send(one: ModelOrder, quantity: number, outcome: Outcome): void {
    if (outcome === 'refused') return this.drop(one);
    const isDone = outcome !== 'lost and not done';
    Object.assign(one, { isThere: isDone, left: isDone ? quantity : 0 });
    const state = outcome === 'taken' ? 'accepted' : 'unknown';
    this.write(one, { state, remaining: quantity, most: quantity });
  }

  private cancel(one: ModelOrder, outcome: Outcome): void {
    if (outcome === 'refused') return;
    this.write(one, { pending: 'cancel' });
    if (outcome !== 'lost and not done') one.isThere = false;
  }

  private change(one: ModelOrder, quantity: number, trigger: number, outcome: Outcome): void {
    if (outcome === 'refused') return;
    const isPossible = one.isThere && outcome !== 'lost and not done';
    if (isPossible) Object.assign(one, { left: Math.max(0, quantity - one.unseen), trigger });
    if (outcome === 'taken' && isPossible) this.write(one, { remaining: quantity, most: quantity, trigger });
    else this.write(one, { pending: 'change', most: Math.max(one.written.most, quantity) });
  }

  /** The broker fills a part of an order; it is heard of later. */
  fill(index: number, part: number): void {
    const one = this.orders[index % Math.max(1, this.orders.length)];
    const quantity = Math.min(part, one?.left ?? 0);
    if (!one?.isThere || quantity === 0 || (one.trigger !== null && !this.isPassed)) return;
    one.left -= quantity;
    one.unseen += quantity;
    this.account -= quantity;
  }

  /** A book tells all about an order; of one that is not there only that. */
  report(index: number): void {
    const one = this.orders[index % Math.max(1, this.orders.length)];
    if (!one || one.written.state === 'intended') return;
    const isInMarket = one.trigger !== null && this.isPassed;
    const filled = one.unseen;
    one.unseen = 0;
    this.quantity -= filled;
    this.exits = this.quantity === 0 ? [] : this.exits;
    if (one.written.slot === 'leaving' && filled > 0)
      this.exits = this.exits
        .map((exit) =>
          exit.quantity === null || exit.id !== one.written.exitId
            ? exit
            : { ...exit, quantity: exit.quantity - filled },
        )
        .filter(({ quantity }) => quantity === null || quantity > 0);
    if (!one.isThere || one.left === 0) return this.drop(one);
    const at = one.trigger === null ? 'open' : isInMarket ? 'triggered' : 'waiting';
    const state: OrderState = one.written.state === 'triggered' ? 'triggered' : at;
    this.write(one, { state, pending: null, remaining: one.left, most: one.left, trigger: one.trigger });
  }

  want(quantity: number | null): void {
    if (this.quantity === 0) return;
    this.exits = [...this.exits, wish(quantity, ++this.ids)];
  }

  /** The owner takes the wish back; the program may end before what was written for it is. */
  unwant(): void {
    this.exits = [];
  }

  sellByHand(quantity: number): void {
    const part = Math.min(quantity, this.quantity - this.byHand);
    this.byHand += part;
    this.account -= part;
  }

  set(what: 'isPassed' | 'canSend' | 'isHeldBack', value: boolean): void {
    this[what] = value;
  }

  /** Every answer comes, the market is open, the price is back: what is wanted is done. */
  comeToRest(): void {
    this.set('canSend', true);
    this.set('isHeldBack', false);
    for (let round = 0; round < 100; round++) {
      for (let index = this.orders.length - 1; index >= 0; index--) {
        const { written } = this.orders[index]!;
        if (written.slot === 'leaving' && isAtBroker(written.state)) this.fill(index, 10);
        if (written.state === 'triggered') {
          this.set('isPassed', true);
          this.fill(index, 10);
        }
        this.report(index);
      }
      this.set('isPassed', false);
      if (!this.step('taken') && this.orders.every(({ written }) => written.state === 'waiting')) return;
    }
    throw new Error(`It does not come to rest: ${JSON.stringify(this.position)}`);
  }
}

type Move = (model: Model) => void;
const moves = <T>(of: fc.Arbitrary<T>, move: (model: Model, what: T) => void): fc.Arbitrary<Move> =>
  of.map((what) => (model) => move(model, what));
const index = fc.nat({ max: 5 });
const part = fc.integer({ min: 1, max: 9 });
const switches = fc.constantFrom('isPassed' as const, 'canSend' as const, 'isHeldBack' as const);
const move = fc.oneof(
  { weight: 8, arbitrary: moves(fc.constantFrom(...OUTCOMES), (model, outcome) => model.step(outcome)) },
  { weight: 3, arbitrary: moves(fc.tuple(index, part), (model, [at, quantity]) => model.fill(at, quantity)) },
  { weight: 4, arbitrary: moves(index, (model, at) => model.report(at)) },
  { weight: 1, arbitrary: moves(fc.option(part), (model, quantity) => model.want(quantity)) },
  { weight: 1, arbitrary: moves(fc.constant(null), (model) => model.unwant()) },
  {
    weight: 1,
    arbitrary: moves(fc.tuple(switches, fc.boolean()), (model, [what, is]) => model.set(what, is)),
  },
);
const byHand = moves(part, (model, quantity) => model.sellByHand(quantity));
const RUNS = { numRuns: 3_000 };
/** Units that the exchange takes in one order, of ten. */
const MOSTS = [Number.POSITIVE_INFINITY, 4];

describe('over any sequence of answers, reports and wishes', () => {
  it.each(MOSTS)('no more is sold than the position has, in orders of at most %s', (most) => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const model = new Model(most);
        for (const one of moves) {
          one(model);
          expect(model.account).toBeGreaterThanOrEqual(0);
        }
        model.comeToRest();
        expect(model.account).toBe(model.quantity);
      }),
      RUNS,
    );
  });

  it.each(MOSTS)(
    'nothing is sent beyond what the account has of it while its owner sells, at most %s',
    (most) => {
      fc.assert(
        fc.property(
          fc.array(fc.oneof({ weight: 9, arbitrary: move }, { weight: 1, arbitrary: byHand }), {
            maxLength: 40,
          }),
          (moves) => {
            const model = new Model(most);
            for (const one of moves) one(model);
          },
        ),
        RUNS,
      );
    },
  );

  it.each(MOSTS)('what is to be kept gets its stop, and what is to be left is left, at most %s', (most) => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), fc.boolean(), (moves, isToLeave) => {
        const model = new Model(most);
        for (const one of moves) one(model);
        model.unwant();
        if (isToLeave) model.want(null);
        model.comeToRest();
        if (isToLeave || model.quantity === 0) expect([model.quantity, model.rests]).toEqual([0, []]);
        else
          expect(
            model.rests.map(({ written: { slot, remaining, trigger } }) => ({ slot, remaining, trigger })),
          ).toEqual([{ slot: 'resting-stop', remaining: Math.min(model.quantity, most), trigger: STOP }]);
      }),
      RUNS,
    );
  });
});

describe('the protection of a position', () => {
  const SITUATION: ProtectionSituation = {
    isConnected: true,
    problem: '',
    refused: '',
    closed: '',
    noStop: 'No stop-loss.',
    heldBack: 'The account shows something else than TrickDesk: see Reconciliation.',
    blind: '',
  };
  it.each<readonly [string, Partial<PositionCase>, Partial<ProtectionSituation>, string, string]>([
    ['a stop that rests', { orders: [restingStop()] }, {}, 'resting', ''],
    [
      'a stop that rests without a session',
      { orders: [restingStop()] },
      { isConnected: false },
      'resting',
      '',
    ],
    [
      'a stop for a part',
      { orders: [restingStop({ remaining: 6 })] },
      {},
      'watched',
      'The stop is on its way to the broker.',
    ],
    [
      'a stop that is only accepted',
      { orders: [order('resting-stop', 'accepted')] },
      {},
      'watched',
      'The stop is on its way to the broker.',
    ],
    [
      'a stop in doubt',
      { orders: [order('resting-stop', 'unknown')] },
      {},
      'watched',
      'It is not known whether the stop reached the broker.',
    ],
    ['a refused stop', {}, { problem: 'Not now.' }, 'watched', 'Not now.'],
    ['a shut market', {}, { closed: 'Shut.' }, 'watched', 'Shut.'],
    ['a triggered stop', { orders: [order('resting-stop', 'triggered')] }, {}, 'leaving', ''],
    ['an exit at the broker', { exits: [wish(null)], orders: [order('leaving', 'open')] }, {}, 'leaving', ''],
    ['a wanted exit', { exits: [wish(null)] }, { closed: 'Shut.' }, 'leaving', 'Shut.'],
    ['an exit that was refused', { exits: [wish(null)] }, { refused: 'Refused.' }, 'leaving', 'Refused.'],
    [
      'a wanted exit that waits for a session, beside a stop that rests',
      { exits: [wish(null)], orders: [restingStop()] },
      { isConnected: false },
      'resting',
      'The exit waits until there is a session with the broker.',
    ],
    [
      'a stop for what the account has of it',
      { covered: 6, orders: [restingStop({ remaining: 6 })] },
      {},
      'resting',
      'The account holds 6 of them: see Reconciliation.',
    ],
    [
      'nothing of it in the account',
      { covered: 0 },
      {},
      'none',
      'The account shows something else than TrickDesk: see Reconciliation.',
    ],
    [
      'nothing of it in the account, and a wanted exit',
      { covered: 0, exits: [wish(null)] },
      {},
      'none',
      'The account shows something else than TrickDesk: see Reconciliation.',
    ],
    [
      'a difference that is not decided',
      { isHeldBack: true },
      {},
      'none',
      'The account shows something else than TrickDesk: see Reconciliation.',
    ],
    [
      'a wanted exit beside a stop that still rests',
      { exits: [wish(null)], orders: [restingStop()] },
      {},
      'resting',
      '',
    ],
    [
      'no session',
      {},
      { isConnected: false },
      'none',
      'There is no session with the broker, and no stop rests there.',
    ],
    [
      'no session, and a stop that rests for a part',
      { orders: [restingStop({ remaining: 3 })] },
      { isConnected: false },
      'none',
      'There is no session with the broker. A stop rests there for 3 of 10.',
    ],
    [
      'a wanted exit without a session',
      { exits: [wish(null)] },
      { isConnected: false },
      'none',
      'There is no session with the broker, and no stop rests there.',
    ],
    ['what is held back', { isHeldBack: true }, { heldBack: 'Asked.' }, 'none', 'Asked.'],
    [
      'a wanted exit that is held back',
      { exits: [wish(null)], isHeldBack: true },
      { heldBack: 'Asked.' },
      'none',
      'Asked.',
    ],
    ['a resting stop of what is held back', { orders: [restingStop()], isHeldBack: true }, {}, 'resting', ''],
    ['no price', {}, { blind: 'No price.' }, 'none', 'No price.'],
    ['a resting stop without a price', { orders: [restingStop()] }, { blind: 'No price.' }, 'resting', ''],
    ['no stop level', { stop: null }, {}, 'none', 'No stop-loss.'],
    ['a position that is over', { quantity: 0, covered: 0 }, {}, 'none', 'The position is closed.'],
  ])('with %s is said with its reason', (_what, change, situation, state, why) => {
    expect(protectionOf({ ...HELD, ...change }, { ...SITUATION, ...situation })).toEqual({ state, why });
  });

  it('is exactly one, and not a resting stop unless one rests for all that is there', () => {
    const slots = fc.constantFrom<OrderSlot>('resting-stop', 'leaving');
    const states = fc.constantFrom<OrderState>(
      'intended',
      'submitted',
      'unknown',
      'accepted',
      'waiting',
      'triggered',
      'open',
      'partially-filled',
    );
    const orders = fc.array(
      fc
        .tuple(slots, states, fc.integer({ min: 1, max: 10 }))
        .map(([slot, state, remaining]) => order(slot, state, { remaining })),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(orders, fc.boolean(), fc.boolean(), fc.boolean(), (all, isWanted, isConnected, hasStop) => {
        const position = {
          ...HELD,
          orders: all,
          exits: isWanted ? [wish(null)] : [],
          stop: hasStop ? STOP : null,
        };
        const { state, why } = protectionOf(position, { ...SITUATION, isConnected });
        const rests = all.some(
          (one) => one.slot === 'resting-stop' && one.state === 'waiting' && one.remaining >= 10,
        );
        if (state === 'resting') expect(rests).toBe(true);
        if (state === 'watched') expect(isConnected && hasStop).toBe(true);
        if (state === 'watched' || state === 'none') expect(why).not.toBe('');
      }),
    );
  });
});

describe('the trigger of a trailing stop', () => {
  it.each([
    ['long', null, 400_00, 400_00],
    ['long', 400_00, 400_35, 400_00],
    ['long', 400_00, 400_40, 400_40],
    ['long', 400_00, 399_00, 399_00],
    ['short', 400_00, 399_65, 400_00],
    ['short', 400_00, 399_60, 399_60],
    ['short', 400_00, 401_00, 401_00],
  ] as const)('of a %s position at %s that is wanted at %s rests at %s', (side, resting, wanted, rests) => {
    expect(steppedTrigger(side, resting, wanted)).toBe(rests);
  });
});

it('attempts are made again after longer and longer pauses, and then every half minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 100].map(backOffMs)).toEqual([
    1_000, 1_000, 2_000, 5_000, 10_000, 30_000, 30_000, 30_000,
  ]);
});
