import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import type { StoredTimeframe } from '../../../shared/contract/market.ts';
import { formatCount, formatRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { notifyPath } from '../../features/export/notify-saved.ts';
import { dateTimeText, monthText, writtenDay } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { Content } from '../../ui/content.tsx';
import { countColumn, textColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { DetailsDrawer, Facts } from '../../ui/details-drawer.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { saveCandles } from './save-candles.ts';
import { fetches, gaps, TIMEFRAME_NAMES, type GapReport } from './fetches.ts';

const useStyles = makeStyles({
  report: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: {
    margin: 0,
    paddingLeft: tokens.spacingHorizontalXL,
    maxHeight: '180px',
    overflowY: 'auto',
    fontVariantNumeric: 'tabular-nums',
  },
  text: { margin: 0 },
});

type Month = GapReport['months'][number];
type Example = Month['examples'][number];

/** `Nov 2026` of `2026-11`. */
const monthName = (month: string): string =>
  `${monthText(Date.parse(`${month}-15T12:00:00+05:30`))} ${month.slice(0, 4)}`;

const originOf = ({ fetchedAt, isAsFetched, differing, gone }: Month): string => {
  if (fetchedAt === null) return t('from files');
  if (differing + gone > 0) return t('in part from files');
  return isAsFetched ? t('as fetched') : t('changed since');
};

const monthColumns = (): readonly Column<Month>[] => [
  { key: 'month', title: t('Month'), render: ({ month }) => monthName(month), csv: ({ month }) => month },
  countColumn('bars', t('Candles'), ({ bars }) => bars),
  textColumn('origin', t('Origin'), originOf, { kind: 'quiet' }),
  {
    key: 'hash',
    title: 'SHA-256',
    kind: 'quiet',
    render: ({ sha256 }) => <code title={sha256}>{sha256.slice(0, 8)}</code>,
    csv: ({ sha256 }) => sha256,
  },
];
const closeOf = (values: Example['kept']): string =>
  values === null
    ? t('nothing')
    : t('{{price}}, volume {{volume}}', {
        price: formatRupees(values.close),
        volume: formatCount(values.volume),
      });

/** Saves all candles of the series as a file. */
const SaveCandles = ({ report }: { report: GapReport }) => {
  const save = useAction(saveCandles, { presentation: 'dialog' });
  const run = async () => {
    const result = await save.run(report);
    if (result.ok) notifyPath(result.value);
  };
  return (
    <>
      <FormProblem message={save.failure?.message} />
      <div>
        <Button disabledFocusable={save.isRunning} onClick={() => void run()}>
          {save.isRunning ? t('Collecting…') : t('Save the candles as CSV')}
        </Button>
      </div>
    </>
  );
};

/** Missing days and minutes, named one by one. */
const Missing = ({ report }: { report: GapReport }) => {
  const styles = useStyles();
  return (
    <>
      {report.missing.length > 0 && (
        <div className={styles.part}>
          <h3 className={styles.title}>{t('Days without any candle')}</h3>
          <ul className={styles.list} tabIndex={0} aria-label={t('Days without any candle')}>
            {report.missing.map(({ from, to, days }) => (
              <li key={from}>
                {days === 1
                  ? writtenDay(from)
                  : t('{{from}} to {{to}}: {{number}} trading days', {
                      from: writtenDay(from),
                      to: writtenDay(to),
                      number: formatCount(days),
                    })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {report.short.length > 0 && (
        <div className={styles.part}>
          <h3 className={styles.title}>{t('Days of which minutes are missing')}</h3>
          <ul className={styles.list} tabIndex={0} aria-label={t('Days of which minutes are missing')}>
            {report.short.map(({ day, missing, expected, firstAt }) => (
              <li key={day}>
                {t('{{day}}: {{missing}} of {{expected}}, from {{time}}', {
                  day: writtenDay(day),
                  missing: formatCount(missing),
                  expected: formatCount(expected),
                  time: firstAt,
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
};

/** Months of which the broker sends other prices now. */
const Differences = ({ report, onReplace }: { report: GapReport; onReplace: () => void }) => {
  const styles = useStyles();
  const replace = useAction(api.market.fetchHistory, { presentation: 'dialog' });
  const months = report.months.filter(({ differing, gone }) => differing + gone > 0);
  if (months.length === 0) return null;
  const run = async () => {
    const years = 1 + new Date().getFullYear() - Number(months.at(-1)?.month.slice(0, 4));
    const { symbol, timeframe } = report;
    const result = await replace.run({ symbols: [symbol], timeframe, years, onDifference: 'replace' });
    if (!result.ok) return;
    void fetches.reload();
    onReplace();
  };
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>{t('Angel One sent other prices')}</h3>
      <p className={styles.text}>{t('What is kept was not changed.')}</p>
      <ul className={styles.list} tabIndex={0} aria-label={t('Angel One sent other prices')}>
        {months.map(({ month, differing, gone, examples }) => (
          <li key={month}>
            {t('{{month}}: {{differing}} candles differ, {{gone}} are not sent any more', {
              month: monthName(month),
              differing: formatCount(differing),
              gone: formatCount(gone),
            })}
            {examples.slice(0, 1).map(({ at, kept, sent }) => (
              <div key={at}>
                {t('{{at}}: kept {{kept}}; sent {{sent}}', {
                  at: dateTimeText(Date.parse(at)),
                  kept: closeOf(kept),
                  sent: closeOf(sent),
                })}
              </div>
            ))}
          </li>
        ))}
      </ul>
      <FormProblem message={replace.failure?.message} />
      <div>
        <Button disabledFocusable={replace.isRunning} onClick={() => void run()}>
          {t('Fetch again, and take the prices of Angel One')}
        </Button>
      </div>
    </div>
  );
};

const Report = ({ report, onClose }: { report: GapReport; onClose: () => void }) => {
  const styles = useStyles();
  const { from, to, judgedFrom } = report;
  const isMinutes = report.timeframe === '1m';
  return (
    <div className={styles.report}>
      <Facts
        facts={[
          [t('Candles'), formatCount(report.bars)],
          [t('From'), from === null ? '–' : writtenDay(from)],
          [t('To'), to === null ? '–' : writtenDay(to)],
          [t('Trading days'), formatCount(report.tradingDays)],
          [t('Whole days'), formatCount(report.wholeDays)],
          [t('Missing days'), formatCount(report.missingDays)],
          ...(isMinutes ? [[t('Missing minutes'), formatCount(report.missingMinutes)] as const] : []),
        ]}
      />
      {judgedFrom !== null && judgedFrom !== from && (
        <p className={styles.text}>
          {t('The exchange’s calendar is known from {{day}}; days before it are not judged.', {
            day: writtenDay(judgedFrom),
          })}
        </p>
      )}
      <SaveCandles report={report} />
      <Missing report={report} />
      <Differences report={report} onReplace={onClose} />
      <DataTable
        label={t('Months')}
        columns={monthColumns()}
        rows={report.months}
        rowKey={({ month }) => month}
        csv={{ name: `months-${report.symbol}` }}
      />
    </div>
  );
};

interface GapDrawerProps {
  symbol: string;
  timeframe: StoredTimeframe;
  onClose: () => void;
}

/** A series month by month, and its gaps by the exchange's calendar. */
export const GapDrawer = ({ symbol, timeframe, onClose }: GapDrawerProps) => {
  const here = gaps.useHere();
  const { value, ...state } = here.use();
  const load = () => void here.load({ symbol, timeframe });
  useEffect(() => {
    void here.load({ symbol, timeframe });
  }, [here, symbol, timeframe]);
  return (
    <DetailsDrawer
      title={t('{{symbol}}, {{what}}: what is missing', { symbol, what: TIMEFRAME_NAMES[timeframe] })}
      onClose={onClose}
    >
      <Content
        {...state}
        hasContent={value !== null}
        isEmpty={value?.bars === 0}
        onRetry={load}
        skeleton={<BlockSkeleton height={240} />}
        empty={{ icon: null, sentence: t('There are no candles of it yet.') }}
      >
        {value && <Report report={value} onClose={onClose} />}
      </Content>
    </DetailsDrawer>
  );
};
