import { makeStyles, tokens } from '@fluentui/react-components';
import type { z } from 'zod';
import type { LegResultsSchema } from '../../../../shared/contract/options.ts';
import { formatCount, formatRupees } from '../../../../shared/money.ts';
import { weekdayNames } from '../../../i18n/basket-labels.ts';
import { labels, serverText, t } from '../../../i18n/translate.ts';
import { changeColumn, countColumn, dayColumn, textColumn } from '../../../ui/columns.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { FigureList } from '../../../ui/figure-list.tsx';
import { MoneyChange } from '../../../ui/money.tsx';

/** Results of a backtest of legs. */
export type Results = z.output<typeof LegResultsSchema>;
type Group = Results['byExit'][number];

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  tables: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(300px, 1fr))',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
  },
  note: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

const EXITS = labels({
  'stop-loss': 'Stop-loss',
  'trailing-stop': 'Trailing stop',
  target: 'Target',
  'structure-stop': 'Stop of all legs',
  'structure-target': 'Target of all legs',
  'structure-lock': 'Profit lock',
  'with-the-others': 'With the other legs',
  'exit-time': 'Exit at its time',
  expiry: 'Expiry',
  'by-hand': 'Closed by hand',
});

const PREMIUMS = labels({
  minutes: 'Minutes',
  daily: 'Daily candles',
  modelled: 'Modelled',
  mixed: 'Different ones',
});

const premiumsName = (name: string): string => (PREMIUMS as Readonly<Record<string, string>>)[name] ?? name;

/** Name of a band of India VIX, by its lower end. */
const vixName = (from: string): string => {
  const bounds: Readonly<Record<string, string>> = {
    0: t('Below 12'),
    12: '12–15',
    15: '15–20',
    20: '20–25',
    25: t('25 and above'),
  };
  return bounds[from] ?? '–';
};

const exitName = (why: string): string => (EXITS as Readonly<Record<string, string>>)[why] ?? why;

const groupColumns = (title: string, nameOf: (name: string) => string): readonly Column<Group>[] => [
  textColumn('name', title, ({ name }) => nameOf(name)),
  countColumn('days', t('Days'), ({ days }) => days),
  countColumn('won', t('Won'), ({ won }) => won),
  changeColumn('net', t('P&L'), ({ net }) => net),
];

const dayColumns = (): readonly Column<Results['days'][number]>[] => [
  dayColumn('day', t('Day'), ({ day }) => day),
  countColumn('days-to-expiry', t('Days to expiry'), ({ daysToExpiry }) => daysToExpiry),
  countColumn('entries', t('Entries'), ({ entries }) => entries),
  textColumn('why', t('Last exit'), ({ why }) => exitName(why)),
  textColumn('premiums', t('Premiums'), ({ premiums }) => premiumsName(premiums ?? 'mixed')),
  textColumn('vix', t('India VIX'), ({ vix }) => (vix === null ? '–' : vix.toFixed(2))),
  changeColumn('net', t('P&L'), ({ net }) => net),
];

/** Figures and tables of a backtest of legs. */
export const TestResults = ({ results }: { results: Results }) => {
  const styles = useStyles();
  const { days, won, gross, charges, net, best, worst, maxDrawdown, missed, minutesWithoutPrice } = results;
  const { missingStrikes, firstMissing } = results;
  const orDash = (paise: number | null) => (paise === null ? '–' : <MoneyChange paise={paise} />);
  const first = missed[0];
  return (
    <div className={styles.stack}>
      <p className={styles.note}>{serverText(results.label)}</p>
      <FigureList
        figures={[
          { name: t('P&L after charges'), value: <MoneyChange paise={net} /> },
          { name: t('P&L before charges'), value: <MoneyChange paise={gross} /> },
          { name: t('Charges'), value: formatRupees(charges) },
          {
            name: t('Days won'),
            value: t('{{won}} of {{days}}', { won: formatCount(won), days: formatCount(days.length) }),
          },
          { name: t('Best day'), value: orDash(best) },
          { name: t('Worst day'), value: orDash(worst) },
          { name: t('Max drawdown'), value: formatRupees(maxDrawdown) },
          { name: t('Minutes without a price'), value: formatCount(minutesWithoutPrice) },
          { name: t('Strikes without a price'), value: formatCount(missingStrikes) },
        ]}
      />
      {first && (
        <p className={styles.note}>
          {t('Days without an entry: {{days}}. The first: {{reason}}', {
            days: formatCount(missed.length),
            reason: serverText(first.sentence),
          })}
        </p>
      )}
      {firstMissing[0] && (
        <p className={styles.note}>
          {t(
            'Strikes near the money that had no price when a leg was chosen: {{strikes}}. The first: {{first}}',
            {
              strikes: formatCount(missingStrikes),
              first: firstMissing[0],
            },
          )}
        </p>
      )}
      <div className={styles.tables}>
        <DataTable
          label={t('Results by weekday')}
          columns={groupColumns(t('Weekday'), (name) => weekdayNames()[Number(name) - 1] ?? name)}
          rows={results.byWeekday}
          rowKey={({ name }) => name}
        />
        <DataTable
          label={t('Results by days to expiry')}
          columns={groupColumns(t('Days to expiry'), (name) => name)}
          rows={results.byDaysToExpiry}
          rowKey={({ name }) => name}
        />
        <DataTable
          label={t('Results by exit')}
          columns={groupColumns(t('Last exit'), exitName)}
          rows={results.byExit}
          rowKey={({ name }) => name}
        />
        <DataTable
          label={t('Results by India VIX')}
          columns={groupColumns(t('India VIX'), vixName)}
          rows={results.byVix}
          rowKey={({ name }) => name}
        />
        <DataTable
          label={t('Results by premiums')}
          columns={groupColumns(t('Premiums'), premiumsName)}
          rows={results.byPremiums}
          rowKey={({ name }) => name}
        />
      </div>
      <DataTable
        label={t('Results by day')}
        columns={dayColumns()}
        rows={days}
        rowKey={({ day }) => day}
        csv={{ name: 'legs-by-day', rows: () => days }}
      />
    </div>
  );
};
