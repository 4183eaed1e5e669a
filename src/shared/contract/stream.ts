import { z } from 'zod';
import { WATCHED_LONGEST, WATCHED_MOST } from '../quotes.ts';
import { AlertSchema } from './alerts.ts';
import { runState } from './backtests.ts';
import { post } from './endpoint.ts';
import { id, paise, percent } from './fields.ts';
import { FeedStateSchema, FetchSchema, QuoteSchema } from './market.ts';
import { OrderSchema, PositionSchema, TradeSchema } from './positions.ts';
import { strategyStatus } from './strategy-card.ts';
import { paymentState } from './wallet.ts';

/** Server-sent events, same bearer as the calls; ids increase, and `Last-Event-ID` resumes for ten minutes. */
export const STREAM_PATH = '/stream';

/** Events of the stream. Each is a fact that has already been written, or one that moves with the market. */
export const StreamEventSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    /** Prices that have changed, of what the stream's session watches. */
    z.object({ type: z.literal('quote'), quotes: z.array(QuoteSchema) }),
    z.object({ type: z.literal('order'), order: OrderSchema }),
    z.object({ type: z.literal('trade'), trade: TradeSchema }),
    z.object({ type: z.literal('position'), position: PositionSchema }),
    /** Current worth of open positions; nothing about them has changed but the price. */
    z.object({ type: z.literal('positions'), positions: z.array(PositionSchema) }),
    z.object({ type: z.literal('alert'), alert: AlertSchema, unread: z.int() }),
    z.object({ type: z.literal('strategy'), strategyId: id, strategyStatus, today: paise }),
    z.object({ type: z.literal('market'), feed: FeedStateSchema }),
    z.object({
      type: z.literal('backtest'),
      backtestId: id,
      name: z.string(),
      state: runState,
      progressPercent: percent,
    }),
    z.object({ type: z.literal('import'), done: z.int(), total: z.int(), name: z.string() }),
    z.object({ type: z.literal('fetch'), fetch: FetchSchema }),
    z.object({ type: z.literal('wallet'), available: paise, held: paise, credit: paise }),
    z.object({ type: z.literal('payment'), intentId: id, state: paymentState }),
    z.object({ type: z.literal('log'), kind: z.enum(['activity', 'trading']) }),
    z.object({ type: z.literal('ticket'), ticketId: id }),
    /** A watchlist is new, gone, or not as it was. */
    z.object({ type: z.literal('watchlist'), listId: id }),
    /** An alert rule of the person has changed, fired or been sent. */
    z.object({ type: z.literal('alert-rule') }),
    /** A GTT order of the person has changed. */
    z.object({ type: z.literal('gtt') }),
    /** Armed keys with real money are off; `arming` names the consent that is over. */
    z.object({ type: z.literal('disarmed'), arming: z.string() }),
    /** A key of a script was made or revoked. */
    z.object({ type: z.literal('key'), keyId: id }),
    /** A script has proposed something, or it was decided on; `waiting` counts what waits. */
    z.object({ type: z.literal('proposal'), proposalId: id, waiting: z.int() }),
    /** Too much was missed: load everything again. */
    z.object({ type: z.literal('reload') }),
  ]),
);
export type StreamEvent = z.output<typeof StreamEventSchema>;

/** Events that change all the time. Only the latest counts, and a busy client gets it when it can. */
const MOVING: readonly StreamEvent['type'][] = ['quote', 'positions', 'market'];

export const isMoving = ({ type }: StreamEvent): boolean => MOVING.includes(type);

export const stream = {
  /**
   * Instruments whose prices the streams of this session bring. The list takes the place of the one before; at first it
   * is empty. The prices as they stand come on the stream at once. What no instrument is known by is named in the
   * answer, and harms nothing. The list ends with the stream, and is sent again with the next.
   * One account may watch the market depth of `DEPTHS_WATCHED_MOST` instruments.
   */
  watch: post('/userapi/stream/watch', {
    right: null,
    changes: false,
    input: () => z.object({ symbols: z.array(z.string().max(WATCHED_LONGEST)).max(WATCHED_MOST) }),
    output: z.lazy(() => z.object({ unknown: z.array(z.string()) })),
  }),
};
