import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowLeft20Regular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import { t } from '../../i18n/translate.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { Screen } from '../../ui/screen.tsx';
import { backtestSearch } from './backtest-search.ts';
import { RunForm } from './run-form.tsx';
import { RunResult } from './run-result.tsx';
import { RunRows } from './run-rows.tsx';
import { quota, runDetail, runsList } from './runs.ts';
import { NARROW_PAGE, upTo } from '../../ui/page-width.ts';

/** Pages on which the form has no room beside a result. */
const NARROW = upTo(1_519);

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: '330px minmax(0, 1fr)',
    alignItems: 'start',
    gap: tokens.spacingHorizontalL,
    [NARROW_PAGE]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  // A result has tables that need the whole width; the form keeps what was typed.
  opened: { [NARROW]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
  form: { minWidth: 0 },
  hidden: { [NARROW]: { display: 'none' } },
  back: { alignSelf: 'flex-start', display: 'none', [NARROW]: { display: 'inline-flex' } },
  results: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
});

/** Rules over past candles: a form, runs, and the result of the one that is open. */
export const BacktestScreen = () => {
  const styles = useStyles();
  const [{ run, page }, setSearch] = useUrlSearch(backtestSearch);
  const runs = runsList.useHere();
  const detail = runDetail.useHere();
  useEffect(() => {
    void quota.load(undefined);
  }, []);
  useEffect(() => {
    void runs.load({ pageNumber: page });
  }, [runs, page]);
  useEffect(() => {
    if (run !== null) void detail.load({ backtestId: run });
  }, [detail, run]);
  useReloadOnFacts(['backtest'], [runsList, quota]);
  useReloadOnFacts(['backtest'], runDetail, ({ backtestId }) => backtestId === run);
  const open = (backtestId: number) =>
    setSearch({ run: backtestId, tab: 'summary', tradesPage: 1, symbol: '', trade: null });
  return (
    <Screen title={t('Backtest')}>
      <div className={mergeClasses(styles.columns, run !== null && styles.opened)}>
        <div className={mergeClasses(styles.form, run !== null && styles.hidden)}>
          <RunForm onStarted={open} />
        </div>
        <div className={styles.results}>
          {run !== null && (
            <Button
              className={styles.back}
              icon={<ArrowLeft20Regular />}
              onClick={() => setSearch({ run: null })}
            >
              {t('Change and run again')}
            </Button>
          )}
          <RunRows openedId={run} onOpen={open} />
          {run !== null && <RunResult key={run} backtestId={run} />}
        </div>
      </div>
    </Screen>
  );
};
