import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import type { Scan, ScanPart } from '../../../shared/contract/scanner.ts';
import type { ScanVerdict } from '../../../shared/scan-verdicts.ts';
import { formatCount, formatPrice, priceOrDash } from '../../../shared/money.ts';
import { labels, t } from '../../i18n/translate.ts';
import { Content } from '../../ui/content.tsx';
import { DetailsDrawer, Facts } from '../../ui/details-drawer.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { whyOf } from './scans.ts';
import type { RowDeeds } from './row-deeds.ts';

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    margin: `${tokens.spacingVerticalM} 0`,
    padding: 0,
  },
  part: { listStyleType: 'none' },
  line: { display: 'flex', justifyContent: 'space-between', gap: tokens.spacingHorizontalM },
  values: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

const VERDICTS: Readonly<Record<ScanVerdict, string>> = labels({
  hit: 'A hit',
  miss: 'No hit',
  'no-history': 'No price of the day',
  'warm-up': 'Too little history',
  faulty: 'Cannot be read',
});

const MINUTES_PER_HOUR = 60;

/** A value in its unit: prices come in paise, times of day in minutes. */
const valueText = ({ unit, value }: ScanPart['values'][number]): string => {
  if (value === null) return t('not known');
  if (unit === 'price') return formatPrice(Math.round(value));
  if (unit === 'shares') return formatCount(Math.round(value));
  if (unit === 'percent') return `${value.toFixed(2)} %`;
  if (unit === 'minutes')
    return `${String(Math.floor(value / MINUTES_PER_HOUR)).padStart(2, '0')}:${String(value % MINUTES_PER_HOUR).padStart(2, '0')}`;
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
};

const Part = ({ part: { sentence, holds, values } }: { part: ScanPart }) => {
  const styles = useStyles();
  return (
    <li className={styles.part}>
      <div className={styles.line}>
        <SaidByServer>{sentence}</SaidByServer>
        <StatusText tone={holds === true ? 'good' : holds === false ? 'bad' : 'neutral'}>
          {holds === true ? t('holds') : holds === false ? t('does not hold') : t('not known')}
        </StatusText>
      </div>
      {values.map((value, at) => (
        <div key={at} className={styles.values}>
          <SaidByServer>{value.what}</SaidByServer>: {valueText(value)}
        </div>
      ))}
    </li>
  );
};

interface WhyDrawerProps {
  scan: Scan;
  symbol: string;
  deeds: RowDeeds;
  onClose: () => void;
}

/** Each condition with its values, and what to do with the symbol. */
export const WhyDrawer = ({ scan: { scanId }, symbol, deeds, onClose }: WhyDrawerProps) => {
  const styles = useStyles();
  const here = whyOf.useHere();
  const { value, ...state } = here.use();
  const load = () => void here.load({ scanId, symbol });
  useEffect(() => void here.load({ scanId, symbol }), [here, scanId, symbol]);
  const shown = value?.row.symbol === symbol ? value : null;
  return (
    <DetailsDrawer title={t('Why {{symbol}}', { symbol })} onClose={onClose}>
      <Content
        {...state}
        hasContent={shown !== null}
        isEmpty={false}
        onRetry={load}
        skeleton={<TableSkeleton rows={4} />}
        empty={{ icon: null, sentence: '' }}
      >
        {shown && (
          <>
            <Facts
              facts={[
                [t('Result'), VERDICTS[shown.row.verdict]],
                [t('Close of the day'), priceOrDash(shown.row.close)],
                ...(shown.row.reason === ''
                  ? []
                  : [[t('Why not'), <SaidByServer key="reason">{shown.row.reason}</SaidByServer>] as const]),
              ]}
            />
            <ul className={styles.list} aria-label={t('Conditions')}>
              {shown.parts.map((part, at) => (
                <Part key={at} part={part} />
              ))}
            </ul>
          </>
        )}
      </Content>
      <div className={styles.buttons}>
        <Button onClick={() => deeds.watch(symbol)}>{t('Add to watchlist')}</Button>
        <Button onClick={() => deeds.alert(symbol)}>{t('Make an alert')}</Button>
        <Button onClick={() => deeds.backtest(symbol)}>{t('Backtest')}</Button>
      </div>
    </DetailsDrawer>
  );
};
