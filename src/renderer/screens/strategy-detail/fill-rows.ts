import type { FILL_PURPOSES, FillComparison, FillFigures } from '../../../shared/contract/fill-comparison.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { t, labels } from '../../i18n/translate.ts';
import { csvNumber, csvRupees } from '../../i18n/csv-cells.ts';
import { csvOfRows, type CsvColumn, type CsvSource } from '../../state/csv-export.ts';

type FillPurpose = (typeof FILL_PURPOSES)[number];

export const PURPOSE_LABELS: Readonly<Record<FillPurpose, string>> = labels({
  entry: 'Entries',
  'stop-loss': 'Stop-losses',
  target: 'Targets',
  exit: 'Other exits',
  'square-off': 'Auto square-off',
});

/** One purpose in one mode. */
export interface FillRow {
  readonly key: string;
  readonly purpose: FillPurpose;
  readonly mode: Mode;
  readonly figures: FillFigures;
}

/** Test above live for every purpose that has an order. */
export const fillRows = ({ purposes }: FillComparison): FillRow[] =>
  purposes
    .filter(({ test, live }) => test.orders + live.orders > 0)
    .flatMap(({ purpose, test, live }) => [
      { key: `${purpose} test`, purpose, mode: 'test' as const, figures: test },
      { key: `${purpose} live`, purpose, mode: 'live' as const, figures: live },
    ]);

/** `98 %`, of the orders; a dash without any. */
export const shareOf = (count: number, { orders }: FillFigures): string =>
  orders === 0 ? '–' : `${Math.round((100 * count) / orders)}%`;

/** Milliseconds as people say them: `0.4 s`, `2 min 5 s`. */
export const delayText = (ms: number): string => {
  const seconds = ms / 1_000;
  if (seconds < 60)
    return t('{{seconds}} s', { seconds: seconds < 10 ? seconds.toFixed(1) : Math.round(seconds) });
  const whole = Math.round(seconds);
  return t('{{minutes}} min {{seconds}} s', { minutes: Math.floor(whole / 60), seconds: whole % 60 });
};

const seconds = (ms: number | undefined): string => (ms === undefined ? '' : (ms / 1_000).toFixed(1));

const csvColumns = (): readonly CsvColumn<FillRow>[] => [
  { title: t('Order type'), csv: ({ purpose }) => PURPOSE_LABELS[purpose] },
  { title: t('Mode'), csv: ({ mode }) => modeWord(mode) },
  { title: t('Orders'), csv: ({ figures }) => String(figures.orders) },
  { title: t('Filled whole'), csv: ({ figures }) => String(figures.filledWhole) },
  { title: t('Filled in part'), csv: ({ figures }) => String(figures.filledPart) },
  { title: t('Not filled'), csv: ({ figures }) => String(figures.notFilled) },
  { title: t('Turnover'), csv: ({ figures }) => csvRupees(figures.turnover) },
  { title: t('Orders measured'), csv: ({ figures }) => String(figures.measured) },
  { title: t('Slippage mean (paise a share)'), csv: ({ figures }) => csvNumber(figures.slippagePaise?.mean) },
  {
    title: t('Slippage median (paise a share)'),
    csv: ({ figures }) => csvNumber(figures.slippagePaise?.median),
  },
  {
    title: t('Slippage worst (paise a share)'),
    csv: ({ figures }) => csvNumber(figures.slippagePaise?.worst),
  },
  { title: t('Slippage mean (bp)'), csv: ({ figures }) => csvNumber(figures.slippageBp?.mean) },
  { title: t('Slippage median (bp)'), csv: ({ figures }) => csvNumber(figures.slippageBp?.median) },
  { title: t('Slippage worst (bp)'), csv: ({ figures }) => csvNumber(figures.slippageBp?.worst) },
  { title: t('Total slippage'), csv: ({ figures }) => csvRupees(figures.slippageCost) },
  { title: t('Delay mean (s)'), csv: ({ figures }) => seconds(figures.delayMs?.mean) },
  { title: t('Delay median (s)'), csv: ({ figures }) => seconds(figures.delayMs?.median) },
  { title: t('Delay worst (s)'), csv: ({ figures }) => seconds(figures.delayMs?.worst) },
  { title: t('Charges per 1 lakh'), csv: ({ figures }) => csvRupees(figures.chargesPerLakh) },
];

/** The comparison for a spreadsheet. */
export const fillsCsv = (comparison: FillComparison, name: string): CsvSource =>
  csvOfRows(`fills-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`, csvColumns(), fillRows(comparison));
