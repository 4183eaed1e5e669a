import type { Position } from '../../../shared/contract/positions.ts';
import { formatCount, formatPrice, formatRupees } from '../../../shared/money.ts';
import { PRODUCT_LABELS } from '../../features/manual/order-labels.ts';
import { LinkButton } from '../../features/navigation/link-button.tsx';
import { ProtectionFact } from '../../features/trades/protection-chip.tsx';
import { contractName } from '../../i18n/contract-name.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { chartOf } from '../../features/trades/chart-of.ts';
import { SOURCE_LABELS } from '../../i18n/strategy-labels.ts';
import { useQuotes } from '../../state/quotes.ts';
import { DetailsDrawer, Facts } from '../../ui/details-drawer.tsx';
import { Explain } from '../../ui/explain.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { LtpCell, PnlCell } from '../../features/trades/streaming-cells.tsx';
import { asLastReported, markToMarket } from '../../../shared/mark-to-market.ts';

const priceOrNone = (price: number | null): string => (price === null ? t('None') : formatPrice(price));

/** Open part of the result at the latest price; with the realised part it makes the net result above it. */
const OpenResult = ({ position }: { position: Position }) => (
  <MoneyChange paise={useQuotes((quotes) => markToMarket(position, quotes).pnl - position.realised)} />
);

/** Charges of leaving now. An estimate, since the price of leaving is one. */
const ChargesToCome = ({ position }: { position: Position }) => (
  <>
    {formatRupees(position.chargesToCome)}
    <Explain
      figure={t('Charges to come')}
      explanation={t(
        'An estimate of what leaving now would be charged. The net P&L is after these and the charges so far.',
      )}
    />
  </>
);

/** Everything about one position. */
export const PositionDrawer = ({ position: row, onClose }: { position: Position; onClose: () => void }) => {
  const position = useQuotes((quotes) => asLastReported(row, quotes));
  return (
    <DetailsDrawer title={contractName(position)} onClose={onClose}>
      <Facts
        facts={[
          [t('Net P&L'), <PnlCell position={position} />],
          [t('Mode'), <ModeChip mode={position.mode} />],
          [t('Strategy'), position.strategyName],
          ...(row.tradingSymbol === null ? [] : [[t('Contract'), row.tradingSymbol] as const]),
          [t('Quantity'), formatCount(position.quantity)],
          [t('Avg. price'), formatPrice(position.averagePrice)],
          [t('LTP'), <LtpCell position={position} />],
          [t('Unrealised P&L'), <OpenResult position={position} />],
          [t('Realised P&L'), <MoneyChange paise={position.realised} />],
          [t('Charges so far'), formatRupees(position.charges)],
          [t('Charges to come'), <ChargesToCome position={position} />],
          [t('Stop-loss'), priceOrNone(position.stopLoss)],
          [t('Target'), priceOrNone(position.target)],
          // Of the row: it is told when it changes, and not with every price.
          ...(row.protection === null ? [] : [[t('Protection'), <ProtectionFact {...row} />] as const]),
          [t('Product'), PRODUCT_LABELS[position.product]],
          [t('Prices from'), SOURCE_LABELS[position.source]],
          [t('Opened'), dateTimeText(Date.parse(position.openedAt))],
          ...(row.closedAt === null ? [] : [[t('Closed'), dateTimeText(Date.parse(row.closedAt))] as const]),
        ]}
      />
      <LinkButton to={chartOf(position)}>{t('Chart')}</LinkButton>
    </DetailsDrawer>
  );
};
