import type { StrategySummary } from '../../shared/contract/strategy-card.ts';
import { SEGMENT_LABELS, STATUS_LABELS } from '../i18n/strategy-labels.ts';
import { t } from '../i18n/translate.ts';
import { csvNumber, csvRupees } from '../i18n/csv-cells.ts';
import type { CsvColumn } from '../state/csv-export.ts';

const resultColumns = (): readonly CsvColumn<StrategySummary>[] => [
  { title: t('Return %'), csv: ({ statistics }) => csvNumber(statistics.returnPercent) },
  { title: t('Gross'), csv: ({ statistics }) => csvRupees(statistics.gross) },
  { title: t('Charges'), csv: ({ statistics }) => csvRupees(statistics.charges) },
  { title: t('Net'), csv: ({ statistics }) => csvRupees(statistics.net) },
  { title: t('Worst fall %'), csv: ({ statistics }) => csvNumber(statistics.maxDrawdownPercent) },
  { title: t('Won %'), csv: ({ statistics }) => csvNumber(statistics.winPercent) },
  { title: t('Trades'), csv: ({ statistics }) => String(statistics.trades) },
];

const nameColumns = (): readonly CsvColumn<StrategySummary>[] => [
  { title: t('Strategy'), csv: (trick) => trick.name },
  { title: t('Author'), csv: (trick) => trick.tricker.name },
  { title: t('Segment'), csv: (trick) => SEGMENT_LABELS[trick.segment] },
  { title: t('Candles'), csv: (trick) => trick.timeframe },
  { title: t('Risk'), csv: (trick) => trick.risk },
  { title: t('Instruments'), csv: (trick) => trick.instruments.join(' ') },
];

/** A strategy on offer in a file for a spreadsheet. */
export const offeredStrategyColumns = (): readonly CsvColumn<StrategySummary>[] => [
  ...nameColumns(),
  { title: t('Min capital'), csv: (trick) => csvRupees(trick.minimumCapital) },
  { title: t('Followers'), csv: (trick) => String(trick.followers) },
  ...resultColumns(),
];

/** One's own strategy in such a file. */
export const ownStrategyColumns = (): readonly CsvColumn<StrategySummary>[] => [
  ...nameColumns(),
  { title: t('Mode'), csv: (trick) => trick.mode },
  { title: t('State'), csv: (trick) => STATUS_LABELS[trick.trickStatus] },
  { title: t('Broker'), csv: (trick) => trick.brokerName },
  { title: t('Capital'), csv: (trick) => csvRupees(trick.capital) },
  { title: t('Open positions'), csv: (trick) => String(trick.openPositions) },
  { title: t('Today'), csv: (trick) => csvRupees(trick.today) },
  ...resultColumns(),
];
