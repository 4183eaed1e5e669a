import { makeStyles } from '@fluentui/react-components';
import { useMemo } from 'react';
import { formatPercentChange } from '../../../shared/money.ts';
import { istDayStart } from '../../../shared/time.ts';
import { csvNumber } from '../../i18n/csv-cells.ts';
import { dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useChart } from './chart-canvas.ts';
import type { ChartPort } from './chart-port.ts';
import { ChartFrame } from './chart-frame.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import type { AppTokens } from '../../ui/tokens.ts';
import { CHART_HEIGHTS } from './chart-heights.ts';

/** A day (`YYYY-MM-DD`) and the level of an index starting at 100. */
interface IndexPoint {
  day: string;
  level: number;
}

// The library's own layers stay below the bar over the page.
const useStyles = makeStyles({ canvas: { height: CHART_HEIGHTS.index, isolation: 'isolate' } });

const buildIndex = (chart: ChartPort) => {
  const line = chart.line({ kind: 'area', format: 'number' });
  return (points: readonly IndexPoint[], colours: AppTokens): void => {
    line.look({ colour: colours.chart1, top: `${colours.chart1}1A`, bottom: `${colours.chart1}1A` });
    line.show(
      points.map(({ day }) => istDayStart(day)),
      points.map(({ level }) => level),
    );
  };
};

const columnsOf = (): readonly Column<IndexPoint>[] => [
  { key: 'day', title: t('Day'), render: ({ day }) => dayText(istDayStart(day)), csv: ({ day }) => day },
  {
    key: 'level',
    title: t('Index'),
    align: 'end',
    render: ({ level }) => level.toFixed(2),
    csv: ({ level }) => csvNumber(level),
  },
];

const ROWS_IN_TABLE = 50;

const summaryOf = (points: readonly IndexPoint[]): string => {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return t('No history yet.');
  const change = (last.level / first.level - 1) * 100;
  return t('From 100 on {{from}} to {{level}} on {{to}}: {{change}}, before charges.', {
    from: dayText(istDayStart(first.day)),
    level: last.level.toFixed(2),
    to: dayText(istDayStart(last.day)),
    change: formatPercentChange(change),
  });
};

/** An index that starts at 100. */
export const IndexChart = ({ points, subject }: { points: readonly IndexPoint[]; subject: string }) => {
  const styles = useStyles();
  const data = useMemo(() => points, [points]);
  const canvas = useChart({ build: buildIndex, data, subject, isDaily: true });
  return (
    <ChartFrame
      summary={summaryOf(points)}
      chart={<div ref={canvas} className={styles.canvas} />}
      table={
        <DataTable
          label={t('Index by day')}
          columns={columnsOf()}
          rows={points.slice(-ROWS_IN_TABLE).reverse()}
          rowKey={({ day }) => day}
          csv={{ name: 'index', rows: () => points.toReversed() }}
        />
      }
    />
  );
};
