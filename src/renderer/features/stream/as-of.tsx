import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { istTime } from '../../../shared/time.ts';
import { t } from '../../i18n/translate.ts';
import { useFreshness } from '../../state/freshness.ts';
import { useQuotes } from '../../state/quotes.ts';
import { useOffline } from '../../state/offline.ts';
import { appTokens } from '../../ui/tokens.ts';

const useStyles = makeStyles({
  root: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    whiteSpace: 'nowrap',
  },
  late: { color: appTokens.liveFg },
  stale: { color: appTokens.staleFg, fontStyle: 'italic' },
});

/** `Updated 14:31:05`: when a block's figures were worked out, by the clock on the wall; amber and grey with age. */
export const AsOf = ({ at }: { at: number | null }) => {
  const styles = useStyles();
  const freshness = useFreshness();
  const { isOffline } = useOffline();
  if (at === null) return null;
  const isStale = isOffline || freshness === 'stale';
  return (
    <span
      className={mergeClasses(styles.root, freshness === 'late' && styles.late, isStale && styles.stale)}
      data-freshness={isStale ? 'stale' : freshness}
    >
      {t('Updated {{time}}', { time: istTime(at) })}
    </span>
  );
};

/** The age of positions' values, which arrive after the list was loaded. */
export const ValuesAsOf = ({ loadedAt }: { loadedAt: number | null }) => {
  const valuedAt = useQuotes((quotes) => quotes.valuedAt);
  return <AsOf at={loadedAt === null ? null : Math.max(loadedAt, valuedAt ?? 0)} />;
};
