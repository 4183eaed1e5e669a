import { FULL_WEIGHT } from '../../../engine/baskets/weights.ts';
import { formatPercent, parseRupees } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';

/** A weight as typed (`12.5`, `33.33 %`) in hundredths of a percent; null when it is none or is finer than that. */
export const weightOf = (text: string): number | null => {
  const plain = text.replace(/\s*%\s*$/, '');
  // A percentage has two decimals like rupees have paise.
  return /\.\d{3,}\s*$/.test(plain) ? null : parseRupees(plain);
};

/** The sum of weights in words: what is still missing to 100 %, or too much. */
export const sumText = (weights: readonly (number | null)[]): string => {
  const sum = weights.reduce<number>((total, weight) => total + (weight ?? 0), 0);
  const text = formatPercent(sum / 100);
  if (sum === FULL_WEIGHT) return t('{{sum}}: that is all of it.', { sum: text });
  const off = formatPercent(Math.abs(FULL_WEIGHT - sum) / 100);
  return sum < FULL_WEIGHT
    ? t('{{sum}}: {{missing}} missing.', { sum: text, missing: off })
    : t('{{sum}}: {{excess}} too much.', { sum: text, excess: off });
};
