import type { FILL_PURPOSES, FillComparison, FillFigures } from '../../../shared/contract/fill-comparison.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import { succeed, type Result } from '../../../shared/failure.ts';
import { inEnglish, t, words } from '../../i18n/translate.ts';
import { csvRupees, type CsvTable } from '../../state/csv-export.ts';

type FillPurpose = (typeof FILL_PURPOSES)[number];

export const PURPOSE_WORDS: Readonly<Record<FillPurpose, string>> = words({
  entry: 'Entries',
  'stop-loss': 'Stop-losses',
  target: 'Targets',
  exit: 'Other exits',
  'square-off': 'Square-offs',
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
export const delayWords = (ms: number): string => {
  const seconds = ms / 1_000;
  if (seconds < 60)
    return t('{{seconds}} s', { seconds: seconds < 10 ? seconds.toFixed(1) : Math.round(seconds) });
  const whole = Math.round(seconds);
  return t('{{minutes}} min {{seconds}} s', { minutes: Math.floor(whole / 60), seconds: whole % 60 });
};

const number = (value: number | undefined, digits: number): string => value?.toFixed(digits) ?? '';
const seconds = (ms: number | undefined): string => (ms === undefined ? '' : (ms / 1_000).toFixed(1));

const csvColumns = [
  'Orders at',
  'Mode',
  'Orders',
  'Filled whole',
  'Filled in part',
  'Not filled',
  'Turnover',
  'Orders measured',
  'Slippage mean (paise a share)',
  'Slippage median (paise a share)',
  'Slippage worst (paise a share)',
  'Slippage mean (bp)',
  'Slippage median (bp)',
  'Slippage worst (bp)',
  'Slippage in all',
  'Delay mean (s)',
  'Delay median (s)',
  'Delay worst (s)',
  'Charges per 1 lakh',
] as const;

const csvRow = ({ purpose, mode, figures }: FillRow): string[] => [
  PURPOSE_WORDS[purpose],
  mode,
  String(figures.orders),
  String(figures.filledWhole),
  String(figures.filledPart),
  String(figures.notFilled),
  csvRupees(figures.turnover),
  String(figures.measured),
  number(figures.slippagePaise?.mean, 2),
  number(figures.slippagePaise?.median, 2),
  number(figures.slippagePaise?.worst, 2),
  number(figures.slippageBp?.mean, 2),
  number(figures.slippageBp?.median, 2),
  number(figures.slippageBp?.worst, 2),
  csvRupees(figures.slippageCost),
  seconds(figures.delayMs?.mean),
  seconds(figures.delayMs?.median),
  seconds(figures.delayMs?.worst),
  figures.chargesPerLakh === null ? '' : csvRupees(figures.chargesPerLakh),
];

/** The comparison as a table for a spreadsheet. */
export const fillsCsv = (comparison: FillComparison, name: string): Promise<Result<CsvTable>> =>
  Promise.resolve(
    succeed({
      name: `fills-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
      columns: csvColumns,
      rows: inEnglish(() => fillRows(comparison).map(csvRow)),
    }),
  );
