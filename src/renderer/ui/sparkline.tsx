import { makeStyles, tokens } from '@fluentui/react-components';
import { t } from '../i18n/translate.ts';
import { appTokens } from './tokens.ts';

const useStyles = makeStyles({
  root: { display: 'block', width: '100%', overflow: 'visible' },
  line: { fill: 'none', stroke: appTokens.chart1, strokeWidth: '1.75px', vectorEffect: 'non-scaling-stroke' },
  area: { fill: appTokens.chart1, opacity: 0.1, stroke: 'none' },
  empty: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3, margin: 0 },
});

const WIDTH = 100;

/** Points of a line through `values`, stretched over the width and height. */
export const sparklinePoints = (values: readonly number[], height: number): string => {
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const step = WIDTH / Math.max(1, values.length - 1);
  return values
    .map((value, index) => {
      const y = span === 0 ? height / 2 : height - 1 - ((value - low) / span) * (height - 2);
      return `${(index * step).toFixed(2)},${y.toFixed(2)}`;
    })
    .join(' ');
};

/** A small line without axes. `label` says in words what it shows. */
export const Sparkline = ({
  values,
  label,
  height = 40,
}: {
  values: readonly number[];
  label: string;
  height?: number;
}) => {
  const styles = useStyles();
  if (values.length < 2)
    return (
      <p className={styles.empty} style={{ height, lineHeight: `${height}px` }}>
        {t('No results yet')}
      </p>
    );
  const points = sparklinePoints(values, height);
  return (
    <svg
      className={styles.root}
      role="img"
      aria-label={label}
      height={height}
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
    >
      <polygon className={styles.area} points={`0,${height} ${points} ${WIDTH},${height}`} />
      <polyline className={styles.line} points={points} />
    </svg>
  );
};
