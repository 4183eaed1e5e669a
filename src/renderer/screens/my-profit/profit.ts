import type { Mode } from '../../../shared/contract/fields.ts';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { strategies } from '../../../shared/contract/strategies.ts';
import { succeed } from '../../../shared/failure.ts';
import { api } from '../../api/api.ts';
import { allRows } from '../../state/all-rows.ts';
import { csvTable, type CsvSource } from '../../state/csv-export.ts';
import { createPaneResource } from '../../state/resource.ts';
import { tradeFileColumns } from '../../features/trades/trade-columns.ts';
import { tradeHistoryFlag } from '../../../shared/trade-history-flag.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { BROKER_ID } from '../../../shared/strategy-status.ts';
import { BROKER_CHOICES } from '../../state/broker-choice.ts';
import { modeField } from '../../state/first-side.ts';
import { historyRows } from '../../state/history-rows.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';
import { type Days, PERIODS } from './period.ts';

export type ProfitSide = OutputOf<(typeof strategies)['profit']>['test'];

/** Whose profit: of everything, of what advisor plans manage, or of the rest. */
export const MANAGED = ['any', 'plans', 'own'] as const;
export type Managed = (typeof MANAGED)[number];
const ROBO_PRO: Readonly<Record<Managed, 0 | 1 | undefined>> = { any: undefined, plans: 1, own: 0 };

export const profitSearch = urlSearch({
  mode: modeField(),
  period: searchField.oneOf(PERIODS, 'thirty'),
  managed: searchField.oneOf(MANAGED, 'any'),
  broker: searchField.oneOf(BROKER_CHOICES, 'any'),
  from: searchField.day(),
  to: searchField.day(),
});

export interface Asked extends Days {
  managed: Managed;
  broker: (typeof BROKER_CHOICES)[number];
}

export const profit = createPaneResource(({ from, to, managed, broker }: Asked) =>
  api.strategies.profit({
    from_date: from || undefined,
    to_date: to || undefined,
    roboPro: ROBO_PRO[managed],
    brokerId: BROKER_ID[broker],
  }),
);

/** Every closed trade that the figures add up, for a spreadsheet. */
export const profitTrades = async (
  mode: Mode,
  { from, to }: Days,
  side: ProfitSide,
): ReturnType<CsvSource> => {
  const shown = new Set(side.byStrategy.map(({ strategyId }) => strategyId));
  const rows = await allRows(
    (page) =>
      api.positions.trades({
        isTest: tradeHistoryFlag(mode),
        from_date: from || undefined,
        to_date: to || undefined,
        ...page,
      }),
    (answer) => ({
      rows: historyRows({ test: answer.test_tradehistory, live: answer.live_tradehistory })?.rows ?? [],
      total: answer.total,
    }),
    ({ tradeId }) => tradeId,
  );
  if (!rows.ok) return rows;
  const counted = rows.value.filter(({ strategyId }) => shown.has(strategyId));
  return succeed(csvTable(`profit-${modeWord(mode)}`, tradeFileColumns(), counted));
};

/** Paise in percent of a base; null when there is no base. */
export const percentOf = (part: number, whole: number): number | null =>
  whole > 0 ? (part / whole) * 100 : null;
