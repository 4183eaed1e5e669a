import { compare } from '../shared/compare.ts';
import { istDayStart } from '../shared/time.ts';
import { dayNumber } from './bars.ts';

/** Days of a share in an index, `YYYY-MM-DD`, both included. */
export interface MemberSpan {
  readonly symbol: string;
  readonly from: string;
  /** Null while it lasts. */
  readonly to: string | null;
}

/** Members of an index by date. */
export interface Membership {
  readonly index: string;
  readonly spans: readonly MemberSpan[];
}

/** Whether a share is a member on a day; days as `dayNumber` counts. */
export type IsMember = (symbol: string, day: number) => boolean;

/** Days of a span, counted from 1970-01-01. */
const daysOf = ({ from, to }: MemberSpan): { readonly from: number; readonly to: number } => ({
  from: dayNumber(istDayStart(from)),
  to: to === null ? Infinity : dayNumber(istDayStart(to)),
});

/** Who is a member on which day. A share without a span never is. */
export const memberTest = (spans: readonly MemberSpan[]): IsMember => {
  const bySymbol = new Map<string, ReturnType<typeof daysOf>[]>();
  for (const span of spans) {
    const own = bySymbol.get(span.symbol) ?? [];
    bySymbol.set(span.symbol, own);
    own.push(daysOf(span));
  }
  return (symbol, day) => (bySymbol.get(symbol) ?? []).some(({ from, to }) => day >= from && day <= to);
};

/** Members on any of some days, in order of their symbols. */
export const membersBetween = (spans: readonly MemberSpan[], fromDay: string, toDay: string): string[] => [
  ...new Set(
    spans
      .filter(({ from, to }) => from <= toDay && (to === null || to >= fromDay))
      .map(({ symbol }) => symbol)
      .sort(),
  ),
];

/** First two spans of a share that share a day; null without any. */
export const firstOverlap = <Span extends MemberSpan>(
  spans: readonly Span[],
): readonly [Span, Span] | null => {
  const inOrder = spans.toSorted((a, b) =>
    a.symbol === b.symbol ? compare(a.from, b.from) : compare(a.symbol, b.symbol),
  );
  for (const [at, later] of inOrder.entries()) {
    const before = inOrder[at - 1];
    if (before?.symbol === later.symbol && (before.to === null || before.to >= later.from))
      return [before, later];
  }
  return null;
};
