import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    margin: 0,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
  },
  row: { display: 'flex', justifyContent: 'space-between', gap: tokens.spacingHorizontalL },
  name: { flexShrink: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  value: { margin: 0, textAlign: 'right', fontWeight: tokens.fontWeightSemibold },
});

/** Facts for a decision in a frame, name left, value right. They stand under each other. */
export const FactRows = ({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) => {
  const styles = useStyles();
  return (
    <dl className={styles.root}>
      {facts.map(({ name, value }, row) => (
        // Two facts may have one name, such as two trades of one second.
        <div key={`${row} ${name}`} className={styles.row}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
