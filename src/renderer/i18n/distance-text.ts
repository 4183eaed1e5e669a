import { formatPercent, formatRupees } from '../../shared/money.ts';
import type { Distance } from '../../shared/rule-document.ts';
import { t } from './translate.ts';

/** Distance of a stop-loss from the entry price, in words. */
export const distanceText = (distance: Distance): string => {
  switch (distance.kind) {
    case 'percent':
      return t('{{percent}} of the entry price', { percent: formatPercent(distance.value) });
    case 'points':
      return t('{{amount}} from the entry price', {
        amount: formatRupees(Math.round(distance.rupees * 100)),
      });
    case 'atr':
      return t('{{multiple}} × ATR of {{period}} candles', {
        multiple: distance.multiple,
        period: distance.period,
      });
  }
};
