import { makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import { useEffect, useMemo, useState } from 'react';
import type { Scan, ScanRow } from '../../../shared/contract/scanner.ts';
import { formatCount } from '../../../shared/money.ts';
import { SCAN_LIMITS } from '../../../shared/scan-limits.ts';
import { SCAN_VERDICTS, type ScanVerdict } from '../../../shared/scan-verdicts.ts';
import { writtenDay } from '../../i18n/dates.ts';
import { labels, t } from '../../i18n/translate.ts';
import { useAreKeysArmed } from '../../state/armed-keys.ts';
import { csvTableOf, useCsvExport } from '../../state/csv-export.ts';
import { header } from '../../state/header.ts';
import { onQuotes } from '../../state/quotes.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { useAllWatched } from '../../state/watched.ts';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import type { Sorting } from '../../ui/sorting.ts';
import { StreamingGrid } from '../../ui/streaming-grid.tsx';
import { StreamingRows } from '../../ui/streaming-rows.ts';
import { actOnKey, type RowDeeds } from './row-deeds.ts';
import { scanColumns } from './scan-columns.tsx';
import { SCAN_SORTS, scanRows } from './scans.ts';
import { WhyDrawer } from './why-drawer.tsx';

const useStyles = makeStyles({
  hint: { margin: 0, color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
});

const TABS: Readonly<Record<ScanVerdict, string>> = labels({
  hit: 'Hits',
  miss: 'Near misses',
  'no-history': 'No price of the day',
  'warm-up': 'Too little history',
  faulty: 'Cannot be read',
});

/** Hits by symbol; misses with those first that miss least. */
const startSorting = (verdict: ScanVerdict): Sorting =>
  verdict === 'miss' ? { key: 'passed', isDescending: true } : null;

const keyOf = ({ symbol }: ScanRow): string => symbol;

interface ScanResultsProps {
  scan: Scan;
  deeds: RowDeeds;
}

/** Result of a scan: hits, near misses, and the rest by its reason. */
export const ScanResults = ({ scan, deeds }: ScanResultsProps) => {
  const styles = useStyles();
  const areArmed = useAreKeysArmed();
  const { scanId, day, counts, source } = scan;
  const [verdict, setVerdict] = useState<ScanVerdict>('hit');
  const [page, setPage] = useState(1);
  const [sorting, setSorting] = useState<Sorting>(null);
  const [activeKey, setActive] = useState<string | null>(null);
  const [why, setWhy] = useState<string | null>(null);
  const live = header.use(({ value }) => (value?.broker.state === 'connected' ? 'broker' : source));
  const sort = SCAN_SORTS.find((name) => name === sorting?.key) ?? 'symbol';
  const filter = { scanId, verdict, sort, descending: sorting?.isDescending ?? false };
  const list = usePagedList(scanRows, { filter, page, pageSize: SCAN_LIMITS.rows });
  const [rows] = useState(() => new StreamingRows<ScanRow>(keyOf));
  useEffect(() => rows.replace(list.rows), [rows, list.rows]);
  useEffect(() => onQuotes(() => rows.accept([])), [rows]);
  const names = useMemo(() => list.rows.map(keyOf), [list.rows]);
  useAllWatched(names);
  const columns = useMemo(() => scanColumns(source, live, verdict === 'hit'), [source, live, verdict]);
  useCsvExport(() => csvTableOf(`scan-${day}`, columns, list.all()));
  const show = (next: ScanVerdict): void => {
    setVerdict(next);
    setSorting(startSorting(next));
    setPage(1);
    setActive(null);
  };
  return (
    <>
      <p className={styles.hint} role="status">
        {t('{{hits}} of {{all}} symbols at the close of {{day}}, in {{ms}} ms.', {
          hits: formatCount(counts.hit),
          all: formatCount(counts.all),
          day: writtenDay(day),
          ms: formatCount(scan.ms),
        })}{' '}
        {areArmed
          ? t(
              'In the rows: Enter says why, W adds to a watchlist, A makes an alert. B and S order while keys are armed.',
            )
          : t('In the rows: Enter says why, W adds to a watchlist, A makes an alert, B backtests.')}
      </p>
      <TabList
        aria-label={t('Result')}
        selectedValue={verdict}
        onTabSelect={(_, data) => show(data.value as ScanVerdict)}
      >
        {SCAN_VERDICTS.filter((name) => name === 'hit' || counts[name] > 0).map((name) => (
          <Tab key={name} value={name}>
            {`${TABS[name]} (${formatCount(counts[name])})`}
          </Tab>
        ))}
      </TabList>
      <PagedListView
        list={list}
        onPage={setPage}
        empty={{
          icon: <SearchRegular fontSize={32} />,
          sentence: t('No symbol fulfils the conditions on this day.'),
        }}
      >
        <StreamingGrid
          label={TABS[verdict]}
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          sorting={sorting}
          onSort={(next) => {
            setSorting(next);
            setPage(1);
          }}
          activeKey={activeKey}
          onActive={(key) => setActive(String(key))}
          onOpen={({ symbol }) => setWhy(symbol)}
          onKey={(event, active) => actOnKey(event, active?.symbol ?? null, deeds)}
        />
      </PagedListView>
      {why !== null && <WhyDrawer scan={scan} symbol={why} deeds={deeds} onClose={() => setWhy(null)} />}
    </>
  );
};
