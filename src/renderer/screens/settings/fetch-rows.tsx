import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { formatCount } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { writtenDay } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { countColumn, textColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { fetches, isGoing, STATE_NAMES, STATE_TONES, TIMEFRAME_NAMES, type Fetch } from './fetches.ts';

const useStyles = makeStyles({
  state: { display: 'flex', flexDirection: 'column' },
  quiet: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  actions: { display: 'inline-flex', gap: tokens.spacingHorizontalXS },
});

const progressText = ({ monthsDone, monthsTotal }: Fetch): string =>
  t('{{done}} of {{total}} months', { done: monthsDone, total: monthsTotal });

const State = ({ fetch }: { fetch: Fetch }) => {
  const styles = useStyles();
  const { state, message, monthsDiffering } = fetch;
  return (
    <span className={styles.state}>
      <StatusText tone={STATE_TONES[state]}>{STATE_NAMES[state]}</StatusText>
      <span className={styles.quiet}>
        {progressText(fetch)}
        {message !== '' && (
          <>
            {' · '}
            <SaidByServer>{message}</SaidByServer>
          </>
        )}
        {monthsDiffering > 0 && (
          <>
            {' · '}
            {t('{{number}} months differ from what is kept', {
              count: monthsDiffering,
              number: formatCount(monthsDiffering),
            })}
          </>
        )}
      </span>
    </span>
  );
};

type Action = Parameters<typeof api.market.controlFetch>[0];

const Actions = ({ fetch, onAction }: { fetch: Fetch; onAction: (action: Action) => void }) => {
  const styles = useStyles();
  const { fetchId, symbol, state } = fetch;
  const button = (action: Action['action'], text: string, label: string) => (
    <Button size="small" aria-label={label} onClick={() => onAction({ fetchId, action })}>
      {text}
    </Button>
  );
  return (
    <span className={styles.actions}>
      {isGoing(fetch) && button('pause', t('Pause'), t('Pause the fetch of {{symbol}}', { symbol }))}
      {state === 'paused' && button('resume', t('Resume'), t('Resume the fetch of {{symbol}}', { symbol }))}
      {state === 'failed' &&
        button('resume', t('Try again'), t('Try the fetch of {{symbol}} again', { symbol }))}
      {(isGoing(fetch) || state === 'paused') &&
        button('cancel', t('Cancel'), t('Cancel the fetch of {{symbol}}', { symbol }))}
    </span>
  );
};

const columnsOf = (onAction: (action: Action) => void): readonly Column<Fetch>[] => [
  textColumn('symbol', t('Symbol'), ({ symbol }) => symbol),
  textColumn('timeframe', t('Candles of'), ({ timeframe }) => TIMEFRAME_NAMES[timeframe], { kind: 'quiet' }),
  {
    key: 'days',
    title: t('From'),
    kind: 'quiet',
    render: ({ from }) => writtenDay(from),
    csv: ({ from }) => from,
  },
  {
    key: 'state',
    title: t('State'),
    kind: 'wrap',
    render: (fetch) => <State fetch={fetch} />,
    csv: ({ state }) => state,
  },
  countColumn('kept', t('New candles'), ({ barsKept }) => barsKept),
  {
    key: 'actions',
    title: t('Actions'),
    isTitleHidden: true,
    align: 'end',
    render: (fetch) => <Actions fetch={fetch} onAction={onAction} />,
  },
];

/** The fetches, with what can be done to each. A row opens the gaps of its series. */
export const FetchRows = ({ rows, onOpen }: { rows: readonly Fetch[]; onOpen: (fetch: Fetch) => void }) => {
  const control = useAction(api.market.controlFetch, { presentation: 'dialog' });
  const run = async (action: Action) => {
    await control.run(action);
    // After a refusal too: it is no longer as it was shown.
    void fetches.reload();
  };
  return (
    <>
      <FormProblem message={control.failure?.message} />
      <DataTable
        label={t('Fetches')}
        columns={columnsOf((action) => void run(action))}
        rows={rows}
        rowKey={({ fetchId }) => fetchId}
        onOpen={onOpen}
        csv={{ name: 'fetches' }}
      />
    </>
  );
};
