import { Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { z } from 'zod';
import type { LegResultsSchema } from '../../../../shared/contract/options.ts';
import type { LegDocument } from '../../../../shared/leg-document.ts';
import { formatCount, formatRupees } from '../../../../shared/money.ts';
import { DAY_MS, istDate } from '../../../../shared/time.ts';
import { api } from '../../../api/api.ts';
import { OnlineButton } from '../../../features/stream/online-controls.tsx';
import { weekdayNames } from '../../../i18n/basket-labels.ts';
import { labels, serverText, t } from '../../../i18n/translate.ts';
import { useAction } from '../../../state/action.ts';
import { header } from '../../../state/header.ts';
import { changeColumn, countColumn, dayColumn, textColumn } from '../../../ui/columns.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { DayInput } from '../../../ui/day-input.tsx';
import { FigureList } from '../../../ui/figure-list.tsx';
import { MoneyChange } from '../../../ui/money.tsx';
import { SectionCard } from '../../../ui/section-card.tsx';

type Results = z.output<typeof LegResultsSchema>;
type Group = Results['byExit'][number];

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, alignItems: 'flex-end' },
  number: { width: '92px', minWidth: '64px' },
  tables: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(300px, 1fr))',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
  },
  note: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

const SOURCES = labels({
  simulated: 'Simulated market',
  replay: 'Imported or fetched prices',
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
  changeColumn('net', t('P&L'), ({ net }) => net),
];

const Result = ({ results }: { results: Results }) => {
  const styles = useStyles();
  const { days, won, gross, charges, net, best, worst, maxDrawdown, missed, minutesWithoutPrice } = results;
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

/** Backtest of the legs, on modelled premiums over minutes of the index. */
export const TestSection = ({ parsed }: { parsed: LegDocument | null }) => {
  const styles = useStyles();
  const marketTime = header.use((state) => state.value?.feed.now ?? null);
  const [openedAt] = useState(() => Date.now());
  const now = marketTime === null ? openedAt : Date.parse(marketTime);
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const [volatility, setVolatility] = useState('14');
  const [source, setSource] = useState<'simulated' | 'replay'>('simulated');
  const [results, setResults] = useState<Results | null>(null);
  const test = useAction(api.options.backtest, { presentation: 'dialog' });
  const range = { from_date: from ?? istDate(now - 60 * DAY_MS), to_date: to ?? istDate(now - DAY_MS) };
  const onRun = async () => {
    if (!parsed) return;
    const result = await test.run({ document: parsed, ...range, source, volatility: Number(volatility) });
    if (result.ok) setResults(result.value);
  };
  return (
    <SectionCard title={t('Test on the past')}>
      <div className={styles.stack}>
        <div className={styles.line}>
          <Field label={t('From')}>
            <DayInput value={range.from_date} onChange={setFrom} />
          </Field>
          <Field label={t('To')}>
            <DayInput value={range.to_date} onChange={setTo} />
          </Field>
          <Field label={t('Prices of the index')}>
            <Select value={source} onChange={(_, { value }) => setSource(value as typeof source)}>
              {Object.entries(SOURCES).map(([name, text]) => (
                <option key={name} value={name}>
                  {text}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('Volatility')}>
            <Input
              className={styles.number}
              inputMode="decimal"
              contentAfter="%"
              value={volatility}
              onChange={(_, { value }) => setVolatility(value)}
            />
          </Field>
          <OnlineButton disabledFocusable={!parsed || test.isRunning} onClick={() => void onRun()}>
            {t('Run the backtest')}
          </OnlineButton>
        </div>
        {test.failure && <p className={styles.note}>{serverText(test.failure.message)}</p>}
        {results && <Result results={results} />}
      </div>
    </SectionCard>
  );
};
