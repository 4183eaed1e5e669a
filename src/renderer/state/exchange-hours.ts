import { istMinute } from '../../shared/time.ts';
import { dayText } from '../i18n/dates.ts';
import { t } from '../i18n/translate.ts';
import { header } from './header.ts';

/**
 * React hook: when real orders leave while the exchange is closed; undefined while it trades. Without a session with the
 * broker they wait for that, whatever the hour.
 */
export const useClosedReason = (): string | undefined => {
  const opensAt = header.use(({ value }) =>
    value?.broker.state === 'session-over' ? null : (value?.exchangeOpensAt ?? null),
  );
  if (opensAt === null) return undefined;
  const opens = Date.parse(opensAt);
  return t('The market is closed. Orders leave at the next open, {{day}}, {{time}}.', {
    day: dayText(opens),
    time: istMinute(opens),
  });
};
