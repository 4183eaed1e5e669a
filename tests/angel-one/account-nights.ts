import { randomUUID } from 'node:crypto';
import type { Exchange, ServerOrder } from './exchange.ts';
import { isinOf, positionRows } from './rows.ts';

interface HeldShare {
  readonly symboltoken: string;
  readonly realisedquantity: number;
  readonly quantity: number;
  readonly averageprice: number;
  readonly ltp: number;
  readonly close: number;
}

type PositionRow = ReturnType<typeof positionRows>[number];

const shareOf = (row: PositionRow): HeldShare & Readonly<Record<string, unknown>> => ({
  tradingsymbol: row.tradingsymbol,
  exchange: row.exchange,
  isin: isinOf(row.symboltoken),
  t1quantity: 0,
  realisedquantity: Number(row.netqty),
  quantity: Number(row.netqty),
  authorisedquantity: 0,
  product: 'DELIVERY',
  averageprice: Number(row.avgnetprice),
  ltp: Number(row.avgnetprice),
  symboltoken: row.symboltoken,
  close: Number(row.avgnetprice),
});

/** The account's past days, and what a night makes of a day. */
export class AccountNights {
  /** Rows as the broker writes them; those of a test's own may have any shape. */
  holdings: readonly unknown[];
  private readonly exchange: Exchange;
  /** Futures of days before, as orders that were filled at their price. */
  private carried: ServerOrder[] = [];

  constructor(exchange: Exchange, holdings: readonly unknown[]) {
    this.exchange = exchange;
    this.holdings = holdings;
  }

  /** Orders that make up the positions of today. */
  ofToday(): ServerOrder[] {
    return [...this.carried, ...this.exchange.orders];
  }

  pass(): void {
    const rows = positionRows(this.ofToday());
    for (const row of rows) if (row.producttype === 'DELIVERY') this.deliver(row);
    this.carried = rows.flatMap((row) => (row.producttype === 'CARRYFORWARD' ? this.carriedOf(row) : []));
    this.exchange.orders.length = 0;
  }

  split(token: string, factor: number): void {
    const instrument = this.exchange.find('NSE', token);
    if (!instrument) throw new Error(`There is no NSE:${token} on the server.`);
    instrument.close = Math.round(instrument.close / factor);
    this.exchange.prices.delete(`NSE:${token}`);
    this.holdings = this.holdings.map((row) => {
      const share = row as HeldShare;
      if (share.symboltoken !== token) return row;
      return {
        ...share,
        realisedquantity: share.realisedquantity * factor,
        quantity: share.quantity * factor,
        averageprice: share.averageprice / factor,
        ltp: share.ltp / factor,
        close: share.close / factor,
      };
    });
  }

  private deliver(row: PositionRow): void {
    const net = Number(row.netqty);
    const held = this.holdings as readonly HeldShare[];
    const before = held.find(({ symboltoken }) => symboltoken === row.symboltoken);
    const others = held.filter((one) => one !== before);
    const quantity = (before?.quantity ?? 0) + net;
    if (quantity <= 0) this.holdings = others;
    else if (!before) this.holdings = [...others, shareOf(row)];
    else {
      const realisedquantity = before.realisedquantity + net;
      const paid = before.quantity * before.averageprice + net * Number(row.avgnetprice);
      const averageprice = net > 0 ? paid / quantity : before.averageprice;
      this.holdings = [...others, { ...before, realisedquantity, quantity, averageprice }];
    }
  }

  private carriedOf(row: PositionRow): ServerOrder[] {
    const net = Number(row.netqty);
    const instrument = this.exchange.find(row.exchange, row.symboltoken);
    if (net === 0 || !instrument) return [];
    const price = Math.round(Number(row.avgnetprice) * 100);
    const quantity = Math.abs(net);
    return [
      {
        id: '',
        uniqueId: randomUUID(),
        instrument,
        request: { producttype: row.producttype },
        side: net > 0 ? 'BUY' : 'SELL',
        placedAt: 0,
        quantity,
        price,
        trigger: 0,
        status: 'complete',
        wasModified: false,
        text: '',
        fills: [{ id: '', quantity, price, at: 0 }],
        updatedAt: 0,
      },
    ];
  }
}
