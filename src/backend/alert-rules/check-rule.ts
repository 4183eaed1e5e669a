import { ALERT_RULE_LIMITS } from '../../shared/alert-delivery.ts';
import type { alertRules } from '../../shared/contract/alert-rules.ts';
import type { ParsedOf } from '../../shared/contract/endpoint.ts';
import { formatPercent, formatPercentChange, formatPrice, formatRupees } from '../../shared/money.ts';
import { istDate } from '../../shared/time.ts';
import type { Direction } from '../../engine/alerts/level-book.ts';
import { levelOfChange } from '../../engine/alerts/price-alerts.ts';
import { contractOf } from '../../engine/contracts/contract.ts';
import { expiryMoment } from '../../engine/contracts/expiry.ts';
import { compileRules } from '../../engine/rules/compile.ts';
import { BrokerTrouble } from '../brokers/broker.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { AlertRuleRow } from '../db/schema.ts';
import { findInstrument, instrumentNamed } from '../market/instrument-master.ts';
import { knownShares } from '../market/known-shares.ts';
import { listedExpiries, listedStrikes } from '../market/simulated/option-list.ts';
import { mostOf, requireRoom } from '../quotas.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { MarketRun } from '../trading/market-run.ts';
import { requireDocument, requireKnownShares } from '../trading/require-document.ts';
import type { AlertRules } from './alert-rules.ts';
import { CHANNEL_NAMES } from './channel-config.ts';
import { volatilityOf } from './clock-values.ts';
import { type StoredCondition, symbolOfCondition } from './rule-rows.ts';

export type RuleInput = ParsedOf<(typeof alertRules)['add']>;

interface CheckDeps {
  readonly database: Database;
  readonly alertRules: AlertRules;
}

/** Where a rule begins: what is watched, from when on, and from which side. */
export interface RuleStart {
  readonly condition: StoredCondition;
  readonly symbol: string | null;
  readonly state: 'armed' | 'waiting';
  readonly stateAt: number;
  readonly direction: Direction | null;
}

const refuse = (field: string, sentence: string, problem = 'cannot be used'): never => {
  throw new Refusal('invalid', sentence, { fields: { [field]: problem } });
};

const NO_BROKER =
  'No broker is linked, so there are no live prices. Link one first, or watch the simulated market.';

/** Condition out of a call. @throws Refusal that names the field */
const storedOf = (condition: RuleInput['condition']): StoredCondition => {
  if (condition.kind !== 'rules') return condition;
  const { symbol, timeframe, condition: entry, variables } = condition;
  if (contractOf(symbol))
    refuse(
      'condition.symbol',
      'A future or an option has no candles that alerts watch. Watch its price, or the condition on its underlying.',
    );
  if (entry === undefined)
    refuse('condition.condition', 'Say when it is to tell you: it has no condition.', 'must be given');
  const document = requireDocument({
    ...{ version: 1, instruments: [symbol], timeframe, side: 'long', entry },
    product: timeframe === '1d' ? 'delivery' : 'intraday',
    ...(variables !== undefined && { variables }),
    // An alert buys nothing; a document needs both.
    ...{ size: { kind: 'fixed', quantity: 1 }, stopLoss: { kind: 'percent', value: 1 } },
  });
  if (compileRules(document).usesPosition)
    refuse(
      'condition.condition',
      'An alert has no position and no trades: leave out what the condition asks about them.',
    );
  const stored: StoredCondition = { kind: 'rules', document };
  if (JSON.stringify(stored).length > ALERT_RULE_LIMITS.conditionLetters)
    refuse('condition.condition', 'This condition is too long for an alert.', 'is too long');
  return stored;
};

/** Require that a contract is listed on the simulated market. */
const requireListed = (run: MarketRun, symbol: string): void => {
  const contract = contractOf(symbol);
  if (!contract) return;
  const { underlying, expiry } = contract;
  const isExpiry = listedExpiries(underlying, run.session.now).some(({ day }) => day === expiry);
  const close = run.session.previousClose(underlying) ?? run.session.lastPrice(underlying)?.price;
  const isStrike =
    contract.kind === 'future' ||
    (close !== undefined && listedStrikes(underlying, close).includes(contract.strike));
  if (!isExpiry || !isStrike)
    refuse('condition.symbol', `${symbol} is not listed on the simulated market.`, 'is not listed');
};

const requireSymbol = async (
  { database, alertRules }: CheckDeps,
  userId: number,
  { mode }: RuleInput,
  symbol: string,
): Promise<void> => {
  const run = alertRules.runOf(userId, mode);
  const contract = contractOf(symbol);
  if (contract && expiryMoment(contract.expiry) <= (run?.session.now ?? 0))
    refuse(
      'condition.symbol',
      `${symbol} has expired. Choose a contract that is traded still.`,
      'has expired',
    );
  const unknown = (): never =>
    refuse('condition.symbol', `${symbol} is not known. Write it as the exchange does.`, 'is not known');
  if (!contract && !instrumentNamed(symbol)) unknown();
  if (mode === 'test') {
    if (contract && run) requireListed(run, symbol);
    else if (!contract && run && !alertRules.hasPrices(run, symbol)) unknown();
    return;
  }
  if (run?.isConnected) {
    try {
      await alertRules.bringPrice(userId, mode, symbol);
    } catch (error) {
      if (error instanceof BrokerTrouble) throw new Refusal('unavailable', error.message);
      throw error;
    }
    // An index is asked for in the background, and may come a moment later.
    const isIndex = findInstrument(symbol)?.kind === 'index-proxy';
    if (!isIndex && !alertRules.priceOf(userId, mode, symbol))
      refuse('condition.symbol', `Your broker has no price of ${symbol}.`, 'has no price');
    return;
  }
  if (contract || instrumentNamed(symbol)?.kind === 'index-proxy') return;
  const known = await knownShares(database.read, userId, [symbol]);
  if (!known.has(symbol) && !findInstrument(symbol)) unknown();
};

/** Refuse a condition that is true already. */
const passed = (sentence: string): never => refuse('condition', sentence, 'is true already');

/**
 * State in which a rule begins. One that is true already is refused with how it stands now, unless it fires again and
 * again: then it waits until it is false.
 */
const startState = (repeat: RuleInput['repeat'], isTrue: boolean, refusal: string): RuleStart['state'] => {
  if (!isTrue) return 'armed';
  return repeat === 're-armed' ? 'waiting' : passed(refusal);
};

const ownStrategy = async (
  { database }: CheckDeps,
  userId: number,
  mode: RuleInput['mode'],
  strategyId: number,
): Promise<void> => {
  const row = await database.read
    .selectFrom('strategies')
    .select(['id', 'name', 'mode'])
    .where('id', '=', strategyId)
    .where('owner_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('strategy');
  if (row.mode !== mode)
    refuse(
      'condition.strategyId',
      `${row.name} trades ${row.mode === 'live' ? 'with real money' : 'on paper'}. Choose the market that it trades on.`,
    );
};

/** Price-like conditions: the level that is waited for, and where the price stands. */
const priceStart = (
  { alertRules }: CheckDeps,
  userId: number,
  { mode, repeat }: RuleInput,
  condition: Extract<StoredCondition, { readonly kind: 'price' | 'change' }>,
): Pick<RuleStart, 'state' | 'direction'> => {
  const { symbol } = condition;
  const price = alertRules.priceOf(userId, mode, symbol)?.price ?? null;
  const close = alertRules.previousCloseOf(userId, mode, symbol);
  if (price === null) return { state: 'armed', direction: null };
  if (condition.kind === 'price') {
    const level = condition.price;
    if (condition.when === 'crosses') {
      const direction = price === level ? null : price < level ? 'up' : 'down';
      return { state: 'armed', direction };
    }
    const isTrue = condition.when === 'above' ? price >= level : price <= level;
    const now = `${symbol} is at ${formatPrice(price)} now, so ${formatPrice(level)} is passed already. Choose another level, or an alert that tells when it is crossed.`;
    return { state: startState(repeat, isTrue, now), direction: null };
  }
  if (close === null) return { state: 'armed', direction: null };
  const level = levelOfChange(condition.when, condition.percent, close);
  const isTrue = condition.when === 'above' ? price >= level : price <= level;
  const change = formatPercentChange((price / close - 1) * 100);
  const now = `${symbol} has changed by ${change} today, so ${formatPercentChange(condition.percent)} is passed already. Choose another change.`;
  return { state: startState(repeat, isTrue, now), direction: null };
};

const clockStart = async (
  { alertRules }: CheckDeps,
  userId: number,
  { mode, repeat }: RuleInput,
  condition: Extract<StoredCondition, { readonly kind: 'profit' | 'volatility' }>,
): Promise<RuleStart['state']> => {
  const run = alertRules.runOf(userId, mode);
  if (!run) return 'armed';
  if (condition.kind === 'profit') {
    const market = { userId: mode === 'test' ? null : userId };
    const result = await alertRules.dayResult(market, run, userId, condition.strategyId);
    const isTrue = condition.when === 'above' ? result >= condition.amount : result <= condition.amount;
    return startState(
      repeat,
      isTrue,
      `The day's result is ${formatRupees(result)} now, so ${formatRupees(condition.amount)} is passed already. Choose another amount.`,
    );
  }
  const underlying = contractOf(condition.symbol)?.underlying ?? '';
  const spot = alertRules.priceOf(userId, mode, underlying)?.price ?? null;
  const volatility = volatilityOf(run, condition.symbol, spot);
  if (volatility === null) return 'armed';
  const isTrue =
    condition.when === 'above' ? volatility >= condition.percent : volatility <= condition.percent;
  return startState(
    repeat,
    isTrue,
    `The implied volatility of ${condition.symbol} is ${formatPercent(volatility)} now, so ${formatPercent(condition.percent)} is passed already. Choose another.`,
  );
};

/** Check a rule against what is known now. @throws Refusal that says what to change */
export const checkRule = async (deps: CheckDeps, userId: number, input: RuleInput): Promise<RuleStart> => {
  const { mode, repeat, timeframe, until } = input;
  const run = deps.alertRules.runOf(userId, mode);
  if (mode === 'live' && !run) refuse('mode', NO_BROKER);
  const condition = storedOf(input.condition);
  const symbol = symbolOfCondition(condition);
  if (symbol !== null) await requireSymbol(deps, userId, input, symbol);
  if (condition.kind === 'rules') await requireKnownShares(deps.database.read, userId, condition.document);
  if (condition.kind === 'volatility' && contractOf(condition.symbol)?.kind !== 'option')
    refuse('condition.symbol', 'Only an option has an implied volatility.', 'is no option');
  if (condition.kind === 'margin' && mode === 'test')
    refuse('mode', 'Only a broker says what margin is used. Watch the live account for it.');
  if (condition.kind === 'profit' && condition.strategyId !== null)
    await ownStrategy(deps, userId, mode, condition.strategyId);
  if (repeat === 'each-bar' && condition.kind !== 'rules' && timeframe === null)
    refuse('timeframe', 'Choose the candles in each of which it may fire once.', 'must be given');
  if (repeat === 'each-bar' && condition.kind === 'price' && condition.when === 'crosses')
    refuse('repeat', 'A crossing fires once, or each time it happens; it has no candles.');
  const now = run?.session.now ?? 0;
  if (until !== null && until < istDate(now))
    refuse('until', 'The last day is over already. Choose today or a later day.', 'is over');
  const lastAt = symbol === null ? 0 : (deps.alertRules.priceOf(userId, mode, symbol)?.at ?? 0);
  // What was traded before does not count, should the minute at hand be played again.
  const start = { condition, symbol, direction: null, state: 'armed' as const };
  switch (condition.kind) {
    case 'price':
    case 'change':
      return {
        ...start,
        ...priceStart(deps, userId, input, condition),
        stateAt: Math.max(now, lastAt) + 1,
      };
    case 'rules':
      return { ...start, stateAt: Math.max(now, lastAt) + 1 };
    case 'profit':
    case 'volatility':
      return { ...start, state: await clockStart(deps, userId, input, condition), stateAt: 0 };
    default:
      return { ...start, stateAt: 0 };
  }
};

/** Require that each channel is set up. In the transaction that writes the rule. @throws Refusal */
export const requireChannels = async (
  { query }: Transaction,
  userId: number,
  channels: RuleInput['channels'],
): Promise<void> => {
  const rows = await query
    .selectFrom('alert_channels')
    .select('channel')
    .where('user_id', '=', userId)
    .execute();
  for (const channel of channels)
    if (!rows.some((row) => row.channel === channel))
      refuse(
        'channels',
        `You have not set up ${CHANNEL_NAMES[channel]} yet. Do so under Settings, Alerts, or leave it out.`,
        'is not set up',
      );
};

const CHEAP_KINDS = ['price', 'change'];

/** An indicator as it stands in a stored condition. */
const INDICATOR = '"kind":"indicator"';

/** Asked when a rule has been written. Those that are not watched are counted alone: they may be many. @throws Refusal `refused` */
export const requireRuleQuota = async ({ query }: Transaction, userId: number): Promise<void> => {
  const { rules, costly, indicators } = ALERT_RULE_LIMITS;
  const { count } = await query
    .selectFrom('alert_rules')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  requireRoom(Number(count), rules, mostOf(rules, 'alerts', 'Remove some that you no longer need.'));
  const watched = await query
    .selectFrom('alert_rules')
    .select('condition_json')
    .where('user_id', '=', userId)
    .where('state', 'in', ['armed', 'waiting'])
    .execute();
  const kinds = watched.map((row) => (JSON.parse(row.condition_json) as StoredCondition).kind);
  const remedy = 'Pause or remove some first.';
  requireRoom(
    kinds.filter((kind) => !CHEAP_KINDS.includes(kind)).length,
    costly,
    mostOf(costly, 'watched alerts that are no price or change', remedy),
  );
  // They are worked out between the prices of everybody, as those of running strategies are.
  const asked = watched.reduce((sum, row) => sum + row.condition_json.split(INDICATOR).length - 1, 0);
  requireRoom(asked, indicators, mostOf(indicators, 'indicators in watched alerts', remedy));
};

/** The rule of a user. @throws Refusal `not-found` */
export const requireRule = async (
  { query }: Pick<Transaction, 'query'>,
  userId: number,
  ruleId: number,
): Promise<AlertRuleRow> => {
  const row = await query
    .selectFrom('alert_rules')
    .selectAll()
    .where('id', '=', ruleId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw notFound('alert');
  return row;
};
