import { makeStyles, tokens } from '@fluentui/react-components';
import type { Mode, Source } from '../../../shared/contract/fields.ts';
import type { Position } from '../../../shared/contract/positions.ts';
import { t } from '../../i18n/translate.ts';
import { areValuesCurrent, type Quotes } from '../../../shared/quotes.ts';
import { useQuotes } from '../../state/quotes.ts';
import { MoneyChange } from '../../ui/money.tsx';
import { sumMarkedToMarket } from '../../../shared/mark-to-market.ts';
import type { Tab } from './positions-list.ts';

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'baseline', gap: tokens.spacingHorizontalS },
  name: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface NetResultProps {
  tab: Tab;
  /** The backend's sum over all pages at loading, in paise. */
  net: Readonly<Record<Mode, number>>;
  /** The feed in use on paper: positions of others are not added. */
  source: Source;
}

/** Positions that a net result adds up, of all that are open; null while no values of them come. */
const addedUp = (quotes: Quotes, mode: Mode, source: Source): Position[] | null =>
  areValuesCurrent(quotes)
    ? [...quotes.values.values()].filter(
        (position) =>
          position.mode === mode && !position.isBasket && (mode === 'live' || position.source === source),
      )
    : null;

const Net = ({ tab, mode, net, source }: NetResultProps & { mode: Mode }) => {
  const styles = useStyles();
  const sum = useQuotes((quotes) => {
    const positions = addedUp(quotes, mode, source);
    return positions ? sumMarkedToMarket(positions, quotes) : net[mode];
  });
  const isThere = useQuotes((quotes) => (addedUp(quotes, mode, source) ?? []).length > 0);
  if (tab === 'all' && net[mode] === 0 && !isThere) return null;
  return (
    <span className={styles.root}>
      <span className={styles.name}>{mode === 'live' ? t('Live P&L') : t('Paper P&L')}</span>
      <MoneyChange paise={sum} isHero />
    </span>
  );
};

/** Net result of live and of test, each on its own: paper and real money are never added together. */
export const NetResult = (props: NetResultProps) =>
  (props.tab === 'all' ? (['live', 'test'] as const) : [props.tab]).map((mode) => (
    <Net key={mode} mode={mode} {...props} />
  ));
