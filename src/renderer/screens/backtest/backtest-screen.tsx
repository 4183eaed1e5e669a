import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import { t } from '../../i18n/translate.ts';
import { useStreamReload } from '../../state/stream.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { Screen } from '../../ui/screen.tsx';
import { backtestSearch } from './backtest-search.ts';
import { RunForm } from './run-form.tsx';
import { RunResult } from './run-result.tsx';
import { RunRows } from './run-rows.tsx';
import { quota, runDetail, runsList } from './runs.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: '330px minmax(0, 1fr)',
    alignItems: 'start',
    gap: tokens.spacingHorizontalL,
    '@media (max-width: 1100px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  results: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
});

/** Rules over past candles: a form at the left, runs and their results at the right. */
export const BacktestScreen = () => {
  const styles = useStyles();
  const [{ run, page }, setSearch] = useUrlSearch(backtestSearch);
  useEffect(() => {
    void quota.load(undefined);
  }, []);
  useEffect(() => {
    void runsList.load({ pageNumber: page });
  }, [page]);
  useEffect(() => {
    if (run !== null) void runDetail.load({ backtestId: run });
  }, [run]);
  useStreamReload(['backtest'], () => {
    void runsList.reload();
    void quota.reload();
  });
  useStreamReload(
    ['backtest'],
    () => void runDetail.reload(),
    ({ backtestId }) => backtestId === run,
  );
  const open = (backtestId: number) =>
    setSearch({ run: backtestId, tab: 'summary', tradesPage: 1, symbol: '', trade: null });
  return (
    <Screen title={t('Backtest')}>
      <div className={styles.columns}>
        <RunForm onStarted={open} />
        <div className={styles.results}>
          <RunRows openedId={run} onOpen={open} />
          {run !== null && <RunResult key={run} backtestId={run} />}
        </div>
      </div>
    </Screen>
  );
};
