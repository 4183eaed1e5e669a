import { makeStyles, tokens } from '@fluentui/react-components';
import type { Position } from '../../../shared/contract/positions.ts';
import { useQuotes } from '../../state/quotes.ts';
import { MoneyChange } from '../../ui/money.tsx';
import { liveResult } from './live-result.ts';
import type { Tab } from './positions-list.ts';

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'baseline', gap: tokens.spacingHorizontalS },
  name: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface NetResultProps {
  tab: Tab;
  rows: readonly Position[];
  /** Rows over all pages. */
  total: number;
  /** What the server adds up over all pages, in paise. */
  net: Readonly<Record<'live' | 'test', number>>;
}

/** Net result of live and of test, each on its own: paper and real money are never added together. */
export const NetResult = ({ tab, rows, total, net }: NetResultProps) => {
  const styles = useStyles();
  const quotes = useQuotes();
  const modes = tab === 'all' ? (['live', 'test'] as const) : [tab];
  const isWhole = rows.length === total;
  const sum = (mode: 'live' | 'test'): number =>
    isWhole
      ? rows
          .filter((row) => row.mode === mode)
          .reduce((all, row) => all + liveResult(row, quotes.get(row.symbol)).pnl, 0)
      : net[mode];
  return modes
    .filter((mode) => tab !== 'all' || rows.some((row) => row.mode === mode) || net[mode] !== 0)
    .map((mode) => (
      <span key={mode} className={styles.root}>
        <span className={styles.name}>{mode === 'live' ? 'Net live' : 'Net test'}</span>
        <MoneyChange paise={sum(mode)} isHero />
      </span>
    ));
};
