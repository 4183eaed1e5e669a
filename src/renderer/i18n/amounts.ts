import { formatRupeesCompact } from '../../shared/money.ts';
import { t } from './translate.ts';

/** Rupees for tiles and axes, as `formatRupeesCompact` writes them, with lakh and crore in the language of the window. */
export const compactRupees = (paise: number): string =>
  formatRupeesCompact(paise)
    .replace(/L$/, t('L', { context: 'lakh' }))
    .replace(/Cr$/, t('Cr', { context: 'crore' }));
