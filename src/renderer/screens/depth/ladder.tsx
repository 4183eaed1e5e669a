import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Source } from '../../../shared/contract/fields.ts';
import type { Order, Position } from '../../../shared/contract/positions.ts';
import { plainRupees } from '../../../shared/money.ts';
import { cancelByHand } from '../../features/manual/hand-sweep.ts';
import { isChangeable, priceKinds } from '../../features/manual/order-change.ts';
import { CloseDialog } from '../../features/manual/close-dialog.tsx';
import { useCancelOrder } from '../../features/trades/order-actions.tsx';
import { nettedRows, type ShownPosition } from '../../features/trades/net-positions.ts';
import { t } from '../../i18n/translate.ts';
import { askManualChange } from '../../state/manual-change.ts';
import { askFlatten } from '../../state/manual-flatten.ts';
import { askManualOrder } from '../../state/manual-order.ts';
import { useQuotes } from '../../state/quotes.ts';
import { notify } from '../../ui/toasts.tsx';
import { mostOf, useLevelStyles } from './depth-table.tsx';
import { PriceRow } from './ladder-row.tsx';
import { type Depth, isFarFrom, ladderRows, positionsOf, stepFor } from './ladder-rows.ts';
import { priceOf, useWorkingOrders } from '../../features/manual/working-orders.ts';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  hint: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  frame: { maxHeight: 'max(320px, calc(100vh - 280px))' },
  grid: {
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  head: {
    '& th': { position: 'sticky', top: 0, zIndex: 1, backgroundColor: tokens.colorNeutralBackground1 },
  },
});

interface LadderProps {
  label: string;
  symbol: string;
  source: Source;
  depth: Depth;
  /** Last price, paise. */
  ltp: number;
}

const NONE_UNFOLDED: ReadonlySet<number | string> = new Set();

/** Positions by hand as they are closed: several of a symbol and product as one. */
const shownByHand = (positions: readonly Position[]): readonly ShownPosition[] =>
  nettedRows(
    positions.filter(({ isManual }) => isManual),
    NONE_UNFOLDED,
  );

/** Prices from high to low. At each one may order, cancel, and see the profit of open positions. */
export const Ladder = ({ label, symbol, source, depth, ltp }: LadderProps) => {
  const [styles, levels] = [useStyles(), useLevelStyles()];
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [grid, setGrid] = useState({ middle: ltp, step: 0 });
  const [active, setActive] = useState<number | null>(null);
  // A ladder that moves by itself moves what somebody is about to press: with the pointer, or with keys.
  const [isPointed, setPointed] = useState(false);
  const [isKeyed, setKeyed] = useState(false);
  const [closing, setClosing] = useState<ShownPosition | null>(null);
  const [movedId, setMovedId] = useState<number | null>(null);
  // The last one of them that ended before it was put anywhere.
  const [goneId, setGoneId] = useState<number | null>(null);
  const { cancel } = useCancelOrder();
  const working = useWorkingOrders({ symbol, source });
  const values = useQuotes((quotes) => quotes.values);
  const positions = positionsOf(values.values(), { symbol, source });
  const [byHand] = shownByHand(positions);
  // Orders by hand are on paper, and contracts of BSE have no price there.
  const canOrder = source !== 'broker' && !symbol.startsWith('BSE:');
  // One that has filled or ended meanwhile is moved no longer.
  const moved = working.find((order) => order.orderId === movedId && isChangeable(order)) ?? null;
  if (movedId !== null && !moved) {
    setMovedId(null);
    setGoneId(movedId);
  }
  const prices = [ltp, ...working.map(priceOf).filter((price) => price > 0)];
  const step = stepFor(grid, depth, prices);
  const middle = isFarFrom(ltp, { ...grid, step }) ? ltp : grid.middle;
  // The pointer counts as gone while it drags.
  const isHeld = isPointed || isKeyed || moved !== null;
  if ((!isHeld || grid.step === 0) && (step !== grid.step || middle !== grid.middle))
    setGrid({ middle, step });
  // Rows stay when the middle moves, which it does while nobody is about to press one. Another step makes others.
  const rows = ladderRows(depth, ltp, grid);
  const most = mostOf(depth);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const showMiddle = (): void => {
      const row = element.querySelector<HTMLElement>('[data-middle]');
      // The frame alone: the page keeps its place.
      if (row) element.scrollTo({ top: row.offsetTop - element.clientHeight / 2 });
    };
    let isFirst = true;
    // It tells at once too, when the page is laid out, so that nothing is laid out twice.
    const observer = new ResizeObserver(() => {
      // Rows that somebody is about to press stay where they are.
      if (isFirst || !element.matches(':hover, :focus-within')) showMiddle();
      isFirst = false;
    });
    observer.observe(element);
    for (const part of element.children) observer.observe(part);
    return () => observer.disconnect();
  }, [symbol, source, grid.middle]);
  useEffect(() => {
    if (goneId === null) return;
    notify({
      tone: 'news',
      message: t('{{line}}: this order has filled or ended meanwhile. Nothing was changed.', {
        line: t('Order {{orderId}}', { orderId: goneId }),
      }),
    });
  }, [goneId]);
  useEffect(() => {
    if (active !== null) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const ordersAt = (price: number): Order[] => working.filter((order) => priceOf(order) === price);
  const order = (side: Order['side'], price: number): void =>
    askManualOrder({ symbol, side, type: 'limit', price: plainRupees(price) });
  const cancelAt = async (price: number): Promise<void> => {
    for (const one of ordersAt(price)) await cancel(one);
  };
  /** Put the order that is being moved at a price. It is asked about, and stays where it is until then. */
  const dropAt = (price: number): void => {
    if (moved && priceOf(moved) !== price)
      askManualChange(moved, priceKinds(moved).hasLimit ? { price } : { triggerPrice: price });
    setMovedId(null);
  };
  // Keys act on nothing that is out of view.
  const chosen = rows.find(({ price }) => price === active)?.price ?? null;
  const nearest = rows.reduce(
    (near, { price }) => (Math.abs(price - ltp) < Math.abs(near - ltp) ? price : near),
    grid.middle,
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    setKeyed(true);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const at = rows.findIndex(({ price }) => price === (chosen ?? nearest));
    const goal = { ArrowUp: at - 1, ArrowDown: at + 1, PageUp: at - 10, PageDown: at + 10 }[event.key];
    const key = event.key.toLowerCase();
    const changeable = chosen === null ? undefined : ordersAt(chosen).find(isChangeable);
    if (goal !== undefined) setActive(rows[Math.max(0, Math.min(goal, rows.length - 1))]?.price ?? null);
    else if (key === 'home') setActive(nearest);
    else if (moved && key === 'escape') setMovedId(null);
    else if (moved && chosen !== null && key === 'enter') dropAt(chosen);
    else if (changeable && key === 'm') setMovedId(changeable.orderId);
    else if (changeable && key === 'c') askManualChange(changeable);
    else if (canOrder && chosen !== null && key === 'b') order('buy', chosen);
    else if (canOrder && chosen !== null && key === 's') order('sell', chosen);
    else if (canOrder && chosen !== null && key === 'delete') void cancelAt(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles.stack}>
      <div className={styles.line}>
        <Button size="small" onClick={() => setGrid({ middle: ltp, step })}>
          {t('Show the last price')}
        </Button>
        {byHand && (
          <Button size="small" onClick={() => setClosing(byHand)}>
            {t('Close the position…')}
          </Button>
        )}
        {canOrder && working.length > 0 && (
          <Button size="small" onClick={() => void cancelByHand({ symbol, source })}>
            {t('Cancel all')}
          </Button>
        )}
        {canOrder && (byHand !== undefined || working.length > 0) && (
          <Button size="small" onClick={() => askFlatten({ symbol, source })}>
            {t('Flatten…')}
          </Button>
        )}
        {canOrder && (
          <span className={styles.hint} role="status">
            {moved
              ? t('Moving order {{orderId}}: arrows choose its price, Enter asks, Escape leaves it.', {
                  orderId: moved.orderId,
                })
              : t('At a price: B buys, S sells; your orders there: C changes, M moves, Delete cancels')}
          </span>
        )}
      </div>
      <div
        ref={frame}
        className={mergeClasses(levels.frame, styles.frame)}
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        onFocus={({ target }) => setKeyed(target.matches(':focus-visible'))}
        onBlur={() => setKeyed(false)}
      >
        <table
          role="grid"
          aria-label={label}
          aria-activedescendant={chosen === null ? undefined : `${id}-${chosen}`}
          data-chosen-out-of-view={active !== null && chosen === null ? true : undefined}
          tabIndex={0}
          className={mergeClasses(levels.table, styles.grid)}
          onKeyDown={onKeyDown}
        >
          <thead className={styles.head}>
            <tr>
              {canOrder && <th scope="col">{t('Your buy orders')}</th>}
              <th scope="col">{t('Buy quantity')}</th>
              <th scope="col">{t('Price')}</th>
              <th scope="col" data-start>
                {t('Sell quantity')}
              </th>
              {canOrder && (
                <th scope="col" data-start>
                  {t('Your sell orders')}
                </th>
              )}
              {positions.length > 0 && <th scope="col">{t('P&L at this price')}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <PriceRow
                key={`${grid.step}-${place}`}
                id={`${id}-${row.price}`}
                row={row}
                most={most}
                orders={ordersAt(row.price)}
                positions={positions}
                isActive={row.price === active}
                isMiddle={row.price === grid.middle}
                onChoose={setActive}
                onOrder={canOrder ? order : null}
                onDrag={(order) => setMovedId(order?.orderId ?? null)}
                onDrop={moved ? () => dropAt(row.price) : null}
              />
            ))}
          </tbody>
        </table>
      </div>
      {closing && (
        <CloseDialog position={closing} onDone={() => setClosing(null)} onClose={() => setClosing(null)} />
      )}
    </div>
  );
};
