import { DataLineRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import { formatPrice } from '../../../shared/money.ts';
import { istMinute, istMinuteOfDay } from '../../../shared/time.ts';
import { CurveChart } from '../../features/charts/curve-chart.tsx';
import { dayText, writtenDay } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { priceColumn, timeColumn } from '../../ui/columns.tsx';
import { Content } from '../../ui/content.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { type Chosen, straddleMinutes } from './option-chain.ts';

/** A minute more is no reason to ask at once. */
const REFRESH_MS = 15_000;
const ROWS_IN_TABLE = 50;
const MINUTES_AN_HOUR = 60;

interface Row {
  readonly time: number;
  readonly spot: number;
  readonly strike: number;
  readonly premium: number;
}

const columnsOf = (): readonly Column<Row>[] => [
  timeColumn('time', t('Minute (IST)'), ({ time }) => time),
  priceColumn('premium', t('Premium'), ({ premium }) => premium),
  priceColumn('strike', t('Strike'), ({ strike }) => strike),
  priceColumn('spot', t('Index'), ({ spot }) => spot),
];

const StraddleChart = ({ rows, expiry }: { rows: readonly Row[]; expiry: string }) => {
  const premiums = rows.map(({ premium }) => premium);
  const [first, last] = [rows[0], rows.at(-1)];
  const textOf = (row: Row | undefined) => ({
    time: istMinute(row?.time ?? 0),
    premium: formatPrice(row?.premium ?? 0),
    strike: formatPrice(row?.strike ?? 0),
  });
  return (
    <CurveChart
      summary={t(
        'Expiry {{expiry}}, {{day}}: {{from}} at {{opened}}, {{to}} at {{now}}, between {{low}} and {{high}}.',
        {
          expiry: writtenDay(expiry),
          day: dayText(first?.time ?? 0),
          from: textOf(first).premium,
          opened: textOf(first).time,
          to: textOf(last).premium,
          now: textOf(last).time,
          low: formatPrice(Math.min(...premiums)),
          high: formatPrice(Math.max(...premiums)),
        },
      )}
      x={rows.map(({ time }) => time)}
      curves={[{ label: t('Premium of the straddle at the money'), values: premiums }]}
      xMarks={rows.map(({ time }) => time).filter((time) => istMinuteOfDay(time) % MINUTES_AN_HOUR === 0)}
      xText={istMinute}
      yText={(values) => values.map(formatPrice)}
      pointedText={(index) => t('{{time}}: {{premium}} at strike {{strike}}', textOf(rows[index]))}
      table={
        <DataTable
          label={t('Straddle by minute')}
          columns={columnsOf()}
          rows={rows.slice(-ROWS_IN_TABLE).reverse()}
          rowKey={({ time }) => time}
          csv={{ name: 'straddle', rows: () => rows.toReversed() }}
        />
      }
    />
  );
};

/** Premium of the straddle at the money, minute by minute. */
export const StraddleTab = ({ underlying, expiry }: Chosen) => {
  const here = straddleMinutes.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  useEffect(() => {
    void here.load({ underlying, expiry });
    const timer = setInterval(() => void straddleMinutes.reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [here, underlying, expiry]);
  const rows =
    value?.time.map((time, index): Row => ({
      time,
      spot: value.spot[index] ?? 0,
      strike: value.strike[index] ?? 0,
      premium: value.premium[index] ?? 0,
    })) ?? [];
  useCsvExport(value && csvOfRows(`straddle-${value.underlying}-${value.expiry}`, columnsOf(), rows));
  return (
    <SectionCard title={t('Straddle through the session')}>
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        isEmpty={rows.length === 0}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void here.load({ underlying, expiry })}
        skeleton={<BlockSkeleton height={340} />}
        empty={{
          icon: <DataLineRegular fontSize={32} />,
          sentence: t('No minute of today’s session has closed yet.'),
        }}
      >
        {value && rows.length > 0 && <StraddleChart rows={rows} expiry={value.expiry} />}
      </Content>
    </SectionCard>
  );
};
