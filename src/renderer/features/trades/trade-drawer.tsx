import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useMemo, useRef } from 'react';
import type { Trade } from '../../../shared/contract/positions.ts';
import { formatCount, formatPrice, formatRupees, priceOrDash } from '../../../shared/money.ts';
import type { Timeframe } from '../../../shared/rule-document.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { tradeHistoryFlag } from '../../../shared/trade-history-flag.ts';
import { api } from '../../api/api.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { ORDER_PURPOSE_LABELS, ORDER_STATE_TONES } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { historyRows } from '../../state/history-rows.ts';
import { createPaneResource } from '../../state/resource.ts';
import { DetailsDrawer, Facts } from '../../ui/details-drawer.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { TradeCandles } from '../charts/trade-candles.tsx';
import { tradeMarks } from '../charts/trade-marks.ts';
import { useOrderStateText } from './order-state-text.ts';
import { TradeExcursion, TradeJournal } from './trade-journal.tsx';
import { sideText } from './order-columns.tsx';

/** More than one position has in practice: entries in parts, exits in parts and stops that were moved. */
const MOST_ORDERS = 100;

const orders = createPaneResource(
  ({ positionId, mode }: { positionId: number; mode: Trade['mode'] }) =>
    api.positions.orders({ positionId, isTest: tradeHistoryFlag(mode), pageSize: MOST_ORDERS }),
  { isQuiet: true },
);

const useStyles = makeStyles({
  chart: { backgroundColor: tokens.colorNeutralBackground1 },
  title: { margin: 0, fontSize: tokens.fontSizeBase300 },
  orders: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, margin: 0, padding: 0 },
  order: { listStyleType: 'none' },
  line: { display: 'flex', justifyContent: 'space-between', gap: tokens.spacingHorizontalM },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Candles that show a trade of this length well. */
const timeframeOf = ({ entryAt, exitAt }: Trade): Timeframe => {
  const days = (Date.parse(exitAt) - Date.parse(entryAt)) / DAY_MS;
  if (days < 1) return '5m';
  return days < 20 ? '30m' : '1d';
};

const priceAt = (price: number, iso: string): string =>
  t('{{price}} at {{time}}', { price: formatPrice(price), time: dateTimeText(Date.parse(iso)) });

const TradeFacts = ({ trade }: { trade: Trade }) => (
  <Facts
    facts={[
      [t('Net P&L'), <MoneyChange paise={trade.net} />],
      [t('Mode'), <ModeChip mode={trade.mode} />],
      [t('Strategy'), trade.strategyName],
      [t('Symbol'), trade.symbol],
      [t('Side'), t(trade.side === 'long' ? 'Long (bought first)' : 'Short (sold first)')],
      [t('Quantity'), formatCount(trade.quantity)],
      [t('Entry'), priceAt(trade.entryPrice, trade.entryAt)],
      [t('Why it entered'), <SaidByServer>{trade.entryReason}</SaidByServer>],
      [t('Exit'), priceAt(trade.exitPrice, trade.exitAt)],
      [t('Why it left'), <SaidByServer>{trade.exitReason}</SaidByServer>],
      [t('Gross P&L'), <MoneyChange paise={trade.gross} />],
      [t('Charges'), formatRupees(trade.charges)],
      [t('Trade number'), String(trade.tradeId)],
    ]}
  />
);

const TradeChart = ({ trade }: { trade: Trade }) => {
  const marks = useMemo(() => tradeMarks(trade), [trade]);
  return <TradeCandles trade={trade} timeframe={timeframeOf(trade)} source={trade.source} marks={marks} />;
};

/** The orders of the trade's position, oldest first. */
const TradeOrders = ({ positionId, mode }: { positionId: number; mode: Trade['mode'] }) => {
  const styles = useStyles();
  const stateText = useOrderStateText();
  const here = orders.useHere();
  const { value, failure } = here.use();
  useEffect(() => {
    void here.load({ positionId, mode });
  }, [here, positionId, mode]);
  const rows = value
    ? (historyRows({ test: value.test_orderhistory, live: value.live_orderhistory })?.rows ?? [])
    : [];
  const shown = rows.filter((order) => order.positionId === positionId).toReversed();
  return (
    <>
      <h3 className={styles.title}>{t('Orders of the position')}</h3>
      {failure && (
        <span className={styles.quiet}>
          <SaidByServer>{failure.message}</SaidByServer>
        </span>
      )}
      <ol className={styles.orders}>
        {shown.map((order) => (
          <li key={order.orderId} className={styles.order}>
            <div className={styles.line}>
              <span>
                {`${sideText(order.side)} ${formatCount(order.filledQuantity)} / ${formatCount(order.quantity)} · ${ORDER_PURPOSE_LABELS[order.purpose]}`}
              </span>
              <span>{priceOrDash(order.averagePrice)}</span>
            </div>
            <div className={styles.line}>
              <span className={styles.quiet}>{dateTimeText(Date.parse(order.placedAt))}</span>
              <StatusText tone={ORDER_STATE_TONES[order.state]}>{stateText(order)}</StatusText>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
};

interface TradeDrawerProps {
  trade: Trade;
  onClose: () => void;
  /** Its notes were changed. */
  onJournal?: () => void;
}

/** The whole story of one trade: what it came to, on the chart, and the orders that made it. */
export const TradeDrawer = ({ trade, onClose, onJournal = () => undefined }: TradeDrawerProps) => {
  const chart = useRef<HTMLDivElement>(null);
  return (
    <DetailsDrawer title={t('Trade in {{symbol}}', { symbol: trade.symbol })} onClose={onClose}>
      <TradeFacts trade={trade} />
      <TradeExcursion tradeId={trade.tradeId} />
      <div ref={chart} className={useStyles().chart}>
        <TradeChart trade={trade} />
      </div>
      {trade.journal && (
        <TradeJournal
          key={trade.tradeId}
          trade={trade}
          entry={trade.journal}
          chart={chart}
          onChanged={onJournal}
        />
      )}
      {trade.positionId !== null && <TradeOrders positionId={trade.positionId} mode={trade.mode} />}
    </DetailsDrawer>
  );
};
