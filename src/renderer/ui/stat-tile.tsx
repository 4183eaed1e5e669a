import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { appTokens } from './tokens.ts';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(190px, 1fr))',
    gap: tokens.spacingHorizontalM,
  },
  tile: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    minWidth: 0,
    containerType: 'inline-size',
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  label: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  value: {
    display: 'flex',
    alignItems: 'baseline',
    height: tokens.lineHeightBase600,
    margin: 0,
    // Crores still fit into a narrow tile.
    fontSize: `clamp(16px, 11cqi, ${tokens.fontSizeBase600})`,
    lineHeight: tokens.lineHeightBase600,
    fontWeight: tokens.fontWeightSemibold,
    color: appTokens.numberFg,
  },
  hint: {
    margin: 0,
    minHeight: '16px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
});

/** A row of figures. */
export const StatRow = ({
  children,
  className,
  label,
}: {
  children: ReactNode;
  className?: string;
  label: string;
}) => (
  <section aria-label={label} className={mergeClasses(useStyles().row, className)}>
    {children}
  </section>
);

/** One figure with its name and what to know about it. */
export const StatTile = ({ label, value, hint }: { label: string; value: ReactNode; hint?: ReactNode }) => {
  const styles = useStyles();
  return (
    <div className={styles.tile}>
      <p className={styles.label}>{label}</p>
      <p className={styles.value}>{value}</p>
      <p className={styles.hint}>{hint}</p>
    </div>
  );
};
