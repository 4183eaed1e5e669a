import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualTiming } from '../../../../tests/angel-one/manual-timing.ts';
import type { OrderUrgency } from '../broker.ts';
import { RateExceeded, RateLimiter, TurnWithdrawn, type TurnOptions } from './rate-limiter.ts';

const started = () => {
  const timing = new ManualTiming();
  const limiter = new RateLimiter(timing);
  const sent: { name: string; at: number }[] = [];
  const refused: { name: string; at: number }[] = [];
  const withdrawn: string[] = [];
  const order = (name: string, urgency: OrderUrgency = 'entry', more: TurnOptions = {}): void => {
    limiter.turn('orders', { ...more, urgency }).then(
      () => sent.push({ name, at: timing.now() }),
      (error: unknown) => {
        if (error instanceof TurnWithdrawn) withdrawn.push(name);
        else if (error instanceof RateExceeded) refused.push({ name, at: timing.now() });
        else throw error;
      },
    );
  };
  const orders = (count: number, urgency: OrderUrgency): void => {
    for (let number = 1; number <= count; number++) order(`${urgency} ${number}`, urgency);
  };
  return { timing, limiter, sent, refused, withdrawn, order, orders };
};

describe('orders', () => {
  it('go at once until nine are out; the tenth waits for its moment, to the millisecond', async () => {
    const { timing, sent, orders } = started();
    orders(10, 'exit');
    await timing.pass(1_099);
    expect(sent).toHaveLength(9);
    await timing.pass(1);
    expect(sent[9]).toEqual({ name: 'exit 10', at: 1_100 });
  });

  it('that enter get six places of nine, so that three exits pass those that wait', async () => {
    const { timing, sent, orders } = started();
    orders(8, 'entry');
    orders(3, 'exit');
    await timing.pass(0);
    expect(sent.map(({ name }) => name)).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((number) => `entry ${number}`),
      ...[1, 2, 3].map((number) => `exit ${number}`),
    ]);
    await timing.pass(1_100);
    expect(sent.slice(9).map(({ name, at }) => `${name} at ${at}`)).toEqual([
      'entry 7 at 1100',
      'entry 8 at 1100',
    ]);
  });

  it('that wait let exits go first', async () => {
    const { timing, sent, orders, order } = started();
    orders(9, 'exit');
    order('waiting entry');
    order('waiting exit', 'exit');
    await timing.pass(1_100);
    expect(sent.slice(9).map(({ name }) => name)).toEqual(['waiting exit', 'waiting entry']);
  });

  it('that enter and would wait longer than two seconds are refused at once', async () => {
    const { timing, sent, refused, orders } = started();
    orders(20, 'entry');
    await timing.pass(0);
    // Six at once, six after 1.1 s; for the rest the turn would come after 2.2 s.
    expect(refused).toHaveLength(8);
    expect(refused.every(({ at }) => at === 0)).toBe(true);
    await timing.pass(5_000);
    expect(sent).toHaveLength(12);
  });

  it('that enter, pushed beyond their two seconds by exits, are refused, not sent late', async () => {
    const { timing, sent, refused, orders, order } = started();
    orders(9, 'exit');
    order('entry');
    await timing.pass(1_000);
    orders(9, 'exit');
    await timing.pass(5_000);
    expect(refused).toEqual([{ name: 'entry', at: 1_100 }]);
    expect(sent.map(({ name }) => name)).not.toContain('entry');
  });

  it('never exceed nine in any 1,100 ms, nor six changes and entries; no exit is refused', async () => {
    const calls = fc.array(
      fc.record({
        pause: fc.nat(400),
        urgency: fc.constantFrom('entry' as const, 'change' as const, 'exit' as const),
      }),
      { minLength: 10, maxLength: 80 },
    );
    await fc.assert(
      fc.asyncProperty(calls, async (list) => {
        const { timing, sent, refused, order } = started();
        for (const { pause, urgency } of list) {
          order(urgency, urgency);
          await timing.pass(pause);
        }
        await timing.pass(20_000);
        expect(sent.length + refused.length).toBe(list.length);
        expect(refused.filter(({ name }) => name === 'exit')).toEqual([]);
        for (const { at } of sent) {
          const within = sent.filter((other) => other.at >= at && other.at < at + 1_100);
          expect(within.length).toBeLessThanOrEqual(9);
          expect(within.filter(({ name }) => name !== 'exit').length).toBeLessThanOrEqual(6);
          expect(within.filter(({ name }) => name === 'change').length).toBeLessThanOrEqual(3);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('are no more than 500 a minute, of which entries take 250', async () => {
    const { timing, sent, refused, order } = started();
    for (let second = 0; second < 59; second++) {
      for (let number = 0; number < 6; number++) order('entry', 'entry');
      await timing.pass(1_000);
    }
    expect(sent).toHaveLength(250);
    order('exit', 'exit');
    await timing.pass(0);
    expect(sent.at(-1)?.name).toBe('exit');
    expect(sent.length + refused.length).toBeLessThanOrEqual(59 * 6 + 1);
  });
});

/** The earliest time at which that many calls are out. The limit is nine in any 1,100 ms, and some went at once. */
const shortest = (calls: number): number => Math.floor((calls - 1) / 9) * 1_100;

describe('exits', () => {
  it('a hundred of them pass a thousand entries and leave in the shortest time that the limit allows', async () => {
    const { timing, sent, refused, orders } = started();
    orders(1_000, 'entry');
    await timing.pass(0);
    orders(100, 'exit');
    await timing.pass(shortest(106));
    const exits = sent.filter(({ name }) => name.startsWith('exit'));
    expect(exits).toHaveLength(100);
    expect(exits.at(-1)?.at).toBeLessThanOrEqual(shortest(106));
    // Six entries were out before the first exit came; none passed one after it.
    expect(sent.slice(6, 106).every(({ name }) => name.startsWith('exit'))).toBe(true);
    expect(refused.every(({ name }) => name.startsWith('entry'))).toBe(true);
  });

  it('are not delayed by a thousand changes, most of which are refused for their callers to try again', async () => {
    const { timing, sent, refused, order } = started();
    for (let number = 0; number < 1_000; number++) {
      order('change', 'change');
      if (number % 100 === 99) order(`exit at ${timing.now()}`, 'exit');
      await timing.pass(200);
    }
    await timing.pass(5_000);
    const exits = sent.filter(({ name }) => name.startsWith('exit'));
    expect(exits.map(({ name, at }) => name === `exit at ${at}`)).toEqual(Array(10).fill(true));
    expect(sent.filter(({ name }) => name === 'change').length).toBeLessThanOrEqual(333);
    expect(refused.length).toBeGreaterThan(400);
  });

  it('keep a third of the hour that neither entries nor changes can use', async () => {
    const { timing, sent, order } = started();
    for (let minute = 0; minute < 55; minute++)
      for (let second = 0; second < 60; second++) {
        order('entry', 'entry');
        order('change', 'change');
        await timing.pass(1_000);
      }
    expect(sent.length).toBe(666);
    const now = timing.now();
    for (let number = 0; number < 300; number++) order('exit', 'exit');
    await timing.pass(shortest(300));
    const exits = sent.filter(({ name }) => name === 'exit');
    expect(exits).toHaveLength(300);
    expect(exits.at(-1)?.at).toBe(now + shortest(300));
  });

  it('go by their priority, and by when they came where it is the same', async () => {
    const { timing, sent, orders, order } = started();
    orders(9, 'exit');
    order('first', 'exit');
    order('second', 'exit');
    order('oldest loss', 'exit', { priority: 5 });
    order('old loss', 'exit', { priority: 2 });
    await timing.pass(1_100);
    expect(sent.slice(9).map(({ name }) => name)).toEqual(['oldest loss', 'old loss', 'first', 'second']);
  });

  it('wait through the whole of a push-back and through a spent hour; they are never refused', async () => {
    const { timing, limiter, sent, refused, orders } = started();
    limiter.pushBack();
    orders(1_200, 'exit');
    await timing.pass(200_000);
    expect(sent).toHaveLength(1_000);
    await timing.pass(3_600_000);
    expect(sent).toHaveLength(1_200);
    expect(refused).toEqual([]);
  });
});

describe('changes', () => {
  it('get three places of nine, and an entry behind them is not held up by that', async () => {
    const { timing, sent, orders } = started();
    orders(5, 'change');
    orders(4, 'entry');
    await timing.pass(0);
    expect(sent.map(({ name }) => name)).toEqual([
      ...[1, 2, 3].map((number) => `change ${number}`),
      ...[1, 2, 3].map((number) => `entry ${number}`),
    ]);
  });

  it('that wait go before entries that wait', async () => {
    const { timing, sent, orders, order } = started();
    orders(9, 'exit');
    order('waiting entry');
    order('waiting change', 'change');
    await timing.pass(1_100);
    expect(sent.slice(9).map(({ name }) => name)).toEqual(['waiting change', 'waiting entry']);
  });
});

describe('a call that is cancelled', () => {
  it('leaves the line at once and uses no turn', async () => {
    const { timing, sent, withdrawn, orders, order } = started();
    orders(6, 'entry');
    const abort = new AbortController();
    for (let number = 0; number < 6; number++)
      order(`taken back ${number}`, 'entry', { signal: abort.signal });
    await timing.pass(500);
    abort.abort();
    await timing.pass(0);
    expect(withdrawn).toHaveLength(6);
    order('behind them');
    await timing.pass(600);
    expect(sent.at(-1)).toEqual({ name: 'behind them', at: 1_100 });
    order('taken back before', 'entry', { signal: abort.signal });
    await timing.pass(0);
    expect(withdrawn).toContain('taken back before');
    expect(sent).toHaveLength(7);
  });
});

describe('an account that asks too often according to the broker', () => {
  it('is left alone in all lanes, for longer each time, and no entry waits beyond its two seconds', async () => {
    const { timing, limiter, sent, refused, order } = started();
    limiter.pushBack();
    order('after the first', 'exit');
    const book: number[] = [];
    void limiter.turn('order-book').then(() => book.push(timing.now()));
    await timing.pass(1_000);
    expect(sent).toEqual([{ name: 'after the first', at: 1_000 }]);
    expect(book).toEqual([1_000]);
    limiter.pushBack();
    order('waits for two seconds', 'exit');
    await timing.pass(2_000);
    expect(sent[1]?.at).toBe(3_000);
    limiter.pushBack();
    order('too late');
    await timing.pass(0);
    expect(refused).toEqual([{ name: 'too late', at: 3_000 }]);
    await timing.pass(60_000);
    limiter.pushBack();
    order('calm again', 'exit');
    await timing.pass(1_000);
    expect(sent.at(-1)?.name).toBe('calm again');
  });

  it('is left alone for a second when nine calls under way are answered so at once', async () => {
    const { timing, limiter, sent, order } = started();
    for (let call = 0; call < 9; call++) limiter.pushBack();
    order('after them', 'exit');
    await timing.pass(1_000);
    expect(sent).toEqual([{ name: 'after them', at: 1_000 }]);
  });
});
