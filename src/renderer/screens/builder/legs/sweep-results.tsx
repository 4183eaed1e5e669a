import { makeStyles, tokens } from '@fluentui/react-components';
import type { z } from 'zod';
import type { LegSweepSchema } from '../../../../shared/contract/options.ts';
import type { LegParameter } from '../../../../shared/leg-parameters.ts';
import { formatCount, formatRupees } from '../../../../shared/money.ts';
import { minutesToClock } from '../../../../shared/time.ts';
import { writtenDay } from '../../../i18n/dates.ts';
import { serverText, t } from '../../../i18n/translate.ts';
import { changeColumn, countColumn, rupeesColumn, textColumn } from '../../../ui/columns.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { FigureList } from '../../../ui/figure-list.tsx';
import { MoneyChange } from '../../../ui/money.tsx';

/** Results of a sweep over legs. */
export type Sweep = z.output<typeof LegSweepSchema>;
type Set = Sweep['sets'][number];
type Window = Sweep['windows'][number];

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  note: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

/** Whether a parameter is a time of the day. */
export const isTime = (name: LegParameter | undefined): boolean =>
  name === 'entry-time' || name === 'exit-time';

/** Names of the numbers that can be varied. */
export const parameterNames = (): Readonly<Record<LegParameter, string>> => ({
  'entry-time': t('Time of entry'),
  'exit-time': t('Time of exit'),
  stop: t('Stop of each leg'),
  target: t('Target of each leg'),
  steps: t('Strikes from the money'),
});

const valueText = (name: LegParameter | undefined, value: number): string =>
  isTime(name) ? minutesToClock(value) : String(value);

const rangeText = ({ from, to }: Window['train']): string => `${writtenDay(from)} – ${writtenDay(to)}`;

const windowColumns = (numbersOf: (set: number | null) => string): readonly Column<Window>[] => [
  textColumn('test', t('Tried on'), ({ test }) => rangeText(test)),
  changeColumn('after', t('P&L on them'), ({ outOfSample }) => outOfSample.net),
  countColumn('days', t('Days'), ({ outOfSample }) => outOfSample.days),
  textColumn('numbers', t('Numbers'), ({ set }) => numbersOf(set)),
  textColumn('train', t('Chosen on'), ({ train }) => rangeText(train)),
  changeColumn('before', t('P&L when chosen'), ({ inSample }) => inSample.net),
];

const setColumns = (numbersOf: (values: Set['values']) => string): readonly Column<Set>[] => [
  textColumn('numbers', t('Numbers'), ({ values }) => numbersOf(values)),
  changeColumn('net', t('P&L'), ({ net }) => net, { isSortable: true }),
  countColumn('days', t('Days'), ({ days }) => days, { isSortable: true }),
  countColumn('won', t('Won'), ({ won }) => won, { isSortable: true }),
  rupeesColumn('drawdown', t('Max drawdown'), ({ maxDrawdown }) => maxDrawdown, { isSortable: true }),
];

/** Result of the choice on later days. Then each window, then all combinations. */
export const SweepResults = ({ sweep }: { sweep: Sweep }) => {
  const styles = useStyles();
  const { parameters, outOfSample, sets, windows, best, leftOut, label } = sweep;
  const names = parameterNames();
  const numbersOf = (values: Set['values']): string =>
    values
      .map((value, at) => {
        const name = parameters[at];
        return name ? `${names[name]} ${valueText(name, value)}` : '';
      })
      .join(', ');
  const ofSet = (set: number | null): string => (set === null ? '–' : numbersOf(sets[set]?.values ?? []));
  const bestNet = best === null ? null : (sets[best]?.net ?? null);
  return (
    <div className={styles.stack}>
      <p className={styles.note}>{serverText(label)}</p>
      <FigureList
        figures={[
          { name: t('P&L on later days'), value: <MoneyChange paise={outOfSample.net} /> },
          { name: t('Max drawdown on them'), value: formatRupees(outOfSample.maxDrawdown) },
          {
            name: t('Days won'),
            value: t('{{won}} of {{days}}', {
              won: formatCount(outOfSample.won),
              days: formatCount(outOfSample.days),
            }),
          },
          {
            name: t('Best P&L in hindsight'),
            value: bestNet === null ? '–' : <MoneyChange paise={bestNet} />,
          },
          { name: t('Combinations'), value: formatCount(sets.length) },
          { name: t('Combinations left out'), value: formatCount(leftOut) },
        ]}
      />
      <DataTable
        label={t('Numbers chosen on some days, tried on those after')}
        columns={windowColumns(ofSet)}
        rows={windows}
        rowKey={({ test }) => test.from}
      />
      <DataTable
        label={t('All combinations, over all days')}
        columns={setColumns(numbersOf)}
        rows={sets.toSorted((a, b) => b.net - a.net)}
        rowKey={({ values }) => values.join(' ')}
        csv={{ name: 'leg-numbers', rows: () => sets }}
      />
    </div>
  );
};
