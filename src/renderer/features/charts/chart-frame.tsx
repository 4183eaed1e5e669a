import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { t } from '../../i18n/translate.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, margin: 0 },
  foot: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  view: { flexShrink: 0, whiteSpace: 'nowrap' },
});

interface ChartFrameProps {
  /** One sentence that says what the chart shows; screen readers and everybody else get the same. */
  summary: string;
  chart: ReactNode;
  table: ReactNode;
}

/** A chart with its sentence; its data can be shown as a table. */
export const ChartFrame = ({ summary, chart, table }: ChartFrameProps) => {
  const styles = useStyles();
  const [isTable, setIsTable] = useState(false);
  return (
    <figure className={styles.root}>
      {/* It stays where it is: what has drawn into it would not find another one. */}
      <div hidden={isTable}>{chart}</div>
      {isTable && table}
      <figcaption className={styles.foot}>
        <span>{summary}</span>
        <Button
          size="small"
          appearance="subtle"
          className={styles.view}
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          {t(isTable ? 'View as chart' : 'View as table')}
        </Button>
      </figcaption>
    </figure>
  );
};
