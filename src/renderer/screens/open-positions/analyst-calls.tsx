import { Button, Link, makeStyles, Select, tokens } from '@fluentui/react-components';
import { StarRegular } from '@fluentui/react-icons';
import type { AnalystCall, CALL_STATES } from '../../../shared/contract/advisors.ts';
import { formatPrice, priceOrDash } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { csvNumber } from '../../i18n/csv-cells.ts';
import { t, labels, serverText } from '../../i18n/translate.ts';
import { csvTableOf, useCsvExport } from '../../state/csv-export.ts';
import { routeHref } from '../../state/navigation.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { priceColumn, textColumn, timeColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Explain } from '../../ui/explain.tsx';
import { PercentChange } from '../../ui/money.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { StatusText, type StatusTone } from '../../ui/status-text.tsx';

export const CALL_FILTERS = ['all', 'open', 'done'] as const;
export type CallFilter = (typeof CALL_FILTERS)[number];
const FILTER_LABELS: Readonly<Record<CallFilter, string>> = labels(
  { all: 'All calls', open: 'Open', done: 'Over' },
  { context: 'call-state' },
);

type CallState = (typeof CALL_STATES)[number];
const STATE_LABELS: Readonly<Record<CallState, string>> = labels(
  { open: 'Open', 'target-hit': 'Target hit', stopped: 'Stopped', closed: 'Closed' },
  { context: 'call-state' },
);
const STATE_TONES: Readonly<Record<CallState, StatusTone>> = {
  open: 'neutral',
  'target-hit': 'good',
  stopped: 'bad',
  closed: 'neutral',
};

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  bar: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  quiet: { flexGrow: 1, margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const everything: { state: CallFilter } = { state: 'all' };

const callsList = createPagedList({
  call: ({ state, pageNumber, pageSize }: { state: CallFilter } & PageRequest) =>
    api.advisors.calls({ state, pageNumber, pageSize }),
  page: (answer) => ({ rows: answer.ratradelist, total: answer.total }),
  idOf: (call) => call.callId,
  filter: everything,
});

const columns = (): readonly Column<AnalystCall>[] => [
  textColumn('symbol', t('Symbol'), (call) => call.symbol),
  {
    key: 'side',
    title: t('Call'),
    render: (call) => (call.side === 'long' ? t('Buy') : t('Sell')),
    csv: (call) => (call.side === 'long' ? 'buy' : 'sell'),
  },
  {
    key: 'strategy',
    title: t('Strategy'),
    kind: 'quiet',
    render: (call) => <Link href={routeHref(`/strategies/${call.strategyId}`)}>{call.strategyName}</Link>,
    csv: (call) => call.strategyName,
  },
  timeColumn('at', t('Given (IST)'), (call) => call.at, { kind: 'quiet' }),
  priceColumn('entry', t('Entry'), (call) => call.entry),
  priceColumn('stop', t('Stop', { context: 'price' }), (call) => call.stopLoss),
  priceColumn('target', t('Target'), (call) => call.target),
  priceColumn('exit', t('LTP or exit'), (call) => call.exit ?? call.ltp),
  {
    key: 'move',
    title: t('Move', { context: 'price' }),
    align: 'end',
    render: (call) =>
      call.movePercent === null ? (
        '–'
      ) : (
        <span>
          <PercentChange percent={call.movePercent} />
          <Explain
            figure={t('Move of {{symbol}}', { symbol: call.symbol })}
            explanation={t(
              'From the entry at {{entry}} to {{exit}}, in the direction of the call, before charges.',
              { entry: formatPrice(call.entry), exit: priceOrDash(call.exit ?? call.ltp) },
            )}
          />
        </span>
      ),
    csv: (call) => csvNumber(call.movePercent),
  },
  {
    key: 'state',
    title: t('Status'),
    csv: (call) => call.state,
    render: (call) => (
      <span title={serverText(call.reason)}>
        <StatusText tone={STATE_TONES[call.state]}>{STATE_LABELS[call.state]}</StatusText>
      </span>
    ),
  },
];

interface AnalystCallsProps {
  filter: CallFilter;
  page: number;
  onFilter: (filter: CallFilter) => void;
  onPage: (page: number) => void;
}

/** The calls of the analysts whose plan one has: what they entered, and what became of it. */
export const AnalystCalls = ({ filter, page, onFilter, onPage }: AnalystCallsProps) => {
  const styles = useStyles();
  // The copies of a plan trade when its own strategies do: their trades tell that there may be news.
  const list = usePagedList(callsList, { filter: { state: filter }, page, reloadOn: ['trade', 'position'] });
  const plan = list.answer?.plan ?? null;
  useCsvExport(() => csvTableOf(`analyst-calls-${filter}`, columns(), list.all()));
  return (
    <PagedListView
      list={list}
      onPage={onPage}
      skeleton={<TableSkeleton />}
      empty={{
        icon: <StarRegular fontSize={32} />,
        sentence: plan
          ? t(
              'The analysts of {{name}} have given no call yet. Calls appear as soon as one of its strategies enters.',
              { name: plan.name },
            )
          : t('Calls of research analysts come with an advisor plan.'),
        action: plan ? undefined : (
          <Button as="a" href={routeHref('/pro-plans')}>
            {t('See the plans')}
          </Button>
        ),
      }}
      onClearFilters={filter !== 'all' && plan ? () => onFilter('all') : null}
    >
      <div className={styles.stack}>
        <div className={styles.bar}>
          <p className={styles.quiet}>
            {plan &&
              t('By the analysts of {{name}}, on paper. Past calls say nothing about the next one.', {
                name: plan.name,
              })}
          </p>
          <Select
            size="small"
            aria-label={t('Which calls')}
            value={filter}
            onChange={(_, data) => onFilter(data.value as CallFilter)}
          >
            {CALL_FILTERS.map((name) => (
              <option key={name} value={name}>
                {FILTER_LABELS[name]}
              </option>
            ))}
          </Select>
        </div>
        <DataTable
          label={t('Research calls')}
          columns={columns()}
          rows={list.rows}
          rowKey={(call) => call.callId}
        />
      </div>
    </PagedListView>
  );
};
