import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { compactCount } from '../../i18n/amounts.ts';
import { priceOrDash } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { priceColumn } from '../../ui/columns.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FigureList } from '../../ui/figure-list.tsx';
import { SignedAmount } from '../../ui/money.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { appTokens } from '../../ui/tokens.ts';
import { AnalysisContent } from './analysis-content.tsx';
import { figureText } from './option-chain-columns.tsx';
import type { Chain, ChainRow, Chosen } from './option-chain.ts';

type Right = 'call' | 'put';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
  cell: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    width: '100%',
    minWidth: '150px',
  },
  // Bars of both sides grow away from the strike.
  call: { flexDirection: 'row-reverse' },
  bar: { height: '14px', minWidth: '1px', borderRadius: tokens.borderRadiusSmall, forcedColorAdjust: 'none' },
  callBar: { backgroundColor: appTokens.chart1 },
  putBar: { backgroundColor: appTokens.chart2 },
  track: { display: 'flex', flexGrow: 1 },
  callTrack: { justifyContent: 'flex-end' },
  count: { flexShrink: 0, minWidth: '62px' },
  callCount: { textAlign: 'right' },
});

interface InterestBarProps {
  right: Right;
  units: number;
  /** Of the longest bar. */
  most: number;
}

const InterestBar = ({ right, units, most }: InterestBarProps) => {
  const styles = useStyles();
  const isCall = right === 'call';
  return (
    <span className={mergeClasses(styles.cell, isCall && styles.call)}>
      <span className={mergeClasses(styles.track, isCall && styles.callTrack)}>
        <span
          aria-hidden
          className={mergeClasses(styles.bar, isCall ? styles.callBar : styles.putBar)}
          style={{ width: `${(100 * units) / Math.max(1, most)}%` }}
        />
      </span>
      <span className={mergeClasses(styles.count, isCall && styles.callCount)}>{compactCount(units)}</span>
    </span>
  );
};

const changeText = (units: number): string =>
  units === 0 ? '0' : `${units > 0 ? '+' : '−'}${compactCount(Math.abs(units))}`;

const columnsOf = (most: number): readonly Column<ChainRow>[] => {
  const interest = (right: Right): Column<ChainRow> => ({
    key: `${right}-oi`,
    title: right === 'call' ? t('OI of the call') : t('OI of the put'),
    align: right === 'call' ? 'end' : 'start',
    render: (row) => {
      const units = row[right]?.openInterest;
      return units === undefined ? '–' : <InterestBar {...{ right, units, most }} />;
    },
    csv: (row) => String(row[right]?.openInterest ?? ''),
  });
  const change = (right: Right): Column<ChainRow> => ({
    key: `${right}-oi-change`,
    title: right === 'call' ? t('OI change of the call') : t('OI change of the put'),
    align: 'end',
    render: (row) => {
      const units = row[right]?.openInterestChange;
      return units === undefined ? '–' : <SignedAmount text={changeText(units)} />;
    },
    csv: (row) => String(row[right]?.openInterestChange ?? ''),
  });
  return [
    change('call'),
    interest('call'),
    { ...priceColumn<ChainRow>('strike', t('Strike'), ({ strike }) => strike), kind: 'name' },
    interest('put'),
    change('put'),
  ];
};

/** Open interest by strike, with put-call ratio and max pain. */
export const InterestTab = ({ chain, chosen }: { chain: Chain; chosen: Chosen }) => {
  const styles = useStyles();
  const { strikes, atTheMoney, underlying, expiry } = chain;
  const most = Math.max(
    ...strikes.flatMap(({ call, put }) => [call?.openInterest ?? 0, put?.openInterest ?? 0]),
  );
  const columns = columnsOf(most);
  useCsvExport(csvOfRows(`open-interest-${underlying}-${expiry}`, columns, strikes));
  return (
    <div className={styles.stack}>
      <SectionCard title={t('All strikes of the expiry')}>
        <AnalysisContent chosen={chosen}>
          {({ putCallRatio, maxPain, callInterest, putInterest }) => (
            <FigureList
              figures={[
                {
                  name: t('Put-call ratio'),
                  value: figureText(putCallRatio, 2),
                  explanation: t('Open interest of all puts of the expiry divided by that of all calls.'),
                },
                {
                  name: t('Max pain'),
                  value: priceOrDash(maxPain),
                  explanation: t(
                    'The strike at which all open options of the expiry together would pay the least.',
                  ),
                },
                { name: t('Open calls'), value: compactCount(callInterest) },
                { name: t('Open puts'), value: compactCount(putInterest) },
              ]}
            />
          )}
        </AnalysisContent>
      </SectionCard>
      <DataTable
        label={t('Open interest by strike')}
        columns={columns}
        rows={strikes}
        rowKey={({ strike }) => strike}
        selectedKey={atTheMoney}
      />
    </div>
  );
};
