import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import { formatCount, formatPercentChange } from '../../../shared/money.ts';
import { dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { type DailyCloses, monthChange, niftyDays, wholeChange } from '../../state/nifty-days.ts';

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
  /** Over what time; the market is said beside it. Null: it was another market. */
  readonly period: 'month' | 'all' | null;
}

/** Change of NIFTY in the time; null where that is not known. */
const marketText = (period: 'month' | 'all', candles: DailyCloses): string | null => {
  if (period === 'month') {
    const change = monthChange(candles);
    return change === null
      ? null
      : t('NIFTY: {{change}} in the same 30 days.', { change: formatPercentChange(change) });
  }
  const whole = wholeChange(candles);
  return (
    whole &&
    t('NIFTY: {{change}} since {{day}}; each strategy counts from its own start.', {
      change: formatPercentChange(whole.percent),
      day: dayText(whole.from),
    })
  );
};

/** Number of losers in a ranking, and the market's change. The best of a bad month are no winners. */
export const LosersNote = ({ returns, period }: LosersNoteProps) => {
  const styles = useStyles();
  const candles = niftyDays.use((state) => state.value);
  const losers = returns.filter((percent) => percent < 0).length;
  const isCompared = period !== null && losers > 0;
  useEffect(() => {
    if (isCompared) void niftyDays.load(undefined);
  }, [isCompared]);
  if (losers === 0) return null;
  const who =
    losers === returns.length
      ? t('All of them lost: the one that lost least comes first.')
      : t('{{losers}} of these {{number}} lost.', {
          losers: formatCount(losers),
          number: formatCount(returns.length),
        });
  const market = period !== null && candles ? marketText(period, candles) : null;
  return <p className={styles.note}>{market === null ? who : `${who} ${market}`}</p>;
};
