import type { Amount, ExpiryChoice, LegLevel, Reentry, StrikeRule } from '../../shared/leg-document.ts';
import { formatPercent } from '../../shared/money.ts';
import { distance, levelDistance, type LegPhrases, rupees } from './leg-phrases.ts';

const EN_EXPIRY: Readonly<Record<ExpiryChoice, string>> = {
  'this-week': 'this week',
  'next-week': 'next week',
  'this-month': 'this month',
  'next-month': 'next month',
};
const EN_WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const enSteps = (steps: number): string => {
  if (steps === 0) return 'at the money';
  const count = Math.abs(steps);
  return `${count} ${count === 1 ? 'strike' : 'strikes'} ${steps > 0 ? 'out of' : 'in'} the money`;
};

const enStrike = (rule: StrikeRule): string => {
  switch (rule.by) {
    case 'at-the-money':
      return enSteps(rule.steps);
    case 'premium':
      return `with a premium ${{ nearest: 'nearest to', 'at-least': 'of at least', 'at-most': 'of at most' }[rule.choose]} ${rupees(rule.rupees)}`;
    case 'premium-range':
      return `with a premium from ${rupees(rule.from)} to ${rupees(rule.to)}`;
    case 'delta':
      return `with a delta nearest to ${rule.delta}`;
    case 'percent-away':
      return `${formatPercent(Math.abs(rule.percent))} ${rule.percent < 0 ? 'in' : 'out of'} the money`;
    case 'straddle-premium':
      return `with a premium nearest to ${formatPercent(rule.percent)} of the straddle`;
    case 'straddle-width':
      return `${Math.abs(rule.times)} times the straddle ${rule.times < 0 ? 'in' : 'out of'} the money`;
  }
};

const enReentry = ({ how, times }: Reentry): string => {
  const ways = {
    'at-once': 'enter again at once, with a new strike',
    'at-cost': 'enter again at the price of the first entry',
    reversed: 'enter at once on the other side',
  } as const;
  return `${ways[how]}, at most ${times} ${times === 1 ? 'time' : 'times'}`;
};

const enLevel = (name: string, level: LegLevel | null): string[] =>
  level ? [`${name} ${levelDistance(level)} of the ${level.of}`] : [];

const enAmount = (amount: Amount): string =>
  amount.kind === 'rupees' ? rupees(amount.rupees) : `${formatPercent(amount.percent)} of the net premium`;

/** A document with legs in English. */
export const ENGLISH_LEGS: LegPhrases = {
  labels: { summary: 'Summary', entry: 'Entry', leg: 'Leg', exit: 'Exit', together: 'All legs' },
  summary: ({ underlying, legs, strikesFrom }) =>
    `${legs.length} ${legs.length === 1 ? 'leg' : 'legs'} on ${underlying}; strikes count from the ${strikesFrom}.`,
  entry: ({ at, weekdays, daysToExpiry }) => {
    const days = weekdays.length < 7 ? ` on ${weekdays.map((day) => EN_WEEKDAYS[day - 1]).join(', ')}` : '';
    const range = daysToExpiry
      ? ` with ${daysToExpiry.from} to ${daysToExpiry.to} calendar days to expiry`
      : '';
    return `At ${at}${days}${range}.`;
  },
  leg: (leg) => {
    const what = leg.kind === 'future' ? 'future' : `${leg.kind} ${leg.strike ? enStrike(leg.strike) : ''}`;
    const begin = `${leg.side === 'buy' ? 'Buy' : 'Sell'} ${leg.lots} ${leg.lots === 1 ? 'lot' : 'lots'} of the ${what}, ${EN_EXPIRY[leg.expiry]}`;
    const more = [
      ...(leg.wait
        ? [
            `wait until the premium is ${distance(leg.wait.distance)} ${leg.wait.direction === 'up' ? 'higher' : 'lower'}`,
          ]
        : []),
      ...enLevel('stop at', leg.stop),
      ...enLevel('target at', leg.target),
      ...(leg.trail
        ? [`for each ${distance(leg.trail.every)} in favour the stop moves by ${distance(leg.trail.by)}`]
        : []),
      ...(leg.onStop ? [`after a stop ${enReentry(leg.onStop)}`] : []),
      ...(leg.onTarget ? [`after a target ${enReentry(leg.onTarget)}`] : []),
    ];
    return `${[begin, ...more].join('; ')}.`;
  },
  exit: ({ at, daysBeforeExpiry }) => {
    if (daysBeforeExpiry === null) return `At ${at} on the day of entry.`;
    return daysBeforeExpiry === 0
      ? `At ${at} on the day of expiry.`
      : `At ${at}, ${daysBeforeExpiry} calendar ${daysBeforeExpiry === 1 ? 'day' : 'days'} before expiry.`;
  },
  together: ({ stop, target, trail, lock, onLegExit, moveToCost, ifIncomplete }) => [
    ...(stop ? [`Close all at a loss of ${enAmount(stop)}.`] : []),
    ...(target ? [`Close all at a profit of ${enAmount(target)}.`] : []),
    ...(trail
      ? [`For each ${enAmount(trail.every)} of profit this stop rises by ${enAmount(trail.by)}.`]
      : []),
    ...(lock ? [`After a profit of ${enAmount(lock.at)}, close all at ${enAmount(lock.keep)}.`] : []),
    ...(onLegExit === 'all-legs' ? ['The stop or target of one leg closes all legs.'] : []),
    ...{
      none: [],
      'legs-with-stop': ['When a leg is stopped, the stops of the others move to their entry price.'],
      'all-legs': ['When a leg is stopped, all others have a stop at their entry price.'],
      'opposite-legs': ['When a leg is stopped, legs of the other kind have a stop at their entry price.'],
    }[moveToCost],
    ifIncomplete === 'close'
      ? 'If a leg cannot be entered, the others are closed.'
      : 'If a leg cannot be entered, the others are kept.',
  ],
};
