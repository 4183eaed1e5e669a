import { expect, it } from 'vitest';
import { compileRules } from '../../engine/rules/compile.ts';
import { type RuleDocument, RuleDocumentSchema } from '../../shared/rule-document.ts';
import { istDayStart, MINUTE_MS } from '../../shared/time.ts';
import { RSI_RULES } from '../../../tests/support/rule-samples.ts';
import { SharedEvaluations } from './shared-evaluations.ts';

const SYMBOL = 'RELIANCE';
const document = RuleDocumentSchema.parse({ ...RSI_RULES, instruments: [SYMBOL] });
const opening = istDayStart('2026-11-23') + 555 * MINUTE_MS;

/** Bars at which the rules fire now and then. */
const barAt = (index: number) => {
  const price = Math.round(400_00 + 20_00 * Math.sin(index / 7) + 5_00 * Math.sin(index));
  const time = opening + index * 5 * MINUTE_MS;
  return { time, open: price, high: price + 50, low: price - 50, close: price, volume: 1 };
};
const bars = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => barAt(from + at));

/** Signals of rules that nobody shares, over the same bars. */
const alone = (from: number, to: number) => {
  const stream = compileRules(document).stream();
  return bars(from, to).map((bar) => stream.next(bar, null));
};

it('copies get the signals that each would have worked out alone, in any order', () => {
  const shared = new SharedEvaluations();
  const [one, other] = [shared.join(document), shared.join(structuredClone(document))];
  expect(shared.size).toBe(1);
  const wanted = alone(0, 300);
  expect(wanted.some(({ entry }) => entry)).toBe(true);
  const [first, second] = [one.streamOf(SYMBOL), other.streamOf(SYMBOL)];
  for (const [index, bar] of bars(0, 300).entries()) {
    const inTurn = index % 2 === 0 ? [first, second] : [second, first];
    expect(inTurn.map((stream) => stream.next(bar, null))).toEqual([wanted[index], wanted[index]]);
  }
});

it('a copy that starts later is fed the past without an effect on the others, and decides as they do', () => {
  const shared = new SharedEvaluations();
  const early = shared.join(document).streamOf(SYMBOL);
  for (const bar of bars(0, 200)) early.next(bar, null);
  const late = shared.join(document);
  const unfed = late.unfed(SYMBOL, bars(120, 200));
  expect(unfed).toHaveLength(2);
  expect(unfed.at(-1)).toEqual(barAt(199));
  const past = bars(120, 200).map((bar) => late.streamOf(SYMBOL).next(bar, null));
  // Of a past that was evaluated long ago nothing may be acted on.
  expect(past.slice(0, 60).some(({ entry, exit }) => entry || exit)).toBe(false);
  const wanted = alone(0, 260).slice(200);
  for (const [index, bar] of bars(200, 260).entries()) {
    expect(late.streamOf(SYMBOL).next(bar, null)).toEqual(wanted[index]);
    expect(early.next(bar, null)).toEqual(wanted[index]);
  }
});

it('a start that was left half-way leaves no gap to a later one', () => {
  const shared = new SharedEvaluations();
  const slow = shared.join(document).streamOf(SYMBOL);
  for (const bar of bars(0, 20)) slow.next(bar, null);
  const quick = shared.join(document);
  expect(quick.unfed(SYMBOL, bars(100, 300))).toHaveLength(200);
  const got = bars(100, 300).map((bar) => quick.streamOf(SYMBOL).next(bar, null));
  expect(got).toEqual(alone(100, 300));
});

it('what nobody is fed is forgotten; other rules, and rules about a position, are evaluated apart', () => {
  const shared = new SharedEvaluations();
  const [one, other] = [shared.join(document), shared.join(document)];
  shared.leave(one);
  expect(shared.size).toBe(1);
  shared.leave(other);
  expect(shared.size).toBe(0);
  shared.join(document);
  shared.join({ ...document, maxTradesPerDay: 7 });
  expect(shared.size).toBe(2);
  const held: RuleDocument = {
    ...document,
    exit: {
      kind: 'compare',
      left: { kind: 'position', field: 'bars-held' },
      operator: '>',
      right: { kind: 'constant', value: 3, unit: 'plain' },
    },
  } as unknown as RuleDocument;
  const [mine, yours] = [shared.join(held), shared.join(held)];
  expect(mine).not.toBe(yours);
  expect(shared.size).toBe(2);
  shared.leave(mine);
  expect(shared.size).toBe(2);
});

it('a copy that starts while others catch up after a sleep takes no signal from them', () => {
  const shared = new SharedEvaluations();
  const early = shared.join(document).streamOf(SYMBOL);
  for (const bar of bars(0, 100)) early.next(bar, null);
  // The computer wakes: candles 100 to 300 have closed. The first is dealt with, then a write is waited for.
  const got = [early.next(barAt(100), null)];
  // Meanwhile a copy starts (or this strategy anew, with another name): all of them are of its past.
  const late = shared.join(document);
  for (const bar of late.unfed(SYMBOL, bars(60, 300))) late.streamOf(SYMBOL).next(bar, null);
  for (const bar of bars(101, 300)) got.push(early.next(bar, null));
  const wanted = alone(0, 300).slice(100);
  expect(wanted.some(({ entry }) => entry)).toBe(true);
  expect(got).toEqual(wanted);
});
