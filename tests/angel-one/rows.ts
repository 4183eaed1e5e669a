import { filledOf, type ServerOrder, valueOf } from './exchange.ts';
import type { ServerInstrument } from './instruments.ts';

const IST_MS = 19_800_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `20-Oct-2020 13:10:59` in India. */
export const stampOf = (time: number): string => {
  const iso = new Date(time + IST_MS).toISOString();
  return `${iso.slice(8, 10)}-${MONTHS[Number(iso.slice(5, 7)) - 1]}-${iso.slice(0, 4)} ${iso.slice(11, 19)}`;
};

/** Rupees as the broker writes them: two decimals, and a space after a minus. */
export const rupees = (paise: number): string =>
  `${paise < 0 ? '- ' : ''}${(Math.abs(paise) / 100).toFixed(2)}`;
const average = (value: number, quantity: number): string =>
  quantity === 0 ? '0' : (value / quantity / 100).toFixed(4).replace(/0{1,2}$/, '');

const TYPES = { equity: '', index: '', future: 'FUTIDX', option: 'OPTIDX' } as const;

const contract = ({ kind, expiry, lot, strike, right }: ServerInstrument) => ({
  instrumenttype: TYPES[kind],
  strikeprice: strike === undefined ? '-1' : (strike / 100).toFixed(2),
  optiontype: right === undefined ? '' : right === 'call' ? 'CE' : 'PE',
  expirydate: expiry,
  lotsize: String(lot),
});

/** A row of the order book. */
export const orderRow = (order: ServerOrder) => {
  const filled = filledOf(order);
  const { request, instrument } = order;
  return {
    variety: request['variety'] ?? 'NORMAL',
    ordertype: request['ordertype'] ?? 'LIMIT',
    producttype: request['producttype'] ?? 'INTRADAY',
    duration: request['duration'] ?? 'DAY',
    price: rupees(order.price),
    triggerprice: order.trigger === 0 ? '0' : rupees(order.trigger),
    quantity: String(order.quantity),
    disclosedquantity: '0',
    squareoff: '0',
    stoploss: '0',
    trailingstoploss: '0',
    tradingsymbol: instrument.symbol,
    transactiontype: order.side,
    exchange: instrument.exchange,
    symboltoken: instrument.token,
    ...contract(instrument),
    cancelsize: order.status === 'cancelled' ? String(order.quantity - filled) : '0',
    averageprice: average(valueOf(order), filled),
    filledshares: String(filled),
    unfilledshares: String(order.quantity - filled),
    orderid: order.id,
    text: order.text,
    // While an order that was changed rests, its status goes on saying so; the other tells the truth.
    status:
      order.wasModified && ['open', 'trigger pending'].includes(order.status) ? 'modified' : order.status,
    orderstatus: order.status,
    updatetime: stampOf(order.updatedAt),
    exchtime: stampOf(order.placedAt),
    exchorderupdatetime: stampOf(order.updatedAt),
    fillid: order.fills.at(-1)?.id ?? '',
    filltime: order.fills.length > 0 ? stampOf(order.updatedAt) : '',
    parentorderid: '',
    ordertag: request['ordertag'] ?? '',
    uniqueorderid: order.uniqueId,
  };
};
export type OrderRow = ReturnType<typeof orderRow>;

/** An order as the order socket tells it: prices are numbers there. */
export const orderData = (order: ServerOrder) => {
  const row = orderRow(order);
  return {
    ...row,
    price: order.price / 100,
    triggerprice: order.trigger / 100,
    averageprice: Number(row.averageprice),
    squareoff: 0,
    stoploss: 0,
    trailingstoploss: 0,
    strikeprice: Number(row.strikeprice),
  };
};

export const tradeRows = (order: ServerOrder) =>
  order.fills.map((fill) => ({
    exchange: order.instrument.exchange,
    producttype: order.request['producttype'],
    tradingsymbol: order.instrument.symbol,
    symbolgroup: 'EQ',
    ...contract(order.instrument),
    marketlot: String(order.instrument.lot),
    precision: '2',
    multiplier: '-1',
    tradevalue: rupees(fill.quantity * fill.price),
    transactiontype: order.side,
    fillprice: rupees(fill.price),
    fillsize: String(fill.quantity),
    orderid: order.id,
    fillid: fill.id,
    filltime: stampOf(fill.at).slice(12),
  }));

/** Net positions by instrument and product, over all orders of the day. */
export const positionRows = (orders: readonly ServerOrder[]) => {
  const groups = new Map<string, ServerOrder[]>();
  for (const order of orders) {
    if (order.fills.length === 0) continue;
    const key = `${order.instrument.exchange}:${order.instrument.token}:${order.request['producttype']}`;
    groups.set(key, [...(groups.get(key) ?? []), order]);
  }
  return [...groups.values()].map((group) => {
    const first = group[0]!;
    const sum = (side: string, of: (order: ServerOrder) => number): number =>
      group.filter((order) => order.side === side).reduce((total, order) => total + of(order), 0);
    const [bought, sold] = [sum('BUY', filledOf), sum('SELL', filledOf)];
    const [paid, got] = [sum('BUY', valueOf), sum('SELL', valueOf)];
    const net = bought - sold;
    return {
      exchange: first.instrument.exchange,
      symboltoken: first.instrument.token,
      producttype: first.request['producttype'] ?? 'INTRADAY',
      tradingsymbol: first.instrument.symbol,
      symbolname: first.instrument.name,
      symbolgroup: first.instrument.kind === 'equity' ? 'EQ' : 'XX',
      ...contract(first.instrument),
      boardlotsize: String(first.instrument.lot),
      buyqty: String(bought),
      sellqty: String(sold),
      buyamount: rupees(paid),
      sellamount: rupees(got),
      buyavgprice: average(paid, bought),
      sellavgprice: average(got, sold),
      avgnetprice: net === 0 ? '0.00' : average(net > 0 ? paid : got, net > 0 ? bought : sold),
      netvalue: rupees(got - paid),
      netqty: String(net),
      totalbuyvalue: rupees(paid),
      totalsellvalue: rupees(got),
    };
  });
};

/** A made-up ISIN of the depository, in the real shape. */
export const isinOf = (token: string): string => `INE${token.padStart(6, '0')}01A`;
