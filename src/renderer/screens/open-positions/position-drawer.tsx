import { dateTimeText } from '../../i18n/dates.ts';
import type { Position } from '../../../shared/contract/positions.ts';
import { formatCount, formatPrice, formatRupees } from '../../../shared/money.ts';

import { SOURCE_WORDS } from '../../i18n/trick-words.ts';
import { DetailsDrawer, Facts } from '../../ui/details-drawer.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { useMoving } from '../../state/moving.ts';
import { asLastTold } from './live-result.ts';
import { LtpCell, PnlCell } from './live-cells.tsx';

const priceOrNone = (price: number | null): string => (price === null ? 'None' : formatPrice(price));

/** Everything about one position. */
export const PositionDrawer = ({ position: row, onClose }: { position: Position; onClose: () => void }) => {
  const position = useMoving((moving) => asLastTold(row, moving));
  return (
    <DetailsDrawer title={position.symbol} onClose={onClose}>
      <Facts
        facts={[
          ['Net result', <PnlCell position={position} />],
          ['Mode', <ModeChip mode={position.mode} />],
          ['Strategy', position.trickName],
          ['Quantity', formatCount(position.quantity)],
          ['Average price', formatPrice(position.averagePrice)],
          ['Last price', <LtpCell position={position} />],
          ['Open result', <MoneyChange paise={position.unrealised} />],
          ['Taken result', <MoneyChange paise={position.realised} />],
          ['Charges', formatRupees(position.charges)],
          ['Stop-loss', priceOrNone(position.stopLoss)],
          ['Target', priceOrNone(position.target)],
          ['Product', position.product === 'intraday' ? 'Intraday' : 'Delivery'],
          ['Prices from', SOURCE_WORDS[position.source]],
          ['Opened', dateTimeText(Date.parse(position.openedAt))],
        ]}
      />
    </DetailsDrawer>
  );
};
