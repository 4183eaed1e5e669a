import { ALERT_CATEGORIES, ALERT_CATEGORY_CODES, type AlertCategory } from '../../shared/alert-category.ts';
import { DEFAULT_CHANNELS, type AlertChannel } from '../../shared/alert-channels.ts';
import type { Alert } from '../../shared/contract/alerts.ts';
import type { Settings } from '../../shared/desktop.ts';

/** Of these the system tells also while a window is looked at; of the others only when none is. */
const ALWAYS_NATIVE: readonly AlertCategory[] = ['orders', 'risk', 'broker', 'trades'];

export const categoryOf = ({ categoryId }: Alert): AlertCategory =>
  ALERT_CATEGORY_CODES.find((code) => ALERT_CATEGORIES[code] === categoryId) ?? 'system';

/**
 * Channels of an alert. Toasts show only in a window that is looked at. A critical alert uses every way that is there,
 * whatever its category was given.
 */
export function channelsOf(
  alert: Alert,
  { channels, native, toast, sound }: Settings['notifications'],
  isWatched: boolean,
): Readonly<Record<AlertChannel, boolean>> {
  const category = categoryOf(alert);
  const chosen = alert.isCritical
    ? DEFAULT_CHANNELS.risk
    : (channels[category] ?? DEFAULT_CHANNELS[category]);
  const isNativeNow = alert.isCritical || !isWatched || ALWAYS_NATIVE.includes(category);
  return {
    toast: toast && isWatched && chosen.includes('toast'),
    native: native && isNativeNow && chosen.includes('native'),
    sound: sound && chosen.includes('sound'),
  };
}
