import { Field, makeStyles, MessageBar, MessageBarBody, Select, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { SweepResult } from '../../../shared/contract/backtests.ts';
import type { MetricName } from '../../../shared/metric-names.ts';
import { formatCount, formatPercentChange } from '../../../shared/money.ts';
import { istDayStart } from '../../../shared/time.ts';
import { compactRupees } from '../../i18n/amounts.ts';
import { dayText } from '../../i18n/dates.ts';
import { t, serverText } from '../../i18n/translate.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { HeatMap } from '../../ui/heat-map.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { Figure } from './figure.tsx';
import { METRIC_FORMATS, METRIC_LABELS, metricCell, tradesNeededText } from './run-labels.ts';
import { bestSets, figuresOfSet, gridOf, sweptMetrics, type SweptSet } from './sweep-view.ts';

const MOST_LISTED = 10;

const useStyles = makeStyles({
  choices: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM },
  note: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  list: { margin: 0, paddingLeft: tokens.spacingHorizontalL },
});

/** A figure short enough for a cell. */
const cellText = (metric: MetricName) => (value: number) => {
  const format = METRIC_FORMATS[metric];
  if (format === 'change') return compactRupees(value);
  if (format === 'percent-change') return formatPercentChange(value);
  return format(value);
};

const HeatCard = ({ sweep }: { sweep: SweepResult }) => {
  const styles = useStyles();
  const [metric, setMetric] = useState<MetricName>(sweep.objective);
  const [across, setAcross] = useState(0);
  const [down, setDown] = useState(1);
  const { parameters } = sweep;
  const second = parameters.length < 2 ? null : down === across ? (across === 0 ? 1 : 0) : down;
  const { columns, rows } = gridOf(sweep, metric, across, second, cellText(metric));
  const figure = METRIC_LABELS[metric];
  const acrossLabel = parameters[across]?.label ?? '';
  const axis = (label: string, value: number, onChange: (next: number) => void) => (
    <Field label={label}>
      <Select size="small" value={String(value)} onChange={(_, data) => onChange(Number(data.value))}>
        {parameters.map((parameter, index) => (
          <option key={parameter.path} value={index}>
            {parameter.label}
          </option>
        ))}
      </Select>
    </Field>
  );
  return (
    <SectionCard title={t('Every combination that was tried')}>
      <div className={styles.choices}>
        <Field label={t('Figure')}>
          <Select size="small" value={metric} onChange={(_, data) => setMetric(data.value as MetricName)}>
            {sweptMetrics(sweep).map((name) => (
              <option key={name} value={name}>
                {METRIC_LABELS[name]}
              </option>
            ))}
          </Select>
        </Field>
        {parameters.length > 1 && axis(t('Across'), across, setAcross)}
        {second !== null && axis(t('Down'), second, setDown)}
      </div>
      <HeatMap
        label={
          second === null
            ? t('{{figure}} by {{across}}', { figure, across: acrossLabel })
            : t('{{figure}} by {{across}} and {{down}}', {
                figure,
                across: acrossLabel,
                down: parameters[second]?.label ?? '',
              })
        }
        corner={(second === null ? undefined : parameters[second]?.label) ?? figure}
        isCornerHidden
        columns={columns}
        rows={rows}
      />
      <p className={styles.note}>{tradesNeededText()}</p>
    </SectionCard>
  );
};

const bestColumns = (sweep: SweepResult): readonly Column<SweptSet>[] => [
  ...sweep.parameters.map((parameter, index): Column<SweptSet> => ({
    key: parameter.path,
    title: parameter.label,
    align: index === 0 ? 'start' : 'end',
    render: ({ values }) => String(values[index]),
    csv: ({ values }) => String(values[index]),
  })),
  ...sweptMetrics(sweep).map((metric): Column<SweptSet> => ({
    key: metric,
    title: METRIC_LABELS[metric],
    align: 'end',
    render: ({ set }) => <Figure metric={metric} figures={figuresOfSet(sweep, set)} />,
    csv: ({ set }) => metricCell(metric, figuresOfSet(sweep, set)),
  })),
];

type WalkForward = NonNullable<SweepResult['walkForward']>;
type Window = WalkForward['windows'][number];

const days = (from: string, to: string): string =>
  `${dayText(istDayStart(from))} – ${dayText(istDayStart(to))}`;

const windowColumns = (sweep: SweepResult): readonly Column<Window>[] => {
  const chosen = ({ values }: Window): string =>
    sweep.parameters.map(({ label }, index) => `${label} ${values[index] ?? '–'}`).join(', ');
  return [
    {
      key: 'train',
      title: t('In-sample'),
      render: (window) => days(window.trainFrom, window.trainTo),
      csv: (window) => `${window.trainFrom}/${window.trainTo}`,
    },
    {
      key: 'test',
      title: t('Out-of-sample'),
      render: (window) => days(window.testFrom, window.testTo),
      csv: (window) => `${window.testFrom}/${window.testTo}`,
    },
    {
      key: 'values',
      title: t('Values chosen'),
      kind: 'wrap',
      render: chosen,
      csv: chosen,
    },
    {
      key: 'in',
      title: t('Return when chosen'),
      align: 'end',
      render: ({ inSample }) => <Figure metric="returnPercent" figures={inSample} />,
      csv: ({ inSample }) => metricCell('returnPercent', inSample),
    },
    {
      key: 'out',
      title: t('Return afterwards'),
      align: 'end',
      render: ({ outOfSample }) => <Figure metric="returnPercent" figures={outOfSample} />,
      csv: ({ outOfSample }) => metricCell('returnPercent', outOfSample),
    },
    {
      key: 'inObjective',
      title: t('{{figure}}, chosen', { figure: METRIC_LABELS[sweep.objective] }),
      align: 'end',
      render: ({ inSample }) => <Figure metric={sweep.objective} figures={inSample} />,
      csv: ({ inSample }) => metricCell(sweep.objective, inSample),
    },
    {
      key: 'outObjective',
      title: t('{{figure}}, afterwards', { figure: METRIC_LABELS[sweep.objective] }),
      align: 'end',
      render: ({ outOfSample }) => <Figure metric={sweep.objective} figures={outOfSample} />,
      csv: ({ outOfSample }) => metricCell(sweep.objective, outOfSample),
    },
  ];
};

/** A sweep's parameter sets, the best, and its result on unseen days. Those are days it was not chosen on. */
export const SweepTab = ({ sweep }: { sweep: SweepResult }) => {
  const styles = useStyles();
  const { refused } = sweep.sets;
  return (
    <>
      {sweep.warnings.length > 0 && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            {t('This result may be over-fitted:')}
            <ul className={styles.list}>
              {sweep.warnings.map((warning) => (
                <li key={warning}>
                  <SaidByServer>{warning}</SaidByServer>
                </li>
              ))}
            </ul>
          </MessageBarBody>
        </MessageBar>
      )}
      {refused.length > 0 && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>
            {t('{{refused}} of {{number}} combinations could not be run: {{reason}}', {
              refused: formatCount(refused.length),
              number: formatCount(sweep.sets.values[0]?.length ?? 0),
              reason: serverText(refused[0]?.reason ?? ''),
            })}
          </MessageBarBody>
        </MessageBar>
      )}
      {sweep.walkForward && (
        <SectionCard title={t('Chosen on earlier days, tried on later ones')}>
          <DataTable
            label={t('Windows')}
            columns={windowColumns(sweep)}
            rows={sweep.walkForward.windows}
            rowKey={(window) => window.testFrom}
            csv={{ name: 'walk-forward' }}
          />
        </SectionCard>
      )}
      <HeatCard sweep={sweep} />
      <DataTable
        label={t('Best combinations')}
        columns={bestColumns(sweep)}
        rows={bestSets(sweep, MOST_LISTED)}
        rowKey={({ set }) => set}
        csv={{ name: 'sweep', rows: () => bestSets(sweep, Infinity) }}
      />
    </>
  );
};
