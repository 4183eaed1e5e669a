import type { BasketOffer, HeldBasket } from '../../../shared/contract/baskets.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { BASKET_STATE_LABELS, REBALANCE_LABELS } from '../../i18n/basket-labels.ts';
import { csvNumber, csvRupees, csvTime } from '../../i18n/csv-cells.ts';
import { t } from '../../i18n/translate.ts';
import type { CsvColumn } from '../../state/csv-export.ts';

/** A basket that somebody holds, in a file for a spreadsheet. */
export const heldColumns = (): readonly CsvColumn<HeldBasket>[] => [
  { title: t('Basket'), csv: (basket) => basket.name },
  { title: t('Mode'), csv: (basket) => modeWord(basket.mode) },
  { title: t('Status'), csv: (basket) => BASKET_STATE_LABELS[basket.state] },
  { title: t('Opened'), csv: (basket) => csvTime(basket.openedAt) },
  { title: t('Value', { context: 'money' }), csv: (basket) => csvRupees(basket.value) },
  { title: t('Cash'), csv: (basket) => csvRupees(basket.cash) },
  { title: t('Invested'), csv: (basket) => csvRupees(basket.invested) },
  { title: t('Charges so far'), csv: (basket) => csvRupees(basket.charges) },
  { title: t('Charges to come'), csv: (basket) => csvRupees(basket.chargesToCome) },
  { title: t('Result after charges'), csv: (basket) => csvRupees(basket.pnl) },
  { title: t('Return %'), csv: (basket) => csvNumber(basket.returnPercent) },
  { title: t('Next rebalance'), csv: (basket) => basket.nextRebalance ?? '' },
];

/** A basket on offer in such a file. */
export const offerColumns = (): readonly CsvColumn<BasketOffer>[] => [
  { title: t('Basket'), csv: (offer) => offer.name },
  { title: t('Author'), csv: (offer) => offer.author.name },
  { title: t('Rebalance'), csv: (offer) => REBALANCE_LABELS[offer.rebalance] },
  { title: t('Shares'), csv: (offer) => String(offer.constituents) },
  { title: t('Minimum amount'), csv: (offer) => csvRupees(offer.minimumAmount) },
  { title: t('Return %'), csv: (offer) => csvNumber(offer.returnPercent) },
  { title: t('Since'), csv: (offer) => offer.from ?? '' },
  { title: t('Held in'), csv: (offer) => offer.heldModes.map(modeWord).join(' ') },
];
