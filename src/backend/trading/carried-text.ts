import type { Protection } from '../../engine/protection.ts';
import { formatCount, formatRupees, formatShares } from '../../shared/money.ts';
import { istDate, istDayStart, istDayText } from '../../shared/time.ts';
import type { KeptAction } from '../market/corporate-actions/kept-actions.ts';

/** Effect of an action on something that is held. Money in paise. */
export interface CarriedEffect {
  readonly before: number;
  readonly after: number;
  readonly cost: number;
  /** Part of a share that is left over; 0 for none. */
  readonly fraction: number;
  readonly payout: number;
}

const dayOf = (day: string): string => istDayText(istDayStart(day));

/** An action with its ex-date, as the exchange words it. */
export const actionText = ({ purpose, day }: Pick<KeptAction, 'purpose' | 'day'>): string =>
  `${purpose}, ex-date ${dayOf(day)}`;

/** Title of the alert that something was carried over. */
export const carriedTitle = (symbol: string, { action }: Pick<KeptAction, 'action'>): string => {
  switch (action.kind) {
    case 'split':
      return `${symbol} was carried over a split`;
    case 'bonus':
      return `${symbol} was carried over a bonus`;
    case 'rights':
      return `${symbol} was carried over a rights issue`;
    default:
      return `${symbol} has had a demerger`;
  }
};

const sharesText = (count: number): string => (count === 1 ? '1 share' : `${formatShares(count)} shares`);

const levelsText = (before: Protection, after: Protection, stopAfter: number | null): string | null => {
  const hadStop = before.stopLoss !== null || before.trailingStop !== null;
  if (hadStop && stopAfter !== null)
    return after.target === null
      ? `Its stop-loss is ${formatRupees(stopAfter)} now.`
      : `Its stop-loss is ${formatRupees(stopAfter)} and its target ${formatRupees(after.target)} now.`;
  return after.target === null ? null : `Its target is ${formatRupees(after.target)} now.`;
};

/** Effect on a position, as sentences for its owner's log. `at` is when it was applied; late ones say so. */
export const carriedText = (
  symbol: string,
  kept: KeptAction,
  effect: CarriedEffect,
  levels: { readonly before: Protection; readonly after: Protection; readonly stop: number | null },
  at: number,
): string => {
  const { before, after, cost, fraction, payout } = effect;
  const { kind } = kept.action;
  const sentences = [`${symbol}: ${actionText(kept)}.`];
  if (kind === 'demerger')
    sentences.push(
      'How much of its price left with the other company is not known: quantity, stop-loss and target are as they were. Look at them.',
    );
  else if (kind === 'rights')
    sentences.push(
      payout > 0
        ? `The rights of ${sharesText(before)} are paid out at their worth, ${formatRupees(payout)}; the shares and their cost stay.`
        : 'The rights were worth nothing; the shares and their cost stay.',
    );
  else
    sentences.push(
      after === 0
        ? `${sharesText(before)} became less than one share: all of it is paid out, ${formatRupees(payout)}.`
        : `${sharesText(before)} are ${sharesText(after)} now; their cost stays ${formatRupees(cost)}.`,
    );
  if (fraction > 0 && after > 0)
    sentences.push(`${sharesText(fraction)} left over were paid out: ${formatRupees(payout)}.`);
  const levelsNow =
    kind === 'demerger' || after === 0 ? null : levelsText(levels.before, levels.after, levels.stop);
  if (levelsNow !== null) sentences.push(levelsNow);
  if (istDate(at) > kept.day)
    sentences.push('It was applied late: what was sold since stays as it was booked.');
  return sentences.join(' ');
};

/** Reason of a change to a working order. */
export const orderText = (kept: KeptAction, before: number, after: number): string =>
  `${actionText(kept)}: ${formatCount(before)} shares are ${formatCount(after)} now`;
