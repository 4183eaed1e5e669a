import { type Handlers, Reply } from '../../../shared/contract/endpoint.ts';
import type { manual } from '../../../shared/contract/manual.ts';
import type { BackendParts } from '../../backend-parts.ts';
import { restingTermsOf } from '../../broker-accounts/entry-changes.ts';
import { gttThatMayBuy } from '../../broker-accounts/gtt/gtt-rows.ts';
import type { CallContext } from '../../call-context.ts';
import type { OrderRow } from '../../db/schema.ts';
import { endedSentence } from '../../ended-sentence.ts';
import type { ArmedLeft } from '../../manual/armed-trading.ts';
import { isUnsent } from '../../trading/unanswered-exits.ts';
import { closingText } from './closing-text.ts';
import { SHORT_STATES } from '../../../shared/order-states.ts';
import { istIso } from '../../../shared/time.ts';
import { requireNet } from '../../manual/manual-positions.ts';
import { orderView, positionView } from '../../trading/views.ts';

/** Parts that the calls about trading by hand work with. */
type ManualDeps = Pick<
  BackendParts,
  'database' | 'marketRuns' | 'brokerAccounts' | 'manualTrading' | 'liveByHand' | 'armedTrading'
>;

type ManualCalls = Handlers<typeof manual, CallContext>;

const viewsOf = async ({ database }: ManualDeps, orders: readonly OrderRow[]) => {
  const names = new Map<number, string>();
  const lives = new Map<number, { state: string; at: number; reason: string; said: string }[]>();
  if (orders.length === 0) return [];
  const [strategies, events] = await Promise.all([
    database.read
      .selectFrom('strategies')
      .select(['id', 'name'])
      .where('id', 'in', [...new Set(orders.map((order) => order.strategy_id))])
      .execute(),
    database.read
      .selectFrom('order_events')
      .select(['order_id', 'state', 'at', 'reason', 'said'])
      .where(
        'order_id',
        'in',
        orders.map(({ id }) => id),
      )
      .orderBy('id')
      .execute(),
  ]);
  for (const { id, name } of strategies) names.set(id, name);
  for (const { order_id: id, ...event } of events) lives.set(id, [...(lives.get(id) ?? []), event]);
  return orders.map((order) =>
    orderView(order, { name: names.get(order.strategy_id) ?? '', kind: 'manual' }, lives.get(order.id) ?? []),
  );
};

const viewOf = async (deps: ManualDeps, order: OrderRow) => {
  const [view] = await viewsOf(deps, [order]);
  if (!view) throw new Error(`Order ${order.id} has no view.`);
  return { order: view };
};

const placedText = ({ state, symbol, reason }: OrderRow): string => {
  if (state === 'filled') return `The order in ${symbol} is filled.`;
  if (state === 'rejected' || state === 'denied') return reason;
  return `The order in ${symbol} is placed.`;
};

/** Outcome of an order with real money, as far as known. */
const livePlacedText = (order: OrderRow): string => {
  const { state, symbol, reason } = order;
  if (state === 'filled') return `The order in ${symbol} is filled.`;
  if (state === 'submitted' || state === 'unknown')
    return `The broker has not answered yet; TrickDesk asks until it knows what became of the order in ${symbol}. Look into Order history before you order it again.`;
  if (SHORT_STATES.includes(state)) return `The order in ${symbol} is not placed. ${reason}`;
  return restingTermsOf(order).trigger === null
    ? `The order in ${symbol} is at the broker.`
    : `The order in ${symbol} waits for its trigger at the broker.`;
};

/** Outcome of a change with real money, as far as known. */
const liveChangedText = (
  { state, symbol }: OrderRow,
  answer: Awaited<ReturnType<ManualDeps['liveByHand']['change']>>['answer'],
): string => {
  if (answer === null || answer.outcome === 'unknown')
    return `The broker has not answered yet; TrickDesk asks until it knows whether the order in ${symbol} was changed. Until then it may fill as it was or as it is to be.`;
  if (answer.outcome === 'accepted') return `The order in ${symbol} is changed.`;
  if (state === 'filled') return `The order in ${symbol} is filled; it was not changed.`;
  return `The order in ${symbol} is not changed. ${endedSentence(answer.reason)}`;
};

/** Outcome of an order with real money. One that closes several positions is an order for each. */
const placedLiveText = async (deps: ManualDeps, userId: number, placed: OrderRow): Promise<string> => {
  const orders = await deps.liveByHand.ordersOf(placed);
  return orders.length > 1 || isUnsent(placed) ? closingText(deps, userId, orders) : livePlacedText(placed);
};

const armedLeftView = ({ orders, money, until }: ArmedLeft) => ({ orders, money, expiresAt: istIso(until) });

/** Where a position by hand was opened. */
const tradingOf = async ({ liveByHand, manualTrading }: ManualDeps, userId: number, positionId: number) =>
  (await liveByHand.has(userId, positionId)) ? liveByHand : manualTrading;

const tradingOfNet = async (
  { database, liveByHand, manualTrading }: ManualDeps,
  userId: number,
  positionIds: readonly number[],
) => {
  const [{ mode }] = await requireNet(database, userId, positionIds);
  return mode === 'live' ? liveByHand : manualTrading;
};

/** Trading by hand, on paper and with real money. */
export const manualHandlers = (deps: ManualDeps): ManualCalls => ({
  account: async (_input, { userId }) => {
    const { funds, working } = await deps.manualTrading.standing(userId);
    return { funds, working: await viewsOf(deps, working) };
  },
  setAccount: async ({ capital, maxLossPerDay }, { userId }) => ({
    funds: await deps.manualTrading.setAccount(userId, capital, maxLossPerDay),
  }),
  preview: (input, { userId }) => deps.manualTrading.preview(userId, input),
  place: async ({ mark, ...order }, { userId }) => {
    const placed = await deps.manualTrading.place(userId, order, mark);
    return new Reply(await viewOf(deps, placed), placedText(placed));
  },
  change: async (input, { userId }) =>
    new Reply(await viewOf(deps, await deps.manualTrading.change(userId, input)), 'The order is changed.'),
  liveAccount: async (_input, { userId }) => {
    const { working, ...account } = await deps.liveByHand.standing(userId);
    return { ...account, working: await viewsOf(deps, working) };
  },
  acceptLive: async (input, { userId }) => {
    const { isOn } = await deps.liveByHand.accept(userId, input);
    return new Reply(
      { isOn },
      'Orders by hand may use real money now. Each is asked about before it is sent.',
    );
  },
  endLive: async (_input, { userId }) => {
    deps.armedTrading.disarm(userId);
    const { isOn, working } = await deps.liveByHand.end(userId);
    // Those that were armed meanwhile may not send once it is switched on anew.
    deps.armedTrading.disarm(userId);
    const gtt = await gttThatMayBuy(deps.database.read, userId);
    if (gtt !== null) return new Reply({ isOn }, `Real money by hand is switched off. ${gtt}`);
    return new Reply(
      { isOn },
      working.some(({ slot }) => slot === 'entry')
        ? 'Real money by hand is switched off. The broker has not confirmed every cancellation yet: look into Order history.'
        : 'Real money by hand is switched off. What is held keeps its stop-loss and target.',
    );
  },
  previewLive: (input, { userId }) => deps.liveByHand.preview(userId, input),
  placeLive: async ({ mark, effect, isUnderstood: _, ...order }, { userId }) => {
    const placed = await deps.liveByHand.place(userId, order, mark, { meant: effect });
    return new Reply(await viewOf(deps, placed), await placedLiveText(deps, userId, placed));
  },
  armLive: async ({ isUnderstood: _, ...terms }, { userId }) => {
    const { arming, left } = await deps.armedTrading.arm(userId, terms);
    return { arming, left: armedLeftView(left) };
  },
  placeArmed: async ({ mark, ...press }, { userId }) => {
    const { order, left } = await deps.armedTrading.place(userId, press, mark);
    return new Reply(
      { ...(await viewOf(deps, order)), left: armedLeftView(left) },
      await placedLiveText(deps, userId, order),
    );
  },
  disarmLive: ({ arming }, { userId }) => {
    deps.armedTrading.disarm(userId, arming);
    return Promise.resolve({ isArmed: false });
  },
  changeLive: async ({ isUnderstood: _, ...change }, { userId }) => {
    const { order, answer } = await deps.liveByHand.change(userId, change);
    return new Reply(await viewOf(deps, order), liveChangedText(order, answer));
  },
  protect: async ({ positionId, ...levels }, { userId }) => {
    const trading = await tradingOf(deps, userId, positionId);
    const position = await trading.protect(userId, positionId, levels);
    const last = deps.marketRuns.findRun(userId, position.run_id)?.session.lastPriceOf(position) ?? null;
    const execution = position.mode === 'live' ? deps.brokerAccounts.runOf(userId)?.execution : undefined;
    const isLeft = execution?.isBeingLeft(positionId) ?? false;
    return new Reply(
      { position: positionView(position, { name: 'Manual', isManual: true }, last) },
      isLeft
        ? `The levels of ${position.symbol} are kept. All of it is being closed: they hold for what remains, if that is taken back.`
        : `The levels of ${position.symbol} are set.`,
    );
  },
  close: async ({ positionId, quantity }, { userId, attempt, ownKey }) => {
    const trading = await tradingOf(deps, userId, positionId);
    const order = await trading.close(userId, positionId, quantity, attempt?.key ?? ownKey);
    return new Reply(await viewOf(deps, order), closingText(deps, userId, [order]));
  },
  closeNet: async ({ positionIds, quantity }, { userId, attempt, ownKey }) => {
    const key = attempt?.key ?? ownKey;
    const trading = await tradingOfNet(deps, userId, positionIds);
    const orders = await trading.closeNet(userId, positionIds, quantity, key);
    return new Reply({ orders: await viewsOf(deps, orders) }, closingText(deps, userId, orders));
  },
});
