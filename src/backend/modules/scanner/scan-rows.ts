import { describeEntryParts } from '../../../engine/rules/sentence.ts';
import { compare } from '../../../shared/compare.ts';
import type { ParsedOf } from '../../../shared/contract/endpoint.ts';
import type { Scan, ScanPart, scanner, ScanRow as RowView } from '../../../shared/contract/scanner.ts';
import type { Language } from '../../../shared/languages.ts';
import { pageOffset } from '../../../shared/paging.ts';
import { istDayStart, istDayText } from '../../../shared/time.ts';
import { findInstrument } from '../../market/instrument-master.ts';
import { notFound } from '../../refusal.ts';
import type { ScanRow } from '../../scanner/scan-result.ts';
import type { DoneScan } from '../../scanner/scans.ts';

const passedOf = ({ parts }: ScanRow): number => parts.filter(({ holds }) => holds === true).length;

const changeOf = ({ close, closeBefore }: ScanRow): number | null =>
  close === null || closeBefore === null ? null : Math.round((close / closeBefore - 1) * 10_000) / 100;

const reasonOf = ({ day }: DoneScan, row: ScanRow): string => {
  switch (row.verdict) {
    case 'hit':
      return '';
    case 'miss':
      return `${passedOf(row)} of ${row.parts.length} conditions hold.`;
    case 'no-history':
      return `There is no candle of ${istDayText(istDayStart(day))}.`;
    case 'warm-up':
      return `The rules need more history than its ${row.candles} candles.`;
    case 'faulty':
      return row.fault;
  }
};

const rowView = (scan: DoneScan, row: ScanRow): RowView => ({
  symbol: row.symbol,
  name: findInstrument(row.symbol)?.name ?? '',
  verdict: row.verdict,
  close: row.close,
  changePercent: changeOf(row),
  volume: row.volume,
  passed: passedOf(row),
  parts: row.parts.length,
  reason: reasonOf(scan, row),
});

/** A scan with its counts. */
export const scanView = ({ scanId, day, source, rows, ms }: DoneScan): Scan => {
  const counts = { all: rows.length, hit: 0, miss: 0, 'no-history': 0, 'warm-up': 0, faulty: 0 };
  for (const { verdict } of rows) counts[verdict]++;
  return { scanId, day, source, counts, ms };
};

type RowsInput = ParsedOf<typeof scanner.rows>;

const FIGURES: Readonly<Record<Exclude<RowsInput['sort'], 'symbol'>, (row: ScanRow) => number | null>> = {
  close: ({ close }) => close,
  change: changeOf,
  volume: ({ volume }) => volume,
  passed: passedOf,
};

/** Rows in order; what is not known comes last. */
const sorted = (rows: readonly ScanRow[], { sort, descending }: RowsInput): ScanRow[] => {
  const sign = descending ? -1 : 1;
  if (sort === 'symbol') return rows.toSorted((a, b) => sign * compare(a.symbol, b.symbol));
  const figureOf = FIGURES[sort];
  return rows.toSorted((a, b) => {
    const [x, y] = [figureOf(a), figureOf(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * (x - y) || compare(a.symbol, b.symbol);
  });
};

/** A page of the rows that are asked for. */
export const pageOfRows = (scan: DoneScan, input: RowsInput) => {
  const { verdict, search, pageNumber, pageSize } = input;
  const wanted = search.toUpperCase();
  const found = scan.rows.filter(
    (row) => (verdict === 'all' || row.verdict === verdict) && row.symbol.includes(wanted),
  );
  const from = pageOffset(input);
  const rows = sorted(found, input).slice(from, from + pageSize);
  return { rows: rows.map((row) => rowView(scan, row)), pageNumber, pageSize, total: found.length };
};

/** One symbol with the parts of the rule. @throws Refusal `not-found` */
export const whyOf = (
  scan: DoneScan,
  symbol: string,
  language: Language,
): { row: RowView; parts: ScanPart[] } => {
  const row = scan.rows.find((one) => one.symbol === symbol);
  if (!row) throw notFound('symbol of the scan');
  const texts = describeEntryParts(scan.document, language);
  const parts = row.parts.map(({ holds, values }, at): ScanPart => ({
    sentence: texts[at]?.sentence ?? '',
    holds,
    values: values.map((value, number) => ({
      what: texts[at]?.values[number]?.what ?? '',
      unit: texts[at]?.values[number]?.unit ?? 'number',
      value,
    })),
  }));
  return { row: rowView(scan, row), parts };
};
