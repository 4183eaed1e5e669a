import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Tab,
  TabList,
  tokens,
} from '@fluentui/react-components';
import { ArrowDownloadRegular, BeakerRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import type { RunDetail, RunResult as Result } from '../../../shared/contract/backtests.ts';
import { api } from '../../api/api.ts';
import { desktop } from '../../api/desktop.ts';
import { notifySaved } from '../../features/export/notify-saved.ts';
import { t, labels } from '../../i18n/translate.ts';
import { exportCurrentList, useCsvExport } from '../../state/csv-export.ts';
import { reportFailure } from '../../state/failure-reports.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { Content } from '../../ui/content.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { AssumptionsTab } from './assumptions-tab.tsx';
import { backtestSearch, TABS, type Tab as TabName } from './backtest-search.ts';
import { CompareTab } from './compare-tab.tsx';
import { EquityTab } from './equity-tab.tsx';
import { MonthlyTab } from './monthly-tab.tsx';
import { STATE_LABELS } from './run-labels.ts';
import { isOver, runDetail, runTradesCsv } from './runs.ts';
import { SummaryTab } from './summary-tab.tsx';
import { SweepTab } from './sweep-tab.tsx';
import { TradesTab } from './trades-tab.tsx';

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM, flexWrap: 'wrap' },
  title: { flexGrow: 1, margin: 0, fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500 },
  body: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
});

const NAMES: Readonly<Record<TabName, string>> = labels({
  summary: 'Summary',
  equity: 'Equity and drawdown',
  trades: 'Trades',
  monthly: 'Monthly',
  sweep: 'Sweep',
  compare: 'Compare',
  assumptions: 'Assumptions',
});

const CONTENT: Readonly<Record<TabName, (run: RunDetail, result: Result) => ReactNode>> = {
  summary: (run, result) => <SummaryTab run={run} result={result} />,
  equity: (run, result) => <EquityTab run={run} result={result} />,
  trades: (run) => <TradesTab run={run} />,
  monthly: (_run, result) => <MonthlyTab result={result} />,
  sweep: (run) => run.sweep && <SweepTab sweep={run.sweep} />,
  compare: (run) => <CompareTab run={run} />,
  assumptions: (run) => <AssumptionsTab run={run} />,
};

const saveTrades = async (): Promise<void> => {
  const saved = await exportCurrentList();
  if (saved) notifySaved(saved);
};

const saveTaxReport = async (backtestId: number): Promise<void> => {
  const report = await api.reports.tax({ backtestId });
  if (!report.ok) return reportFailure(report.failure);
  const { financialYear, csv } = report.value;
  notifySaved(
    await desktop('file.save', { name: `tax-${financialYear}-backtest-${backtestId}.csv`, text: csv }),
  );
};

/** Panel in the place of a result that is not there. */
const NoResult = ({ run }: { run: RunDetail }) => (
  <MessageBar intent={run.state === 'failed' ? 'error' : 'info'} layout="multiline">
    <MessageBarBody dir="auto" lang={isOver(run) && run.message ? 'en' : undefined}>
      {isOver(run)
        ? run.message || STATE_LABELS[run.state]
        : t('The result appears here when the run is done.')}
    </MessageBarBody>
  </MessageBar>
);

/** The result of one run, in parts. */
export const RunResult = ({ backtestId }: { backtestId: number }) => {
  const styles = useStyles();
  const [{ tab }, setSearch] = useUrlSearch(backtestSearch);
  const here = runDetail.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  const run = value?.backtestId === backtestId ? value : null;
  useCsvExport(() => runTradesCsv(backtestId));
  const tabs = TABS.filter((name) => name !== 'sweep' || run?.sweep);
  const current = tabs.find((name) => name === tab) ?? 'summary';
  return (
    <Content
      isLoading={isLoading}
      hasContent={run !== null}
      failure={failure}
      loadedAt={loadedAt}
      onRetry={() => void here.load({ backtestId })}
      skeleton={<BlockSkeleton height={320} />}
      empty={{ icon: <BeakerRegular fontSize={32} />, sentence: t('There is no such run.') }}
    >
      {run && (
        <div className={styles.body}>
          <div className={styles.head}>
            <h2 className={styles.title}>{run.name}</h2>
            {run.result && (
              <Button size="small" icon={<ArrowDownloadRegular />} onClick={() => void saveTrades()}>
                {t('Trades as CSV')}
              </Button>
            )}
            {run.result && (
              <Button
                size="small"
                icon={<ArrowDownloadRegular />}
                onClick={() => void saveTaxReport(backtestId)}
              >
                {t('Tax report')}
              </Button>
            )}
          </div>
          {run.result ? (
            <>
              <TabList
                aria-label={t('Parts of the result')}
                size="small"
                selectedValue={current}
                onTabSelect={(_, data) => setSearch({ tab: data.value as TabName }, { replace: true })}
              >
                {tabs.map((name) => (
                  <Tab key={name} value={name}>
                    {NAMES[name]}
                  </Tab>
                ))}
              </TabList>
              {CONTENT[current](run, run.result)}
            </>
          ) : (
            <NoResult run={run} />
          )}
        </div>
      )}
    </Content>
  );
};
