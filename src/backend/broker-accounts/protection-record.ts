import { protectionOf } from '../../engine/trading/position.ts';
import type { Sendable } from '../../engine/trading/trading-day.ts';
import type { OrderSlot } from '../../shared/order-states.ts';
import type { BrokerTick } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { PositionRow } from '../db/schema.ts';
import { announcePosition, type EventSinks, type StrategyIdentity } from '../trading/announce.ts';
import type { TradingTerms } from '../trading/order-path.ts';
import { type HeldPosition, NO_REFUSALS } from './held-position.ts';
import type { PositionCases } from './position-case.ts';
import { PriceGaps } from './price-gaps.ts';

export interface ProtectionRecordDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sinks: EventSinks;
  readonly cases: PositionCases;
  /** Whether there is a session with the broker, and prices come. */
  readonly isConnected: () => boolean;
  readonly held: (positionId: number) => HeldPosition | undefined;
  readonly termsOf: (strategyId: number) => Promise<TradingTerms>;
  /** The last price of what is held; undefined before the first. */
  readonly tick: (held: HeldPosition) => BrokerTick | undefined;
  /** When the last price of what is held came, epoch ms; null before the first. */
  readonly pricedAt: (held: HeldPosition) => number | null;
  /** Whether an order of a slot may be sent now. */
  readonly sendable: (slot: OrderSlot, symbol: string) => Sendable;
}

/** Why a position has no stop-loss at all. */
const noStopOf = ({ isBasket, isManual }: StrategyIdentity, problem: string | null): string => {
  if (isBasket) return 'A basket has no stop-loss.';
  if (problem !== null) return problem;
  return isManual
    ? 'The position has no stop-loss. Set one with SL/TGT in its row.'
    : 'The strategy has no stop-loss.';
};

/** Writes each live position's protection. Notifies the owner when nothing limits its loss. */
export class ProtectionRecord {
  private readonly deps: ProtectionRecordDeps;
  private readonly gaps = new PriceGaps();

  constructor(deps: ProtectionRecordDeps) {
    this.deps = deps;
  }

  /** Write and stream a position's protection, if it has changed. */
  async write(positionId: number, position = this.deps.cases.of(positionId)): Promise<void> {
    const held = this.deps.held(positionId);
    if (!held) return this.gaps.forget(positionId);
    const { database, sinks, cases, termsOf, clock } = this.deps;
    const { strategy } = await termsOf(held.row.strategy_id);
    const gate = this.deps.sendable('resting-stop', held.row.symbol);
    const isConnected = this.deps.isConnected();
    const isTrading = isConnected && gate.now;
    const isBlind = this.gaps.isBlind(positionId, this.deps.pricedAt(held), clock.now(), isTrading);
    const { state, why } = protectionOf(position, {
      isConnected,
      problem: held.row.protection_problem ?? '',
      refused: held.exitProblem,
      heldBack: cases.heldBackText(held),
      blind: isBlind ? `No price of ${held.row.symbol} comes, so no stop is watched here.` : '',
      closed: gate.now ? '' : gate.why,
      noStop: noStopOf(strategy, held.row.protection_problem),
    });
    if (isBlind && state === 'none') await this.notifyBlind(held.row);
    const isBack = state === 'resting' && held.row.protection_problem !== null;
    if (state === held.row.protection_state && why === held.row.protection_why && !isBack) return;
    if (isBack) held.stopRetry = NO_REFUSALS;
    const since = state === held.row.protection_state ? held.row.protection_since : clock.now();
    const change = {
      ...{ protection_state: state, protection_why: why, protection_since: since },
      ...(isBack && { protection_problem: null }),
    };
    await database.write(held.row.user_id, async (tx) => {
      const row = await tx.query
        .updateTable('positions')
        .set(change)
        .where('id', '=', positionId)
        .returningAll()
        .executeTakeFirstOrThrow();
      announcePosition(sinks, tx, strategy, row, this.deps.tick(held) ?? null);
    });
    // Other fields of the row may have been written in the same commit, after it was read.
    held.row = { ...held.row, ...change };
  }

  /** Notify the owner that a position gets no price. Its stop does not rest at the broker. */
  private async notifyBlind({ id, user_id: userId, symbol }: PositionRow): Promise<void> {
    if (!this.gaps.isNoticeDue(id)) return;
    const { database, sinks } = this.deps;
    await database.write(userId, (tx) =>
      sinks.notify(tx, userId, 'broker', {
        title: `No price of ${symbol}`,
        body: `No price of ${symbol} has come for a minute and its stop does not rest at the broker, so nothing limits its loss. TrickDesk watches it again with the next price; you can close it in the broker's app.`,
        link: '/open-positions?type=live',
        isCritical: true,
      }),
    );
  }
}
