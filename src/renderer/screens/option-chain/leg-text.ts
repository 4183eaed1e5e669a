import { formatPrice } from '../../../shared/money.ts';
import { writtenDay } from '../../i18n/dates.ts';
import { labels, t } from '../../i18n/translate.ts';
import type { Side } from '../../features/options/picked-legs.ts';
import type { Leg } from './legs.ts';

export const SIDE_LABELS: Readonly<Record<Side, string>> = labels({ buy: 'Buy', sell: 'Sell' });

/** Rights as traders write them. */
const RIGHT_CODES = { call: 'CE', put: 'PE' } as const;

/** `24,500.00 CE`. */
export const optionText = ({ strike, right }: Pick<Leg, 'strike' | 'right'>): string =>
  `${formatPrice(strike)} ${RIGHT_CODES[right]}`;

/** `24,500.00 CE, 29-12-2026`. */
export const contractText = (leg: Pick<Leg, 'strike' | 'right' | 'expiry'>): string =>
  `${optionText(leg)}, ${writtenDay(leg.expiry)}`;

/** An option with what is done with it: `Buy 24,500.00 CE`. */
export const tradeText = (side: Side, leg: Pick<Leg, 'strike' | 'right'>): string =>
  t('{{side}} {{option}}', { side: SIDE_LABELS[side], option: optionText(leg) });
