import type { Order } from '../../../shared/contract/positions.ts';
import { formatCount, formatPrice, priceOrDash } from '../../../shared/money.ts';
import { WORKING_STATES } from '../../../shared/order-states.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { ORDER_PURPOSE_LABELS, ORDER_STATE_LABELS, ORDER_STATE_TONES } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import {
  codeColumn,
  countColumn,
  inOrder,
  priceColumn,
  saidColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../ui/columns.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { menuSymbolColumn } from '../symbols/symbol-columns.tsx';

/** The side of an order in words. */
export const sideText = (side: Order['side']): string => t(side === 'buy' ? 'Buy' : 'Sell');

/** State of an order in words, which may depend on the exchange. */
export type StateText = (order: Order) => string;

/** Price that it filled at; of one that works, the price it waits for. */
const priceText = ({ averagePrice, limitPrice, triggerPrice, state }: Order): string => {
  if (averagePrice !== null || !WORKING_STATES.includes(state)) return priceOrDash(averagePrice);
  if (triggerPrice !== null && (state === 'waiting' || limitPrice === null))
    return t('trigger {{price}}', { price: formatPrice(triggerPrice) });
  return limitPrice === null ? priceOrDash(null) : t('limit {{price}}', { price: formatPrice(limitPrice) });
};

/** All columns of an order, in the order of a file. Tables and files choose from them. */
const allColumns = (stateText: StateText): readonly Column<Order>[] => [
  timeColumn('placed', t('Time (IST)'), (row) => row.placedAt, { fullTitle: t('Placed (IST)') }),
  textColumn('mode', t('Mode'), (row) => modeWord(row.mode)),
  textColumn('strategy', t('Strategy'), (row) => row.strategyName, { kind: 'quiet' }),
  menuSymbolColumn(),
  codeColumn('side', t('Side'), (row) => row.side, sideText),
  codeColumn(
    'purpose',
    t('Order tag'),
    (row) => row.purpose,
    (purpose) => ORDER_PURPOSE_LABELS[purpose],
  ),
  countColumn('quantity', t('Quantity'), (row) => row.quantity),
  {
    key: 'filled',
    title: t('Filled/Qty'),
    fullTitle: t('Filled'),
    align: 'end',
    render: (row) => `${formatCount(row.filledQuantity)} / ${formatCount(row.quantity)}`,
    csv: (row) => String(row.filledQuantity),
  },
  {
    ...priceColumn<Order>('price', t('Avg price'), (row) => row.averagePrice, { fullTitle: t('Avg. price') }),
    render: priceText,
  },
  statusColumn('state', t('Status'), stateText, (row) => ORDER_STATE_TONES[row.state], {
    csv: (row) => row.state,
  }),
  saidColumn('reason', t('Reason'), (row) => row.reason, { kind: 'wrap' }),
];

const IN_TABLE = ['placed', 'symbol', 'side', 'filled', 'price', 'state', 'strategy', 'reason'];

/** Columns of a table of orders; inside one strategy its name says nothing. */
export const orderColumns = (stateText: StateText, hasStrategy: boolean): readonly Column<Order>[] =>
  inOrder(
    allColumns(stateText),
    IN_TABLE.filter((key) => hasStrategy || key !== 'strategy'),
  );

/** The same in a file. */
export const orderFileColumns = (): readonly Column<Order>[] =>
  allColumns((order) => ORDER_STATE_LABELS[order.state]);
