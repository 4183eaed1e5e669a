import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import { formatCount, formatPercentChange } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { monthChange, niftyDays } from '../../state/nifty-days.ts';

const useStyles = makeStyles({
  note: {
    margin: `0 0 ${tokens.spacingVerticalS}`,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
});

interface LosersNoteProps {
  /** Returns of a ranking, in percent, best first. */
  readonly returns: readonly number[];
  /** The ranking is of the last 30 days: what the market did then is said beside it. */
  readonly isMonth: boolean;
}

/** How many of a ranking lost, and what the market did. The best of a bad month are no winners. */
export const LosersNote = ({ returns, isMonth }: LosersNoteProps) => {
  const styles = useStyles();
  const candles = niftyDays.use((state) => state.value);
  const losers = returns.filter((percent) => percent < 0).length;
  const isCompared = isMonth && losers > 0;
  useEffect(() => {
    if (isCompared) void niftyDays.load(undefined);
  }, [isCompared]);
  if (losers === 0) return null;
  const change = isCompared && candles ? monthChange(candles) : null;
  const who =
    losers === returns.length
      ? t('All of them lost: the one that lost least comes first.')
      : t('{{losers}} of these {{number}} lost.', {
          losers: formatCount(losers),
          number: formatCount(returns.length),
        });
  const market =
    change === null
      ? ''
      : ` ${t('NIFTY: {{change}} in the same 30 days.', { change: formatPercentChange(change) })}`;
  return <p className={styles.note}>{`${who}${market}`}</p>;
};
