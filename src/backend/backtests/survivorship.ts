import type { Bars } from '../../engine/bars.ts';
import { type MemberSpan, membersBetween, memberTest } from '../../engine/membership.ts';
import type { Survivorship } from '../../shared/contract/backtests.ts';
import { formatRupees, formatRupeesChange } from '../../shared/money.ts';
import { istDayStart, istDayText } from '../../shared/time.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import type { RunOrder } from './run-order.ts';

/** Members of the last day of a run: who looks back names them. */
export const survivorsOf = ({ membership, toDay }: RunOrder): string[] =>
  membership ? membersBetween(membership.spans, toDay, toDay) : [];

/** The same rules over named shares, on all days. */
export const overShares = (rules: RuleDocument, shares: readonly string[]): RuleDocument => ({
  ...rules,
  universe: undefined,
  instruments: [...shares],
});

/** Sentence about the cost of survivorship. `survivorship` is null where it is not known. */
export const survivorshipSentence = (
  { membership, toDay }: RunOrder,
  survivorship: Survivorship | null,
): string[] => {
  if (!membership) return [];
  const { index } = membership;
  const day = istDayText(istDayStart(toDay));
  if (!survivorship)
    return [
      `How much survivorship would have added is not known: the rules could not be run over the shares that were in ${index} on ${day}.`,
    ];
  const { shares, net, cost } = survivorship;
  const made = formatRupeesChange(net);
  if (cost === 0)
    return [
      `The same rules over the shares that were in ${index} on ${day} (${shares}), traded on all days, would have made ${made}, as much as the members of each day: survivorship would have added nothing.`,
    ];
  return [
    cost > 0
      ? `The same rules over the shares that were in ${index} on ${day} (${shares}), traded on all days, would have made ${made}, ${formatRupees(cost)} more than the members of each day: so much survivorship would have added, and nobody could have earned it.`
      : `The same rules over the shares that were in ${index} on ${day} (${shares}), traded on all days, would have made ${made}, ${formatRupees(-cost)} less than the members of each day: survivorship would have added nothing here.`,
  ];
};

/** Whether a share has a candle of its days as a member. */
const isSeen = (
  bars: Bars | undefined,
  spans: readonly MemberSpan[],
  from: number,
  before: number,
): boolean => {
  if (!bars) return false;
  const isMember = memberTest(spans);
  const symbol = spans[0]?.symbol ?? '';
  for (let at = 0; at < bars.length; at++) {
    const time = bars.time[at] as number;
    if (time >= from && time < before && isMember(symbol, bars.day[at] as number)) return true;
  }
  return false;
};

/** Sentence about members whose candles are missing while they were members. Survivorship comes back by such a gap. */
export const unseenSentence = (
  { membership, fromDay, before }: RunOrder,
  bars: ReadonlyMap<string, Bars>,
): string[] => {
  if (!membership) return [];
  const bySymbol = Map.groupBy(membership.spans, ({ symbol }) => symbol);
  const unseen = [...bySymbol]
    .filter(([symbol, spans]) => !isSeen(bars.get(symbol), spans, istDayStart(fromDay), before))
    .map(([symbol]) => symbol);
  return unseen.length === 0
    ? []
    : [
        `There are no candles of ${unseen.join(', ')} from the days on which the list has them in ${membership.index}, so they were not traded then: the past may look better than it was.`,
      ];
};
