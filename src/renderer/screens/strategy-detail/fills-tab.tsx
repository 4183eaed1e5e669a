import { makeStyles, tokens } from '@fluentui/react-components';
import { ScalesRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import type { FillComparison, FillFigures } from '../../../shared/contract/fill-comparison.ts';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { formatCount, formatRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { csvRupees } from '../../i18n/csv-cells.ts';
import { t } from '../../i18n/translate.ts';
import { useCsvExport } from '../../state/csv-export.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { createPaneResource } from '../../state/resource.ts';
import { countColumn, priceColumn, textColumn, timeColumn } from '../../ui/columns.tsx';
import { Content } from '../../ui/content.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Explain } from '../../ui/explain.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { delayText, type FillRow, fillRows, fillsCsv, PURPOSE_LABELS, shareOf } from './fill-rows.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  summary: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  notes: {
    margin: 0,
    paddingLeft: tokens.spacingHorizontalL,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground2,
  },
  quiet: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

const comparison = createPaneResource(api.strategies.fills);

/** Mean and median beside each other, the worst behind them. */
const spread = (figures: FillFigures['delayMs'], text: (value: number) => string): string =>
  figures === null ? '–' : `${text(figures.mean)} · ${text(figures.median)} · ${text(figures.worst)}`;

const oneDecimal = (value: number): string => value.toFixed(1).replace('-', '−');

const rowColumns = (): readonly Column<FillRow>[] => [
  { key: 'purpose', title: t('Order type'), render: (row) => PURPOSE_LABELS[row.purpose] },
  { key: 'mode', title: t('Mode'), render: (row) => <ModeChip mode={row.mode} /> },
];

const slippageColumns = (): readonly Column<FillRow>[] => [
  ...rowColumns(),
  {
    key: 'measured',
    title: t('Fills'),
    align: 'end',
    render: ({ figures }) => formatCount(figures.measured),
  },
  {
    key: 'bp',
    title: t('Slippage, bp'),
    align: 'end',
    render: ({ figures }) => spread(figures.slippageBp, oneDecimal),
  },
  {
    key: 'paise',
    title: t('Slippage (paise/share)'),
    align: 'end',
    render: ({ figures }) => spread(figures.slippagePaise, oneDecimal),
  },
  {
    key: 'turnover',
    title: t('Traded'),
    align: 'end',
    render: ({ figures }) => formatRupees(figures.turnover),
  },
  {
    key: 'cost',
    title: t('Total slippage'),
    align: 'end',
    render: ({ figures }) => (figures.measured === 0 ? '–' : formatRupees(figures.slippageCost)),
  },
];

const fillingColumns = (): readonly Column<FillRow>[] => [
  ...rowColumns(),
  { key: 'orders', title: t('Orders'), align: 'end', render: ({ figures }) => formatCount(figures.orders) },
  {
    key: 'whole',
    title: t('Filled'),
    align: 'end',
    render: ({ figures }) => shareOf(figures.filledWhole, figures),
  },
  {
    key: 'part',
    title: t('Partial'),
    align: 'end',
    render: ({ figures }) => shareOf(figures.filledPart, figures),
  },
  {
    key: 'none',
    title: t('Unfilled'),
    align: 'end',
    render: ({ figures }) => shareOf(figures.notFilled, figures),
  },
  {
    key: 'delay',
    title: t('Time to the last fill'),
    align: 'end',
    render: ({ figures }) => spread(figures.delayMs, delayText),
  },
  {
    key: 'charges',
    title: t('Charges per ₹1 lakh'),
    align: 'end',
    render: ({ figures }) => (figures.chargesPerLakh === null ? '–' : formatRupees(figures.chargesPerLakh)),
  },
];

type LiveFill = FillComparison['liveFills'][number];

const fillColumns = (): readonly Column<LiveFill>[] => [
  timeColumn('time', t('Filled (IST)'), (row) => row.filledAt),
  {
    key: 'purpose',
    title: t('Order at'),
    kind: 'quiet',
    render: (row) => PURPOSE_LABELS[row.purpose],
    csv: (row) => row.purpose,
  },
  textColumn('symbol', t('Symbol'), (row) => row.symbol),
  {
    key: 'side',
    title: t('Side'),
    render: (row) => (row.side === 'buy' ? t('Buy') : t('Sell')),
    csv: (row) => row.side,
  },
  countColumn('quantity', t('Qty'), (row) => row.quantity),
  priceColumn('decided', t('Decided at'), (row) => row.decisionPrice),
  priceColumn('live', t('Live'), (row) => row.price),
  priceColumn('test', t('Paper would be'), (row) => row.testPrice),
  {
    key: 'cost',
    title: t('Slippage'),
    align: 'end',
    render: (row) => (row.slippageCost === null ? '–' : formatRupees(row.slippageCost)),
    csv: (row) => csvRupees(row.slippageCost),
  },
];

const keyOf = (row: FillRow): string => row.key;

const Shown = ({ shown, name }: { shown: FillComparison; name: string }) => {
  const styles = useStyles();
  useCsvExport(fillsCsv(shown, name));
  const rows = fillRows(shown);
  return (
    <div className={styles.root}>
      <SectionCard title={t('Paper vs live fills')}>
        <p className={styles.summary}>
          <SaidByServer>{shown.summary}</SaidByServer>
        </p>
        <DataTable
          label={t('Slippage by purpose and mode')}
          columns={slippageColumns()}
          rows={rows}
          rowKey={keyOf}
        />
        <DataTable
          label={t('Filling by purpose and mode')}
          columns={fillingColumns()}
          rows={rows}
          rowKey={keyOf}
        />
        <span className={styles.quiet}>
          {t('Slippage and time: mean · median · worst.')}
          <Explain
            figure={t('Slippage')}
            explanation={t(
              'What an order was filled worse than the price at which it was decided. One bp is a hundredth of a percent of that price; less than nothing is better than decided.',
            )}
          />
        </span>
        <ul className={styles.notes}>
          {shown.notes.map((note) => (
            <li key={note}>
              <SaidByServer>{note}</SaidByServer>
            </li>
          ))}
        </ul>
      </SectionCard>
      {shown.liveFills.length > 0 && (
        <SectionCard title={t('Latest live fills')}>
          <DataTable
            label={t('Latest live fills')}
            columns={fillColumns()}
            rows={shown.liveFills}
            rowKey={(row) => row.orderId}
            csv={{ name: 'live-fills' }}
          />
        </SectionCard>
      )}
    </div>
  );
};

/** Fills of the strategy's orders in test and live, side by side. */
export const FillsTab = ({ strategy: { strategyId, name } }: { strategy: StrategySummary }) => {
  const here = comparison.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  useEffect(() => {
    void here.load({ strategyId });
  }, [here, strategyId]);
  useReloadOnFacts(['trade'], comparison, ({ trade }) => trade.strategyId === strategyId);
  return (
    <Content
      isLoading={isLoading}
      hasContent={value !== null}
      isEmpty={value !== null && fillRows(value).length === 0}
      failure={failure}
      loadedAt={loadedAt}
      onRetry={() => void here.load({ strategyId })}
      skeleton={<TableSkeleton />}
      empty={{
        icon: <ScalesRegular fontSize={32} />,
        sentence: t(
          'No order of this strategy has ended yet. Once some have, paper and live fills stand here side by side.',
        ),
      }}
    >
      {value && <Shown shown={value} name={name} />}
    </Content>
  );
};
