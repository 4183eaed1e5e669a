import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { levelOf } from '../../../shared/result-level.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { brokerText, SEGMENT_LABELS, STATUS_LABELS } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { csvNumber, csvRupees } from '../../i18n/csv-cells.ts';
import type { CsvColumn } from '../../state/csv-export.ts';

const resultColumns = (): readonly CsvColumn<StrategySummary>[] => [
  { title: t('Return %'), csv: ({ statistics }) => csvNumber(statistics.returnPercent) },
  { title: t('Gross'), csv: ({ statistics }) => csvRupees(statistics.gross) },
  { title: t('Charges'), csv: ({ statistics }) => csvRupees(statistics.charges) },
  { title: t('Net'), csv: ({ statistics }) => csvRupees(statistics.net) },
  { title: t('Max drawdown %'), csv: ({ statistics }) => csvNumber(statistics.maxDrawdownPercent) },
  { title: t('Won %'), csv: ({ statistics }) => csvNumber(statistics.winPercent) },
  { title: t('Trades'), csv: ({ statistics }) => String(statistics.trades) },
];

const nameColumns = (): readonly CsvColumn<StrategySummary>[] => [
  { title: t('Strategy'), csv: (strategy) => strategy.name },
  { title: t('Author'), csv: (strategy) => strategy.strategyAuthor.name },
  { title: t('Segment'), csv: (strategy) => SEGMENT_LABELS[strategy.segment] },
  { title: t('Candles'), csv: (strategy) => strategy.timeframe },
  { title: t('Risk'), csv: (strategy) => strategy.risk },
  { title: t('Instruments'), csv: (strategy) => strategy.instruments.join(' ') },
];

/** A strategy on offer in a file for a spreadsheet. */
export const offeredStrategyColumns = (): readonly CsvColumn<StrategySummary>[] => [
  ...nameColumns(),
  { title: t('Min capital'), csv: (strategy) => csvRupees(strategy.minimumCapital) },
  { title: t('Followers'), csv: (strategy) => String(strategy.followers) },
  { title: t('Level'), csv: ({ mode, statistics }) => levelOf(mode, statistics.source) },
  ...resultColumns(),
];

/** One's own strategy in such a file. */
export const ownStrategyColumns = (): readonly CsvColumn<StrategySummary>[] => [
  ...nameColumns(),
  { title: t('Mode'), csv: (strategy) => modeWord(strategy.mode) },
  { title: t('Status'), csv: (strategy) => STATUS_LABELS[strategy.strategyStatus] },
  { title: t('Broker'), csv: brokerText },
  { title: t('Capital'), csv: (strategy) => csvRupees(strategy.capital) },
  { title: t('Open positions'), csv: (strategy) => String(strategy.openPositions) },
  { title: t('Today'), csv: (strategy) => csvRupees(strategy.today) },
  ...resultColumns(),
];
