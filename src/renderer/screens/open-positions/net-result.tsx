import { makeStyles, tokens } from '@fluentui/react-components';
import type { Position } from '../../../shared/contract/positions.ts';
import { t } from '../../i18n/translate.ts';
import { useQuotes } from '../../state/quotes.ts';
import { MoneyChange } from '../../ui/money.tsx';
import { sumMarkedToMarket } from '../../state/mark-to-market.ts';
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

const Net = ({ tab, mode, rows, total, net }: NetResultProps & { mode: 'live' | 'test' }) => {
  const styles = useStyles();
  const isWhole = rows.length === total;
  const sum = useQuotes((quotes) =>
    isWhole
      ? sumMarkedToMarket(
          rows.filter((row) => row.mode === mode),
          quotes,
        )
      : net[mode],
  );
  if (tab === 'all' && net[mode] === 0 && !rows.some((row) => row.mode === mode)) return null;
  return (
    <span className={styles.root}>
      <span className={styles.name}>{mode === 'live' ? t('Net live') : t('Net test')}</span>
      <MoneyChange paise={sum} isHero />
    </span>
  );
};

/** Net result of live and of test, each on its own: paper and real money are never added together. */
export const NetResult = (props: NetResultProps) =>
  (props.tab === 'all' ? (['live', 'test'] as const) : [props.tab]).map((mode) => (
    <Net key={mode} mode={mode} {...props} />
  ));
