import { ORDER_STATE_LABELS } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { header } from '../../state/header.ts';
import type { StateText } from './order-columns.tsx';

/**
 * React hook: says how an order stands. One that is to be sent to an exchange which takes no orders now waits for its
 * next session.
 */
export const useOrderStateText = (): StateText => {
  const phase = header.use(({ value }) => value?.live?.state ?? null);
  const isShut = phase !== null && phase !== 'open';
  return ({ mode, state }) =>
    isShut && mode === 'live' && state === 'intended'
      ? t('Waits for the next session')
      : ORDER_STATE_LABELS[state];
};
