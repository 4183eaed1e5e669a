import { isDeepStrictEqual } from 'node:util';
import type { BrokerInstrument, BrokerRule, BrokerRules, Placement, RuleReport } from '../broker.ts';
import { BrokerTrouble } from '../broker.ts';
import { rupeesText } from './broker-number.ts';
import { changeOutcome, isFailure, notSent, reasonOf, written } from './order-calls.ts';
import type { RestClient } from './rest-client.ts';
import { ruleRows } from './rule-rows.ts';
import { GTT_DAYS } from '../../../shared/gtt-states.ts';

const RULES = '/gtt/v1';
/** All states that a rule can be in: what is left out of the question is not in the answer. */
const STATES = ['NEW', 'CANCELLED', 'ACTIVE', 'SENTTOEXCHANGE', 'FORALL'] as const;
/** As in the broker's example. It does not say how many more it takes. */
const PAGE_SIZE = 10;
/** More rules than anybody has. A list without an end is none. */
const MOST_PAGES = 200;

/** @throws RangeError for numbers that no rule has */
const createBody = ({ instrument, side, quantity, trigger, price }: BrokerRule) => {
  if (!Number.isSafeInteger(quantity) || quantity <= 0)
    throw new RangeError(`A quantity is a whole number above zero, not ${quantity}.`);
  if (price <= 0 || trigger <= 0) throw new RangeError('A rule has a trigger and a limit.');
  return {
    tradingsymbol: instrument.tradingSymbol,
    symboltoken: instrument.token,
    exchange: instrument.exchange,
    transactiontype: side === 'buy' ? 'BUY' : 'SELL',
    producttype: 'DELIVERY',
    price: rupeesText(price),
    qty: String(quantity),
    triggerprice: rupeesText(trigger),
    disclosedqty: String(quantity),
    timeperiod: String(GTT_DAYS),
  };
};

const idIn = (data: unknown): string | null => {
  const id = (data as Readonly<Record<string, unknown>> | null | undefined)?.['id'];
  return typeof id === 'string' && id.trim() !== '' ? id.trim() : null;
};

/** A rule that is listed twice: what the two do not agree on is not known. */
const bothOf = (one: RuleReport, other: RuleReport): RuleReport => ({
  ...one,
  state: one.state === other.state ? one.state : null,
  terms: isDeepStrictEqual(one.terms, other.terms) ? one.terms : null,
});

/** Rules (GTT) of an account with an open session. */
export const angelOneRules = (rest: RestClient, jwt: string): BrokerRules => ({
  async create(rule, turn): Promise<Placement> {
    const payload = written(() => createBody(rule));
    if ('fault' in payload) return notSent(payload.fault);
    const { body } = payload;
    const answer = await rest.send(
      { method: 'POST', path: `${RULES}/createRule`, lane: 'rules', turn, body },
      jwt,
    );
    if (isFailure(answer))
      return answer.isCertain
        ? { outcome: 'refused', kind: answer.kind, reason: reasonOf(answer) }
        : { outcome: 'unknown', reason: reasonOf(answer) };
    const ruleId = idIn(answer.data);
    return ruleId === null
      ? { outcome: 'unknown', reason: 'Angel One said yes to the GTT order but gave it no number.' }
      : { outcome: 'accepted', brokerOrderId: ruleId };
  },

  async cancel(ruleId, { token, exchange }: BrokerInstrument, turn = {}) {
    const body = { id: ruleId, symboltoken: token, exchange };
    const call = { method: 'POST', path: `${RULES}/cancelRule`, lane: 'rules', body } as const;
    return changeOutcome(await rest.send({ ...call, turn: { ...turn, urgency: 'exit' } }, jwt));
  },

  /** Read page after page until one brings nothing new: how many a page has is the broker's to say. */
  async list(): Promise<readonly RuleReport[]> {
    const byId = new Map<string, RuleReport>();
    for (let page = 1; page <= MOST_PAGES; page++) {
      const body = { status: STATES, page, count: PAGE_SIZE };
      const call = { method: 'POST', path: `${RULES}/ruleList`, lane: 'rules', body } as const;
      const rows = ruleRows(await rest.request({ ...call, turn: { urgency: 'change' } }, jwt));
      const fresh = rows.filter(({ ruleId }) => !byId.has(ruleId));
      for (const row of rows) byId.set(row.ruleId, bothOf(byId.get(row.ruleId) ?? row, row));
      if (fresh.length === 0) return [...byId.values()];
    }
    throw new BrokerTrouble('unreachable', 'Angel One sent a list of GTT orders that does not end.');
  },
});
