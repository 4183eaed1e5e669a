import { makeStyles, tokens } from '@fluentui/react-components';
import { formatPercent } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { appTokens } from '../../ui/tokens.ts';
import { NARROW_PAGE } from '../../ui/page-width.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minWidth: '190px',
    // The columns behind it matter more than the length of a bar.
    [NARROW_PAGE]: { minWidth: '130px' },
  },
  track: {
    position: 'relative',
    flexGrow: 1,
    height: '12px',
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  fill: { height: '100%', borderRadius: tokens.borderRadiusSmall, backgroundColor: appTokens.chart1 },
  target: {
    position: 'absolute',
    top: '-3px',
    bottom: '-3px',
    width: '2px',
    backgroundColor: tokens.colorNeutralForeground1,
  },
  text: { minWidth: '58px', textAlign: 'right', fontVariantNumeric: 'tabular-nums lining-nums' },
});

/** A weight as it is (the bar) beside its target (the mark). `most` is the end of the scale, in percent. */
export const WeightBar = ({
  symbol,
  now,
  target,
  most,
}: {
  symbol: string;
  now: number | null;
  target: number;
  most: number;
}) => {
  const styles = useStyles();
  const place = (percent: number) => `${Math.min(100, (100 * percent) / most)}%`;
  const wanted = formatPercent(target);
  const text =
    now === null
      ? t('{{symbol}}: not held, {{wanted}} wanted', { symbol, wanted })
      : t('{{symbol}}: {{now}} now, {{wanted}} wanted', { symbol, now: formatPercent(now), wanted });
  return (
    <span className={styles.root}>
      <span className={styles.track} role="img" aria-label={text} title={text}>
        <span className={styles.fill} style={{ display: 'block', width: place(now ?? 0) }} />
        <span className={styles.target} style={{ left: place(target) }} />
      </span>
      <span className={styles.text}>{now === null ? '–' : formatPercent(now)}</span>
    </span>
  );
};
