import { makeStyles, tokens } from '@fluentui/react-components';
import { formatPrice } from '../../../shared/money.ts';
import { CurveChart } from '../../features/charts/curve-chart.tsx';
import { csvNumber } from '../../i18n/csv-cells.ts';
import { writtenDay } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { columnOf, priceColumn } from '../../ui/columns.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { AnalysisContent } from './analysis-content.tsx';
import { figureText } from './option-chain-columns.tsx';
import type { Chain, ChainRow, Chosen, TermPoint } from './option-chain.ts';

const useStyles = makeStyles({
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 520px), 1fr))',
    alignItems: 'start',
    gap: tokens.spacingVerticalL,
  },
});

const percentText = (value: number | null): string => (value === null ? '–' : `${figureText(value, 2)}%`);
const axisTexts = (values: readonly number[]): string[] => values.map((value) => `${figureText(value, 1)}%`);

const volatilityColumn = columnOf<number | null>({
  text: (value) => figureText(value, 2),
  write: csvNumber,
  align: 'end',
});

const smileColumns = (): readonly Column<ChainRow>[] => [
  { ...priceColumn<ChainRow>('strike', t('Strike'), ({ strike }) => strike), kind: 'name' },
  volatilityColumn('call', t('IV of the call, %'), ({ call }) => call?.volatility ?? null),
  volatilityColumn('put', t('IV of the put, %'), ({ put }) => put?.volatility ?? null),
];

const atTheMoneyOf = ({ strikes, atTheMoney }: Chain) => {
  const row = strikes.find(({ strike }) => strike === atTheMoney);
  return { call: row?.call?.volatility ?? null, put: row?.put?.volatility ?? null };
};

/** Implied volatility of one expiry by strike. */
const SmileChart = ({ chain }: { chain: Chain }) => {
  const { strikes, atTheMoney, expiry } = chain;
  const { call, put } = atTheMoneyOf(chain);
  return (
    <CurveChart
      summary={t('Expiry {{day}}: at the money the call has {{call}} and the put {{put}}.', {
        day: writtenDay(expiry),
        call: percentText(call),
        put: percentText(put),
      })}
      x={strikes.map(({ strike }) => strike)}
      curves={[
        { label: t('IV of the call, %'), values: strikes.map((row) => row.call?.volatility ?? null) },
        { label: t('IV of the put, %'), values: strikes.map((row) => row.put?.volatility ?? null) },
      ]}
      places={
        atTheMoney === null
          ? []
          : [
              {
                at: atTheMoney,
                label: t('At the money {{strike}}', { strike: formatPrice(atTheMoney) }),
                isMain: true,
              },
            ]
      }
      hasDots
      xText={(at) => formatPrice(at).replace(/\.00$/, '')}
      yText={axisTexts}
      pointedText={(index) =>
        t('Strike {{strike}}: call {{call}}, put {{put}}', {
          strike: formatPrice(strikes[index]?.strike ?? 0),
          call: percentText(strikes[index]?.call?.volatility ?? null),
          put: percentText(strikes[index]?.put?.volatility ?? null),
        })
      }
      table={
        <DataTable
          label={t('Implied volatility by strike')}
          columns={smileColumns()}
          rows={strikes}
          rowKey={({ strike }) => strike}
          selectedKey={atTheMoney}
        />
      }
    />
  );
};

const termColumns = (): readonly Column<TermPoint>[] => [
  {
    key: 'expiry',
    title: t('Expiry'),
    render: ({ expiry }) => writtenDay(expiry),
    csv: ({ expiry }) => expiry,
  },
  columnOf<number>({ text: (days) => figureText(days, 1), write: csvNumber, align: 'end' })(
    'days',
    t('Days left'),
    ({ days }) => days,
  ),
  priceColumn('strike', t('At the money'), ({ atTheMoney }) => atTheMoney),
  volatilityColumn('iv', t('IV %'), ({ volatility }) => volatility),
  priceColumn('straddle', t('Straddle'), ({ straddle }) => straddle),
];

/** Volatility at the money of every expiry. */
const TermChart = ({ term }: { term: readonly TermPoint[] }) => {
  const [first, last] = [term[0], term.at(-1)];
  return (
    <CurveChart
      summary={t('At the money from {{first}} on {{from}} to {{last}} on {{to}}.', {
        first: percentText(first?.volatility ?? null),
        from: first ? writtenDay(first.expiry) : '–',
        last: percentText(last?.volatility ?? null),
        to: last ? writtenDay(last.expiry) : '–',
      })}
      x={term.map(({ days }) => days)}
      curves={[{ label: t('IV at the money, %'), values: term.map(({ volatility }) => volatility) }]}
      hasDots
      xText={(days) => t('{{days}} days', { days })}
      yText={axisTexts}
      pointedText={(index) =>
        t('{{day}}: {{volatility}}', {
          day: writtenDay(term[index]?.expiry ?? ''),
          volatility: percentText(term[index]?.volatility ?? null),
        })
      }
      table={
        <DataTable
          label={t('Implied volatility by expiry')}
          columns={termColumns()}
          rows={term}
          rowKey={({ expiry }) => expiry}
          csv={{ name: 'term-structure' }}
        />
      }
    />
  );
};

/** Smile of an expiry and term structure of all. */
export const VolatilityTab = ({ chain, chosen }: { chain: Chain; chosen: Chosen }) => {
  const styles = useStyles();
  useCsvExport(csvOfRows(`smile-${chain.underlying}-${chain.expiry}`, smileColumns(), chain.strikes));
  return (
    <div className={styles.pair}>
      <SectionCard title={t('Smile')}>
        <SmileChart chain={chain} />
      </SectionCard>
      <SectionCard title={t('Term structure')}>
        <AnalysisContent chosen={chosen}>{({ term }) => <TermChart term={term} />}</AnalysisContent>
      </SectionCard>
    </div>
  );
};
