import { type Envelope, no, yes } from './answers.ts';
import type { ServerInstrument } from './instruments.ts';
import type { Exchange, OrderRequest } from './exchange.ts';

/** A rule of the server (GTT), with what it has become. */
export interface ServerRule {
  readonly id: string;
  status: 'NEW' | 'ACTIVE' | 'CANCELLED' | 'SENTTOEXCHANGE';
  readonly exchange: string;
  readonly symboltoken: string;
  readonly tradingsymbol: string;
  readonly transactiontype: string;
  readonly producttype: string;
  qty: string;
  price: string;
  triggerprice: string;
  disclosedqty: string;
  /** Whether the trigger was below the price at first. */
  readonly isBelow: boolean;
}

/** A rule that the account holder makes in the app. Prices in paise. */
export interface OwnRule {
  readonly token: string;
  readonly side: 'BUY' | 'SELL';
  readonly quantity: number;
  readonly trigger: number;
  readonly price: number;
}

interface RulesOptions {
  readonly exchange: Exchange;
  readonly now: () => number;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Rules that wait on the server. They belong to the account, and what they send has no tag. */
export class Rules {
  readonly all: ServerRule[] = [];
  /** Rows beside the rules, as they are. No program expects them. */
  oddRows: unknown[] = [];
  private readonly options: RulesOptions;

  constructor(options: RulesOptions) {
    this.options = options;
  }

  create(body: Readonly<Record<string, unknown>>): Envelope {
    const { exchange } = this.options;
    const instrument = exchange.find(text(body['exchange']), text(body['symboltoken']));
    if (!instrument || instrument.symbol !== body['tradingsymbol'])
      return no('AB9011', 'Invalid Symbol Token');
    if (body['producttype'] !== 'DELIVERY' && body['producttype'] !== 'MARGIN')
      return no('AB9015', 'Invalid Product Type');
    if (!/^[1-9]\d*$/.test(text(body['qty']))) return no('AB9006', 'Invalid Order Quantity');
    const trigger = Math.round(Number(body['triggerprice']) * 100);
    if (!(trigger > 0)) return no('AB9009', 'Invalid Trigger Price');
    const last = exchange.prices.get(`${instrument.exchange}:${instrument.token}`)?.price ?? instrument.close;
    const rule: ServerRule = {
      id: String(1_000 + this.all.length),
      status: 'NEW',
      exchange: instrument.exchange,
      symboltoken: instrument.token,
      tradingsymbol: instrument.symbol,
      transactiontype: text(body['transactiontype']),
      producttype: text(body['producttype']),
      qty: text(body['qty']),
      price: text(body['price']),
      triggerprice: text(body['triggerprice']),
      disclosedqty: text(body['disclosedqty']),
      isBelow: trigger < last,
    };
    this.all.push(rule);
    return yes({ id: rule.id });
  }

  /** @throws Error when the server takes no such rule */
  byOwner({ token, side, quantity, trigger, price }: OwnRule): string {
    const instrument = this.options.exchange.find('NSE', token);
    const answer = this.create({
      tradingsymbol: instrument?.symbol,
      symboltoken: token,
      exchange: 'NSE',
      transactiontype: side,
      producttype: 'DELIVERY',
      qty: String(quantity),
      price: (price / 100).toFixed(2),
      triggerprice: (trigger / 100).toFixed(2),
      disclosedqty: String(quantity),
    });
    if (!answer.status) throw new Error(answer.message);
    return (answer.data as { readonly id: string }).id;
  }

  private waiting(id: unknown): ServerRule | undefined {
    return this.all.find((rule) => rule.id === id && (rule.status === 'NEW' || rule.status === 'ACTIVE'));
  }

  cancel(body: Readonly<Record<string, unknown>>): Envelope {
    const rule = this.waiting(body['id']);
    if (!rule) return no('AB9013', 'Invalid Rule ID');
    rule.status = 'CANCELLED';
    return yes({ id: rule.id });
  }

  list(body: Readonly<Record<string, unknown>>): Envelope {
    const [page, count] = [Number(body['page']), Number(body['count'])];
    if (!(page >= 1)) return no('AB9017', 'Invalid Page Value');
    if (!(count >= 1)) return no('AB9018', 'Invalid Count Value');
    const rows = [...this.all.map(({ isBelow: _, ...row }) => row), ...this.oddRows];
    return yes(rows.slice((page - 1) * count, page * count));
  }

  /** The price has moved: what it reaches goes to the exchange as a limit order of the day. */
  onPrice({ exchange, token }: Pick<ServerInstrument, 'exchange' | 'token'>, price: number): void {
    for (const rule of this.all) {
      // A token means another instrument at another exchange.
      if (rule.symboltoken !== token || rule.exchange !== exchange) continue;
      if (!this.waiting(rule.id)) continue;
      const trigger = Math.round(Number(rule.triggerprice) * 100);
      if (rule.isBelow ? price > trigger : price < trigger) continue;
      rule.status = 'SENTTOEXCHANGE';
      const request: OrderRequest = {
        variety: 'NORMAL',
        ordertype: 'LIMIT',
        duration: 'DAY',
        exchange: rule.exchange,
        tradingsymbol: rule.tradingsymbol,
        symboltoken: rule.symboltoken,
        transactiontype: rule.transactiontype,
        producttype: rule.producttype,
        quantity: rule.qty,
        price: rule.price,
        triggerprice: '0',
      };
      this.options.exchange.place(request);
    }
  }
}
