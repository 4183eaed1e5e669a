import type { Position } from '../../shared/contract/positions.ts';
import type { ProtectionState } from '../../shared/protection-state.ts';
import { istDate, istMinute } from '../../shared/time.ts';
import { dayText } from './dates.ts';
import { t, labels } from './translate.ts';

export const PROTECTION_LABELS: Readonly<Record<ProtectionState, string>> = labels(
  { resting: 'Stop resting', watched: 'Watched', leaving: 'Leaving', none: 'No stop' },
  { context: 'protection' },
);

const TONES = { resting: 'good', watched: 'warning', leaving: 'neutral', none: 'bad' } as const;

/**
 * Urgency of a protection: no stop is bad, unless the strategy or basket has none to begin with. A stop that rests and
 * has a reason beside it is not all that it should be.
 */
export const protectionTone = (
  { state, why }: NonNullable<Position['protection']>,
  stopLoss: Position['stopLoss'],
) => {
  if (state === 'none' && stopLoss === null) return 'neutral';
  return (state === 'resting' || state === 'leaving') && why !== '' ? 'warning' : TONES[state];
};

/** Since when, to the minute; the day too where it is not today. */
export const sinceText = (at: string): string => {
  const ms = Date.parse(at);
  const isToday = istDate(ms) === istDate(Date.now());
  return isToday ? istMinute(ms) : `${dayText(ms)}, ${istMinute(ms)}`;
};

/** Protection, and since when: `Watched since 10:05`. */
export const protectionSince = ({ state, since: at }: NonNullable<Position['protection']>): string =>
  at === null
    ? PROTECTION_LABELS[state]
    : t('{{protection}} since {{time}}', { protection: PROTECTION_LABELS[state], time: sinceText(at) });
