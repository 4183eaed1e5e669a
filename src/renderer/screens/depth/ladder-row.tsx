import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Order, Position } from '../../../shared/contract/positions.ts';
import { formatCount, formatPrice } from '../../../shared/money.ts';
import { isChangeable } from '../../features/manual/order-change.ts';
import { t } from '../../i18n/translate.ts';
import { MoneyChange } from '../../ui/money.tsx';
import { Quantity } from './depth-table.tsx';
import { type LadderRow, profitAt } from './ladder-rows.ts';
import { unitsLeft } from '../../features/manual/working-orders.ts';

const useStyles = makeStyles({
  last: {
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    fontWeight: tokens.fontWeightSemibold,
    outline: `1px solid ${tokens.colorNeutralStroke1}`,
    outlineOffset: '-1px',
  },
  active: { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  own: { fontWeight: tokens.fontWeightSemibold },
  moved: { cursor: 'grab' },
  target: { outline: `2px dashed ${tokens.colorBrandStroke1}`, outlineOffset: '-2px' },
});

interface OwnProps {
  orders: readonly Order[];
  side: Order['side'];
  /** An order is being dragged; null when it was let go. */
  onDrag: (order: Order | null) => void;
}

/** Cell of one's own orders at a price: units that are still to be filled. */
const Own = ({ orders, side, onDrag }: OwnProps) => {
  const styles = useStyles();
  const mine = orders.filter((order) => order.side === side);
  const units = mine.reduce((sum, one) => sum + unitsLeft(one), 0);
  const moved = mine.find(isChangeable);
  return (
    <td className={styles.own} data-start={side === 'sell' || undefined}>
      {units > 0 && (
        <span
          draggable={moved !== undefined}
          className={moved && styles.moved}
          title={moved && t('Drag to another price')}
          onDragStart={(event) => {
            if (!moved) return;
            event.dataTransfer.effectAllowed = 'move';
            onDrag(moved);
          }}
          onDragEnd={() => onDrag(null)}
        >
          {formatCount(units)}
        </span>
      )}
    </td>
  );
};

interface PriceRowProps {
  id: string;
  row: LadderRow;
  most: number;
  /** One's own orders at the price. */
  orders: readonly Order[];
  positions: readonly Position[];
  isActive: boolean;
  isMiddle: boolean;
  /** Make it the price that keys act on. */
  onChoose: (price: number) => void;
  /** Null where no orders by hand are taken. */
  onOrder: ((side: Order['side'], price: number) => void) | null;
  onDrag: (order: Order | null) => void;
  /** An order that is being moved may be put here. */
  onDrop: (() => void) | null;
}

/** A price of a ladder: what waits there, one's own orders, and the result at it. */
export const PriceRow = ({
  id,
  row,
  most,
  orders,
  positions,
  isActive,
  isMiddle,
  onChoose,
  onOrder,
  onDrag,
  onDrop,
}: PriceRowProps) => {
  const styles = useStyles();
  const { price, bid, ask, isLast } = row;
  return (
    <tr
      id={id}
      data-last={isLast || undefined}
      data-middle={isMiddle || undefined}
      aria-selected={isActive}
      data-price={price}
      className={mergeClasses(isLast && styles.last, isActive && (onDrop ? styles.target : styles.active))}
      onDragOver={(event) => onDrop && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop?.();
      }}
    >
      {onOrder && <Own orders={orders} side="buy" onDrag={onDrag} />}
      <Quantity side="bid" quantity={bid} most={most} onPress={onOrder && (() => onOrder('buy', price))} />
      <td onClick={() => onChoose(price)}>{formatPrice(price)}</td>
      <Quantity side="ask" quantity={ask} most={most} onPress={onOrder && (() => onOrder('sell', price))} />
      {onOrder && <Own orders={orders} side="sell" onDrag={onDrag} />}
      {positions.length > 0 && (
        <td>
          <MoneyChange paise={profitAt(positions, price)} />
        </td>
      )}
    </tr>
  );
};
