import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelOfChange, type PriceAlert, PriceAlerts, type PriceEvent } from './price-alerts.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

const alert = (given: Partial<PriceAlert>): PriceAlert => ({
  id: 1,
  symbol: 'ITC',
  when: 'above',
  target: { kind: 'price', price: 100 },
  repeat: 'once',
  isWaiting: false,
  direction: null,
  since: 0,
  barEnd: (at) => (Math.floor(at / MINUTE) + 1) * MINUTE,
  ...given,
});

/** Events of alerts on prices a second apart, as `kind@price`. */
const eventsOf = (alerts: readonly PriceAlert[], prices: readonly number[], stepMs = 1_000): string[] => {
  const watched = new PriceAlerts(() => null);
  for (const one of alerts) watched.add(one);
  return prices.flatMap((price, index) =>
    watched.onTick('ITC', price, index * stepMs).map((event) => `${event.kind}@${price}`),
  );
};

describe('an alert on a price', () => {
  it('fires once at its level, and no more', () => {
    expect(eventsOf([alert({})], [98, 99, 100, 101, 99, 100])).toEqual(['fired@100']);
    expect(eventsOf([alert({ when: 'below' })], [102, 101, 99, 102, 98])).toEqual(['fired@99']);
  });

  it('fires again only after its condition was false, where it is re-armed', () => {
    expect(eventsOf([alert({ repeat: 're-armed' })], [99, 100, 101, 100, 99, 100])).toEqual([
      'fired@100',
      'armed@99',
      'fired@100',
    ]);
  });

  it('fires once in each bar in which it is true', () => {
    const prices = [99, 100, 101, 102, 99, 98, 97, 96, 101];
    expect(eventsOf([alert({ repeat: 'each-bar' })], prices, 20_000)).toEqual([
      'fired@100',
      'fired@102',
      'fired@101',
    ]);
  });

  it('crosses from the side on which the price first was, and back where it is re-armed', () => {
    const crossing = alert({ when: 'crosses', repeat: 're-armed' });
    expect(eventsOf([crossing], [100, 100, 99, 100, 100, 100, 101, 100, 98])).toEqual([
      'sided@99',
      'fired@100',
      // The level itself is on neither side: it does not fire again and again.
      'sided@101',
      'fired@100',
      'sided@98',
    ]);
    expect(eventsOf([alert({ when: 'crosses', direction: 'up' })], [101])).toEqual(['fired@101']);
  });

  it('leaves out what was before it was made, and says the same of ticks that are played again', () => {
    expect(eventsOf([alert({ since: 3_000 })], [100, 101, 99, 99, 100])).toEqual(['fired@100']);
    const waiting = alert({ repeat: 're-armed', isWaiting: true, since: 1_000 });
    expect(eventsOf([waiting], [99, 100, 100, 99])).toEqual(['armed@99']);
  });

  it('counts a change from the close of the day before, each day anew', () => {
    const closes = new Map([['ITC', 200]]);
    const watched = new PriceAlerts((symbol) => closes.get(symbol) ?? null);
    watched.add(alert({ target: { kind: 'change', percent: 2.5 }, repeat: 're-armed' }));
    const kinds = (price: number, at: number) => watched.onTick('ITC', price, at).map(({ kind }) => kind);
    expect(kinds(204, 1)).toEqual([]);
    expect(kinds(205, 2)).toEqual(['fired']);
    closes.set('ITC', 205);
    expect(kinds(205, DAY + 1)).toEqual(['armed']);
    expect(kinds(210, DAY + 2)).toEqual([]);
    expect(kinds(211, DAY + 3)).toEqual(['fired']);
  });

  it('waits for a previous close that is not known yet', () => {
    let close: number | null = null;
    const watched = new PriceAlerts(() => close);
    watched.add(alert({ when: 'below', target: { kind: 'change', percent: -1 } }));
    expect(watched.onTick('ITC', 100, 1)).toEqual([]);
    close = 200;
    expect(watched.onTick('ITC', 100, 2).map(({ kind, level }) => [kind, level])).toEqual([['fired', 198]]);
  });

  it('is gone when it was removed', () => {
    const watched = new PriceAlerts(() => null);
    for (const id of [1, 2, 3]) watched.add(alert({ id }));
    watched.remove(2);
    expect(
      watched
        .onTick('ITC', 100, 1)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([1, 3]);
    expect([watched.size, [...watched.symbols()]]).toEqual([0, []]);
  });

  it('reaches a change at the nearest price that is not short of it', () => {
    expect(levelOfChange('above', 2.5, 200_00)).toBe(205_00);
    expect(levelOfChange('above', 0.1, 333)).toBe(334);
    expect(levelOfChange('below', -0.1, 333)).toBe(332);
  });
});

/** The same alerts, looked at one by one at every tick. */
class PlainAlert {
  private isWaiting = false;
  private isOver = false;
  private side: 'up' | 'down' | null = null;
  private parkedUntil = 0;
  private readonly alert: PriceAlert;

  constructor(alert: PriceAlert) {
    this.alert = alert;
  }

  onTick(price: number, at: number): PriceEvent['kind'][] {
    const { when, target, repeat, since, barEnd } = this.alert;
    const level = target.kind === 'price' ? target.price : Number.NaN;
    if (this.isOver || at < since || at < this.parkedUntil) return [];
    if (when === 'crosses') {
      const side = price === level ? null : price < level ? 'up' : 'down';
      if (this.side === null) {
        this.side = side;
        return side === null ? [] : ['sided'];
      }
      if (this.side === side) return [];
      this.side = side;
      if (repeat === 'once') this.isOver = true;
      return ['fired'];
    }
    const isTrue = when === 'above' ? price >= level : price <= level;
    if (this.isWaiting) {
      if (isTrue) return [];
      this.isWaiting = false;
      return ['armed'];
    }
    if (!isTrue) return [];
    if (repeat === 'once') this.isOver = true;
    else if (repeat === 'each-bar') this.parkedUntil = barEnd(at);
    else this.isWaiting = true;
    return ['fired'];
  }
}

it('says what a look at every alert at every tick says', () => {
  const anAlert = fc.record({
    when: fc.constantFrom('above' as const, 'below' as const, 'crosses' as const),
    repeat: fc.constantFrom('once' as const, 're-armed' as const, 'each-bar' as const),
    price: fc.integer({ min: 95, max: 105 }),
    since: fc.integer({ min: 0, max: 20_000 }),
  });
  const someAlerts = fc.array(
    anAlert.filter(({ when, repeat }) => when !== 'crosses' || repeat !== 'each-bar'),
    { maxLength: 30 },
  );
  const prices = fc.array(fc.integer({ min: 93, max: 107 }), { maxLength: 80 });
  fc.assert(
    fc.property(someAlerts, prices, (given, ticks) => {
      const alerts = given.map(({ when, repeat, price, since }, id) =>
        alert({ id, when, repeat, since, target: { kind: 'price', price } }),
      );
      const watched = new PriceAlerts(() => null);
      for (const one of alerts) watched.add(one);
      const plain = alerts.map((one) => [one.id, new PlainAlert(one)] as const);
      for (const [index, price] of ticks.entries()) {
        const at = index * 7_000;
        const ours = watched.onTick('ITC', price, at).map(({ id, kind }) => `${id} ${kind}`);
        const theirs = plain.flatMap(([id, one]) => one.onTick(price, at).map((kind) => `${id} ${kind}`));
        expect(ours.sort()).toEqual(theirs.sort());
      }
    }),
  );
});
