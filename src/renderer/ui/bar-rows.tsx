import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { appTokens } from './tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: `2px ${tokens.spacingHorizontalM}`,
    margin: 0,
    padding: 0,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums lining-nums',
  },
  row: { display: 'contents' },
  name: { textAlign: 'right', color: tokens.colorNeutralForeground2 },
  bar: { height: '14px', minWidth: '1px', borderRadius: tokens.borderRadiusSmall },
  up: { backgroundColor: appTokens.pnlUp },
  down: { backgroundColor: appTokens.pnlDown },
});

export interface BarRow {
  name: string;
  value: number;
  text: string;
  tone: 'up' | 'down';
}

/** Amounts as bars below each other, each with its number: a spread that can be read without colour. */
export const BarRows = ({ label, rows }: { label: string; rows: readonly BarRow[] }) => {
  const styles = useStyles();
  const most = Math.max(1, ...rows.map((row) => row.value));
  return (
    <ul className={styles.root} aria-label={label}>
      {rows.map((row) => (
        <li key={row.name} className={styles.row}>
          <span className={styles.name}>{row.name}</span>
          <span
            aria-hidden
            className={mergeClasses(styles.bar, styles[row.tone])}
            style={{ width: `${(100 * row.value) / most}%` }}
          />
          <span>{row.text}</span>
        </li>
      ))}
    </ul>
  );
};
