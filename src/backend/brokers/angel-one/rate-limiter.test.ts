import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualTiming } from '../../../../tests/angel-one/manual-timing.ts';
import type { OrderUrgency } from '../broker.ts';
import { RateExceeded, RateLimiter } from './rate-limiter.ts';

const started = () => {
  const timing = new ManualTiming();
  const limiter = new RateLimiter(timing);
  const sent: { name: string; at: number }[] = [];
  const refused: { name: string; at: number }[] = [];
  const order = (name: string, urgency: OrderUrgency = 'entry'): void => {
    limiter.turn('orders', urgency).then(
      () => sent.push({ name, at: timing.now() }),
      (error: unknown) => {
        if (!(error instanceof RateExceeded)) throw error;
        refused.push({ name, at: timing.now() });
      },
    );
  };
  const orders = (count: number, urgency: OrderUrgency): void => {
    for (let number = 1; number <= count; number++) order(`${urgency} ${number}`, urgency);
  };
  return { timing, limiter, sent, refused, order, orders };
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

  it('that would wait longer than two seconds are refused at once', async () => {
    const { timing, sent, refused, orders } = started();
    orders(20, 'entry');
    await timing.pass(0);
    // Six at once, six after 1.1 s; for the rest the turn would come after 2.2 s.
    expect(refused).toHaveLength(8);
    expect(refused.every(({ at }) => at === 0)).toBe(true);
    await timing.pass(5_000);
    expect(sent).toHaveLength(12);
  });

  it('pushed beyond their two seconds by exits are refused, not sent late', async () => {
    const { timing, sent, refused, orders, order } = started();
    orders(9, 'exit');
    order('entry');
    await timing.pass(1_000);
    orders(9, 'exit');
    await timing.pass(5_000);
    expect(refused).toEqual([{ name: 'entry', at: 1_100 }]);
    expect(sent.map(({ name }) => name)).not.toContain('entry');
  });

  it('are never more than nine in any 1,100 ms nor six of them entries, whatever comes when', async () => {
    const calls = fc.array(
      fc.record({ pause: fc.nat(400), urgency: fc.constantFrom('entry' as const, 'exit' as const) }),
      { minLength: 10, maxLength: 80 },
    );
    await fc.assert(
      fc.asyncProperty(calls, async (list) => {
        const { timing, sent, refused, order } = started();
        for (const { pause, urgency } of list) {
          order(urgency, urgency);
          await timing.pass(pause);
        }
        await timing.pass(10_000);
        expect(sent.length + refused.length).toBe(list.length);
        for (const { at } of sent) {
          const within = sent.filter((other) => other.at >= at && other.at < at + 1_100);
          expect(within.length).toBeLessThanOrEqual(9);
          expect(within.filter(({ name }) => name === 'entry').length).toBeLessThanOrEqual(6);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('are no more than 500 a minute, of which entries take 333', async () => {
    const { timing, sent, refused, order } = started();
    for (let second = 0; second < 59; second++) {
      for (let number = 0; number < 6; number++) order('entry', 'entry');
      await timing.pass(1_000);
    }
    expect(sent.length).toBeLessThanOrEqual(333);
    expect(sent.length).toBeGreaterThan(300);
    order('exit', 'exit');
    await timing.pass(0);
    expect(sent.at(-1)?.name).toBe('exit');
    expect(sent.length + refused.length).toBeLessThanOrEqual(59 * 6 + 1);
  });
});

describe('an account that was told it asks too often', () => {
  it('is left alone in all lanes, for longer each time, and no order waits beyond its two seconds', async () => {
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
    order('too late', 'exit');
    await timing.pass(0);
    expect(refused).toEqual([{ name: 'too late', at: 3_000 }]);
    await timing.pass(60_000);
    limiter.pushBack();
    order('calm again', 'exit');
    await timing.pass(1_000);
    expect(sent.at(-1)?.name).toBe('calm again');
  });

  it('is left alone for a second when nine calls that were on their way hear it at once', async () => {
    const { timing, limiter, sent, order } = started();
    for (let call = 0; call < 9; call++) limiter.pushBack();
    order('after them', 'exit');
    await timing.pass(1_000);
    expect(sent).toEqual([{ name: 'after them', at: 1_000 }]);
  });
});
