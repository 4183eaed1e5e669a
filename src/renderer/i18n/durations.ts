import { MINUTE_MS } from '../../shared/time.ts';
import { t } from './translate.ts';

const HOUR_MINUTES = 60;

/** Time left, in whole minutes: `3 h 12 min left`. */
export const leftText = (ms: number): string => {
  const all = Math.max(0, Math.floor(ms / MINUTE_MS));
  const hours = Math.floor(all / HOUR_MINUTES);
  const minutes = all % HOUR_MINUTES;
  return hours > 0
    ? t('{{hours}} h {{minutes}} min left', { hours, minutes })
    : t('{{minutes}} min left', { minutes });
};
