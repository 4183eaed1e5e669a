import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { t } from '../i18n/translate.ts';
import { appTokens } from './tokens.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const useStyles = makeStyles({
  frame: { overflowX: 'auto' },
  table: {
    borderCollapse: 'separate',
    borderSpacing: '2px',
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums lining-nums',
  },
  head: {
    padding: `2px ${tokens.spacingHorizontalXS}`,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
    textAlign: 'right',
    whiteSpace: 'nowrap',
  },
  cell: {
    minWidth: '42px',
    height: '28px',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    textAlign: 'right',
    borderRadius: tokens.borderRadiusSmall,
    color: appTokens.numberFg,
    whiteSpace: 'nowrap',
  },
  best: { outline: `2px solid ${tokens.colorBrandStroke1}`, fontWeight: tokens.fontWeightSemibold },
});

export interface HeatCell {
  /** Null where there is nothing to show. */
  value: number | null;
  text: string;
  isBest?: boolean;
}

interface HeatMapProps {
  /** Contents of the cells, for screen readers. */
  label: string;
  /** The head of the rows' names. */
  corner: string;
  /** Whether only screen readers get the corner; the label says it, too. */
  isCornerHidden?: boolean;
  columns: readonly string[];
  rows: readonly { name: string; cells: readonly HeatCell[] }[];
}

const STEPS = 5;

/**
 * Background of a cell: five steps either side of zero. They are scaled to the furthest cell; the number stands in each
 * cell.
 */
const groundOf = (value: number | null, furthest: number): string | undefined => {
  if (value === null || value === 0 || furthest === 0) return undefined;
  const step = Math.max(1, Math.ceil((Math.abs(value) / furthest) * STEPS));
  const colour = value > 0 ? appTokens.pnlUp : appTokens.pnlDown;
  return `color-mix(in srgb, ${colour} ${8 + step * 7}%, transparent)`;
};

/** Numbers in a grid, grounded by how far from zero they are. */
export const HeatMap = ({ label, corner, isCornerHidden = false, columns, rows }: HeatMapProps) => {
  const styles = useStyles();
  const furthest = Math.max(
    0,
    ...rows.flatMap(({ cells }) => cells.map(({ value }) => Math.abs(value ?? 0))),
  );
  return (
    <div
      className={styles.frame}
      tabIndex={0}
      role="group"
      aria-label={t('{{table}}, scrolls sideways', { table: label })}
    >
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className={styles.head}>
              {isCornerHidden ? <VisuallyHidden>{corner}</VisuallyHidden> : corner}
            </th>
            {columns.map((name) => (
              <th key={name} scope="col" className={styles.head}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row" className={styles.head}>
                {name}
              </th>
              {cells.map((cell, index) => (
                <td
                  key={columns[index]}
                  className={mergeClasses(styles.cell, cell.isBest && styles.best)}
                  style={{ backgroundColor: groundOf(cell.value, furthest) }}
                >
                  {cell.text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
