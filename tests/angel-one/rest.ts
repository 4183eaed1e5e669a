import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Accounts } from './accounts.ts';
import { type Envelope, GATEWAY, no, send, yes } from './answers.ts';
import type { CallLimits } from './call-limits.ts';
import { candleRows } from './candles.ts';
import { greekRow, type HeldContract } from './chain.ts';
import { circuitsOf, type Exchange, type OrderRequest } from './exchange.ts';
import { openInterestOf } from './instruments.ts';
import { transactionStatus, verification } from './depository.ts';
import { rupees, stampOf, tradeRows } from './rows.ts';
import type { Rules } from './rules.ts';
import type { Fault, Script } from './script.ts';

/** A call as received, for tests of what left the client. */
export interface SeenCall {
  readonly endpoint: string;
  readonly at: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

export interface RestOptions {
  readonly accounts: Accounts;
  readonly exchange: Exchange;
  readonly rules: Rules;
  readonly script: Script;
  readonly limits: CallLimits | null;
  readonly now: () => number;
  /** The order book as it is to be seen now. */
  readonly book: () => unknown[];
  readonly holdings: () => readonly unknown[];
  readonly positions: () => readonly unknown[];
  readonly seen: SeenCall[];
}

const SECURE = '/rest/secure/angelbroking/';
const OPEN_PATHS: Readonly<Record<string, string>> = {
  '/rest/auth/angelbroking/user/v1/loginByPassword': 'loginByPassword',
  '/rest/auth/angelbroking/jwt/v1/generateTokens': 'generateTokens',
};
const SECURE_PATHS = new Map(
  [
    'user/v1/getProfile',
    'user/v1/logout',
    'user/v1/getRMS',
    'margin/v1/batch',
    'order/v1/placeOrder',
    'order/v1/modifyOrder',
    'order/v1/cancelOrder',
    'order/v1/getOrderBook',
    'order/v1/getTradeBook',
    'order/v1/getPosition',
    'portfolio/v1/getHolding',
    'edis/v1/verifyDis',
    'edis/v1/getTranStatus',
    'market/v1/quote',
    'marketData/v1/optionGreek',
    'historical/v1/getCandleData',
    'gtt/v1/createRule',
    'gtt/v1/cancelRule',
    'gtt/v1/ruleList',
  ].map((path) => [SECURE + path, path.split('/').at(-1) ?? '']),
);
/** Calls that are taken from the registered address alone. */
const ORDER_CALLS = new Set(['placeOrder', 'modifyOrder', 'cancelOrder', 'createRule', 'cancelRule']);

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
};

const bearer = (request: IncomingMessage): string =>
  (request.headers.authorization ?? '').replace(/^Bearer /, '');

/** The REST half of the server. */
export class RestApi {
  private readonly options: RestOptions;

  constructor(options: RestOptions) {
    this.options = options;
  }

  /** False when it is no path of the API. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const path = (request.url ?? '').replace(/\/$/, '');
    const endpoint = OPEN_PATHS[path] ?? SECURE_PATHS.get(path);
    if (!endpoint) return false;
    const body = await bodyOf(request);
    const { seen, script, now, limits } = this.options;
    seen.push({ endpoint, at: now(), headers: request.headers, body });
    const fault = script.nextFault(endpoint);
    const refusal = this.refusal(endpoint, request);
    if (limits?.isExceeded(endpoint, now())) send(response, 'rate', null);
    else if (refusal) send(response, 'normal', refusal);
    else await this.answer(endpoint, bearer(request), body, fault, response);
    return true;
  }

  /** Refusal of the gateway before a call comes through. */
  private refusal(endpoint: string, request: IncomingMessage): unknown {
    const { accounts } = this.options;
    if (request.headers['x-privatekey'] !== accounts.client.apiKey || accounts.isKeyExpired)
      return GATEWAY.key;
    if (endpoint === 'loginByPassword') return null;
    if (!accounts.isLive(bearer(request))) return GATEWAY.session;
    return ORDER_CALLS.has(endpoint) && !accounts.isAddressRegistered ? GATEWAY.address : null;
  }

  private async answer(
    endpoint: string,
    jwt: string,
    body: Readonly<Record<string, unknown>>,
    fault: Fault,
    response: ServerResponse,
  ): Promise<void> {
    const { effect = 'accept', effectAfterMs = 0, answer = 'normal', answerAfterMs = 0 } = fault;
    const act = (): Envelope =>
      effect === 'none' ? no('AB1004', 'Something Went Wrong') : this.act(endpoint, jwt, body, fault);
    let envelope = no('', '');
    if (effectAfterMs > 0) setTimeout(act, effectAfterMs).unref();
    else envelope = act();
    if (answerAfterMs > 0) await delay(answerAfterMs);
    send(response, answer, envelope);
  }

  private act(
    endpoint: string,
    jwt: string,
    body: Readonly<Record<string, unknown>>,
    fault: Fault,
  ): Envelope {
    const { accounts, exchange, now, book, holdings } = this.options;
    switch (endpoint) {
      case 'loginByPassword': {
        const tokens = accounts.logIn(body, now());
        if (tokens === 'AB1007') return no('AB1007', 'Invalid clientcode or password');
        return tokens === 'AB1050' ? no('AB1050', 'Invalid totp') : yes(tokens);
      }
      case 'generateTokens': {
        const tokens = accounts.renew(jwt, body['refreshToken']);
        return tokens ? yes(tokens) : no('AB8050', 'Invalid Refresh Token');
      }
      case 'logout':
        accounts.end(jwt);
        return yes('');
      case 'getProfile':
        return yes({
          clientcode: accounts.client.code,
          name: 'ANJALI RAO',
          email: '',
          mobileno: '',
          exchanges: '["nse_cm","nse_fo"]',
          products: '["DELIVERY","INTRADAY","CARRYFORWARD"]',
          lastlogintime: '',
          broker: '',
        });
      case 'getRMS':
        return yes(this.funds());
      case 'batch':
        return this.margin(body);
      case 'placeOrder':
        return this.place(body as OrderRequest, fault);
      case 'modifyOrder':
        return this.changed(body, exchange.modify(String(body['orderid']), body as OrderRequest));
      case 'cancelOrder':
        return this.changed(body, exchange.cancel(String(body['orderid']), String(body['variety'])));
      case 'getOrderBook':
        return yes(book().length > 0 ? book() : null);
      case 'getTradeBook':
        return yes(exchange.orders.flatMap(tradeRows));
      case 'getPosition':
        return yes(this.options.positions().length > 0 ? this.options.positions() : null);
      case 'getHolding':
        return yes(holdings());
      case 'verifyDis':
        return verification(body, this.options.script.depository);
      case 'getTranStatus':
        return transactionStatus(body, this.options.script.depository);
      case 'quote':
        return this.quote(body);
      case 'createRule':
        return this.options.rules.create(body);
      case 'cancelRule':
        return this.options.rules.cancel(body);
      case 'ruleList':
        return this.options.rules.list(body);
      case 'optionGreek':
        return this.greeks(body);
      default:
        return this.candles(body);
    }
  }

  private place(request: OrderRequest, { effect, rejectText }: Fault): Envelope {
    const text = rejectText ?? 'RMS:Rule: Check circuit limit including square off order exceeds';
    const order = this.options.exchange.place(request, effect === 'reject' ? text : undefined);
    if (!order) return no('AB1018', 'Failed to Get Symbol Details');
    return yes({ script: order.instrument.symbol, orderid: order.id, uniqueorderid: order.uniqueId });
  }

  private changed(body: Readonly<Record<string, unknown>>, fault: string | null): Envelope {
    if (fault === null) return yes({ orderid: body['orderid'] });
    return no(fault === 'Order Not Found' ? 'AB1013' : 'AB1008', fault);
  }

  private funds() {
    const { accounts, exchange } = this.options;
    const [used, all] = [exchange.used(), accounts.client.funds];
    const text = (paise: number): string => `${rupees(paise)}00`;
    return {
      net: text(all - used),
      availablecash: text(all - used),
      availableintradaypayin: text(0),
      availablelimitmargin: text(0),
      collateral: text(0),
      m2munrealized: text(0),
      m2mrealized: text(0),
      utiliseddebits: text(used),
      utilisedspan: null,
      utilisedoptionpremium: null,
      utilisedholdingsales: null,
      utilisedexposure: null,
      utilisedturnover: null,
      utilisedpayout: text(0),
    };
  }

  /** Margin by the server's own check of funds: the whole value of what is bought of shares, contracts together. */
  private margin(body: Readonly<Record<string, unknown>>): Envelope {
    const positions = (body['positions'] ?? []) as Readonly<Record<string, unknown>>[];
    if (positions.length === 0 || positions.length > 50) return no('AB1004', 'Invalid positions');
    let shares = 0;
    const contracts: HeldContract[] = [];
    for (const one of positions) {
      const instrument = this.options.exchange.find(String(one['exchange']), String(one['token']));
      if (!instrument) return no('AB1018', 'Failed to Get Symbol Details');
      const [price, units] = [Math.round(Number(one['price']) * 100), Number(one['qty'])];
      const isBuy = one['tradeType'] === 'BUY';
      if (instrument.movesWithIndex) contracts.push({ instrument, price, quantity: isBuy ? units : -units });
      else if (instrument.kind === 'equity' && isBuy) shares += price * units;
    }
    const margin = this.options.exchange.marginOf(contracts);
    const bought = contracts.filter(
      ({ instrument, quantity }) => instrument.kind === 'option' && quantity > 0,
    );
    return yes({
      totalMarginRequired: (shares + margin.total) / 100,
      marginComponents: {
        netPremium: -margin.premium / 100,
        spanMargin: margin.span / 100,
        marginBenefit: margin.benefit / 100,
        deliveryMargin: 0,
        nonNFOMargin: shares / 100,
        totOptionsPremium: margin.bought / 100,
      },
      marginBreakup: [],
      optionsBuy: {
        totOptionsPremium: margin.bought / 100,
        optionDetails: bought.map(({ instrument, quantity, price }) => ({
          exchange: instrument.exchange,
          token: instrument.token,
          lotMultiplier: quantity,
          optionPremium: (quantity * price) / 100,
        })),
      },
    });
  }

  /** Greeks of all options of an expiry. */
  private greeks(body: Readonly<Record<string, unknown>>): Envelope {
    const { exchange, now } = this.options;
    const rows = exchange.instruments
      .filter(
        ({ kind, name, expiry }) =>
          kind === 'option' && name === body['name'] && expiry === body['expirydate'],
      )
      .map((instrument) => {
        const volume = exchange.prices.get(`${instrument.exchange}:${instrument.token}`)?.volume ?? 0;
        return greekRow(instrument, exchange.spotOf(instrument.name), now(), volume);
      });
    return rows.length > 0 ? yes(rows) : no('AB9019', 'No Data Available');
  }

  private quote(body: Readonly<Record<string, unknown>>): Envelope {
    const wanted = Object.entries((body['exchangeTokens'] ?? {}) as Record<string, string[]>).flatMap(
      ([exchange, tokens]) => tokens.map((token) => ({ exchange, token })),
    );
    if (wanted.length > 50) return no('AB4029', 'Number of tokens exceeds the limit');
    const { exchange } = this.options;
    const rows = wanted.map(({ exchange: name, token }) => {
      const instrument = exchange.find(name, token);
      if (!instrument)
        return { exchange: name, symbolToken: token, message: 'Symbol token not found', errorCode: 'AB4018' };
      const last = exchange.prices.get(`${name}:${token}`);
      const price = (paise: number | undefined): number => (paise ?? instrument.close) / 100;
      return {
        exchange: name,
        tradingSymbol: instrument.symbol,
        symbolToken: token,
        ltp: price(last?.price),
        open: price(last?.open),
        high: price(last?.high),
        low: price(last?.low),
        close: price(undefined),
        ...(body['mode'] === 'FULL' && {
          lastTradeQty: 1,
          exchFeedTime: stampOf(this.options.now()),
          exchTradeTime: stampOf(last?.at ?? this.options.now()),
          tradeVolume: last?.volume ?? 0,
          lowerCircuit: circuitsOf(instrument).lower / 100,
          upperCircuit: circuitsOf(instrument).upper / 100,
          opnInterest: openInterestOf(instrument),
        }),
      };
    });
    return yes({
      fetched: rows.filter((row) => 'ltp' in row),
      unfetched: rows.filter((row) => !('ltp' in row)),
    });
  }

  private candles(body: Readonly<Record<string, unknown>>): Envelope {
    const instrument = this.options.exchange.find(String(body['exchange']), String(body['symboltoken']));
    if (!instrument) return no('AB1018', 'Failed to Get Symbol Details');
    const rows = candleRows(instrument, body, this.options.now());
    if (typeof rows === 'string') return no('AB1004', rows);
    return yes(rows.length > 0 ? rows : null);
  }
}
