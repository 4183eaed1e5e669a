import { type Handlers, Reply } from '../../../shared/contract/endpoint.ts';
import type { gtt, GttElsewhere, GttOrder } from '../../../shared/contract/gtt.ts';
import { MAY_TRIGGER } from '../../../shared/gtt-states.ts';
import { istIso } from '../../../shared/time.ts';
import type { BackendParts } from '../../backend-parts.ts';
import { BrokerTrouble, type RuleReport } from '../../brokers/broker.ts';
import { NOT_LINKED } from '../../broker-accounts/broker-accounts.ts';
import type { GttOrders } from '../../broker-accounts/gtt/gtt-orders.ts';
import type { CallContext } from '../../call-context.ts';
import type { GttRow } from '../../db/schema.ts';
import { endedSentence } from '../../ended-sentence.ts';

/** Parts that the calls about GTT orders work with. */
type GttDeps = Pick<BackendParts, 'brokerAccounts' | 'gttTrading'>;

type GttCalls = Handlers<typeof gtt, CallContext>;

const NO_SESSION =
  'There is no session with Angel One, so nobody knows what its GTT orders are doing. They wait there all the same.';
const NO_RULES = 'This broker keeps no GTT orders.';

const viewOf = (row: GttRow): GttOrder => ({
  gttId: row.id,
  symbol: row.symbol,
  side: row.side,
  quantity: row.quantity,
  triggerPrice: row.trigger_price,
  price: row.price,
  state: row.state,
  isEnding: row.end_wanted !== null && MAY_TRIGGER.includes(row.state),
  mayTrigger: MAY_TRIGGER.includes(row.state),
  reason: row.reason,
  ruleId: row.broker_rule_id,
  placedAt: istIso(row.placed_at),
  expiresAt: istIso(row.expires_at),
});

const placedText = ({ state, symbol, reason }: GttRow): string => {
  if (state === 'refused') return `The GTT order in ${symbol} is not placed. ${endedSentence(reason)}`;
  return state === 'accepted' || state === 'resting'
    ? `The GTT order in ${symbol} is at the broker.`
    : `The broker has not answered yet; TrickDesk looks into its list until that shows what became of the GTT order in ${symbol}. Look there before you place it again.`;
};

const cancelledText = ({ state, symbol }: GttRow): string => {
  if (state === 'cancelled') return `The GTT order in ${symbol} is cancelled.`;
  return MAY_TRIGGER.includes(state)
    ? `The GTT order in ${symbol} is being cancelled. It may still trigger until the broker's list shows that it is gone.`
    : `The GTT order in ${symbol} has ended before it could be cancelled.`;
};

const elsewhereOf = (rules: readonly RuleReport[], orders: readonly GttRow[]): GttElsewhere[] => {
  // What was left to its owner is nobody's here.
  const ours = orders.filter(({ state }) => state !== 'left');
  const known = new Set(ours.map(({ broker_rule_id: ruleId }) => ruleId));
  return rules
    .filter(({ ruleId, state }) => state !== 'sent' && state !== 'cancelled' && !known.has(ruleId))
    .map(({ ruleId, tradingSymbol, terms }) => ({
      ruleId,
      name: tradingSymbol,
      terms: terms && {
        side: terms.side,
        quantity: terms.quantity,
        triggerPrice: terms.trigger,
        price: terms.price,
      },
    }));
};

/** Reads the broker's list anew; why it cannot be, as a sentence. */
const refreshed = async (gttOrders: GttOrders | null): Promise<string | null> => {
  if (gttOrders === null || gttOrders.canPlace === null) return NO_SESSION;
  if (!gttOrders.canPlace) return NO_RULES;
  try {
    await gttOrders.peek();
    return null;
  } catch (error) {
    if (!(error instanceof BrokerTrouble)) throw error;
    return error.message;
  }
};

/** Orders that wait at the broker until a price is reached. */
export const gttHandlers = ({ brokerAccounts, gttTrading }: GttDeps): GttCalls => ({
  list: async (_input, { userId }) => {
    const live = brokerAccounts.accountOf(userId)?.gtt ?? null;
    const isLinked = live !== null || brokerAccounts.whyNotUp(userId) !== null;
    const problem = isLinked ? await refreshed(live) : NOT_LINKED;
    const orders = await gttTrading.orders(userId);
    const listed = live?.listed ?? null;
    return {
      orders: orders.map(viewOf),
      elsewhere: listed && problem === null ? elsewhereOf(listed.rules, orders) : [],
      listedAt: listed && istIso(listed.at),
      problem,
    };
  },
  preview: (input, { userId }) => gttTrading.preview(userId, input),
  place: async ({ mark, isUnderstood: _, ...wanted }, { userId }) => {
    const row = await gttTrading.place(userId, wanted, mark);
    return new Reply({ order: viewOf(row) }, placedText(row));
  },
  cancel: async ({ gttId }, { userId }) => {
    const row = await gttTrading.cancel(userId, gttId);
    return new Reply({ order: viewOf(row) }, cancelledText(row));
  },
  settle: async ({ gttId }, { userId }) => {
    const row = await gttTrading.settle(userId, gttId);
    return new Reply(
      { order: viewOf(row) },
      `The GTT order in ${row.symbol} counts as not placed. Should it turn up at the broker, TrickDesk cancels it.`,
    );
  },
});
