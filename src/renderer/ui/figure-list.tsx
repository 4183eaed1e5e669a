import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Explain } from './explain.tsx';
import { serverText } from '../i18n/translate.ts';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))',
    gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    margin: 0,
  },
  name: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '24px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  value: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
});

export interface NamedFigure {
  name: string;
  value: ReactNode;
  /** Explanation of the figure. */
  explanation?: string | undefined;
}

/** Figures with their names, each explained where an explanation is known. It says how the figure is worked out. */
export const FigureList = ({ figures }: { figures: readonly NamedFigure[] }) => {
  const styles = useStyles();
  return (
    <dl className={styles.grid}>
      {figures.map(({ name, value, explanation }) => (
        <div key={name}>
          <dt className={styles.name}>
            {name}
            {explanation && <Explain figure={name} explanation={serverText(explanation)} />}
          </dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
