import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { OutsideChannel } from '../../shared/alert-delivery.ts';
import { DAY_MS, istIso } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';
import type { OwnUsers } from '../cluster/own-users.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { AlertDeliveryRow } from '../db/schema.ts';
import type { EventHub } from '../notices/event-hub.ts';
import type { Notify } from '../notices/notify.ts';
import { Refusal } from '../refusal.ts';
import type { OutsideChannels } from './alert-channels.ts';
import { CHANNEL_NAMES } from './channel-config.ts';
import { ChannelTrouble } from './channels/channel-trouble.ts';

export interface DeliveriesDeps {
  readonly users: OwnUsers;
  readonly database: Database;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly notify: Notify;
  readonly logger: Logger;
  readonly channels: Pick<OutsideChannels, 'configOf' | 'send'>;
}

/** Pauses after failures in a row; the last goes on. */
const PAUSES_MS = [5_000, 15_000, 60_000, 300_000, 900_000];
/** Tried for so long; then it is given up. */
const TRIED_MS = DAY_MS;
/** Deliveries that are read together. */
const AT_ONCE = 50;
/** Messages on their way at one time, of all people together. */
const MOST_UNDER_WAY = 32;
/** Failures in a row after which the owner is told. */
const TOLD_AFTER = 3;

/** So long an end of the program waits for answers. */
const CLOSING_MS = 2_000;

const REMOVED = 'The channel was removed.';
const TOO_OLD = 'It could not be sent for a day, and it is too old to be sent now.';

/** Reason to give an old message up, with its last problem. */
const tooOld = (problem: string): string => (problem === '' ? TOO_OLD : `${TOO_OLD} ${problem}`);

/** One channel of one user. Its messages go out one after the other. */
interface Lane {
  readonly userId: number;
  readonly channel: OutsideChannel;
  running: Promise<void> | null;
  /** Something came while it ran. */
  isAsked: boolean;
  failures: number;
  /** One may stand as being sent that is not: what became of it could not be written. */
  isUnsure: boolean;
  timer: NodeJS.Timeout | null;
}

/**
 * Sends what waits to leave the computer. A message is noted as being sent before it leaves, and as taken after the
 * other side has answered. Of one between the two nobody knows: it is sent again under the same mark, and says so.
 */
export class Deliveries {
  private readonly deps: DeliveriesDeps;
  private readonly lanes = new Map<string, Lane>();
  private underWay = 0;
  private readonly waiting: (() => void)[] = [];
  private isOpen = false;
  private isClosing = false;

  constructor(deps: DeliveriesDeps) {
    this.deps = deps;
  }

  /** Take up what a process before this one has left. Once: what this one sends is its own. */
  async open(): Promise<void> {
    if (this.isOpen) return;
    const rows = await this.waitingRows();
    for (const userId of new Set(rows.map((row) => row.user_id))) await this.recall(userId, null);
    this.isOpen = true;
    for (const row of await this.waitingRows()) this.wake(row.user_id, row.channel);
  }

  private waitingRows() {
    const { database, users } = this.deps;
    return database.read
      .selectFrom('alert_deliveries')
      .select(['user_id', 'channel'])
      .distinct()
      .where('state', 'in', ['pending', 'sending'])
      .where(users.among('user_id'))
      .execute();
  }

  /** Send what waits on a channel, at once: after a failure too. */
  retry(userId: number, channel: OutsideChannel): void {
    const lane = this.laneOf(userId, channel);
    lane.failures = 0;
    if (lane.timer) clearTimeout(lane.timer);
    lane.timer = null;
    this.wake(userId, channel);
  }

  /** Send what waits on a channel; one that has failed keeps its pause. */
  wake(userId: number, channel: OutsideChannel): void {
    const lane = this.laneOf(userId, channel);
    if (!this.isOpen || this.isClosing || lane.timer) return;
    lane.isAsked = true;
    lane.running ??= this.drain(lane)
      .catch((error: unknown) => {
        lane.isUnsure = true;
        this.deps.logger.error({ err: error, userId, channel }, 'alerts could not be sent');
        this.pause(lane, 0);
      })
      .finally(() => {
        lane.running = null;
        if (lane.isAsked) this.wake(userId, channel);
      });
  }

  private laneOf(userId: number, channel: OutsideChannel): Lane {
    const name = `${userId} ${channel}`;
    const known = this.lanes.get(name);
    if (known) return known;
    const lane: Lane = {
      userId,
      channel,
      running: null,
      isAsked: false,
      failures: 0,
      isUnsure: false,
      timer: null,
    };
    this.lanes.set(name, lane);
    return lane;
  }

  private async drain(lane: Lane): Promise<void> {
    const { userId, channel } = lane;
    if (lane.isUnsure) await this.recall(userId, channel);
    lane.isUnsure = false;
    while (lane.isAsked && !this.isClosing) {
      lane.isAsked = false;
      for (;;) {
        const rows = await this.deps.database.read
          .selectFrom('alert_deliveries')
          .selectAll()
          .where('user_id', '=', userId)
          .where('channel', '=', channel)
          .where('state', '=', 'pending')
          .orderBy('id')
          .limit(AT_ONCE)
          .execute();
        if (rows.length === 0) break;
        for (const row of rows) if (this.isClosing || !(await this.deliver(lane, row))) return;
      }
    }
  }

  /** Send again what stands as being sent. Whether it arrived is not known. */
  private async recall(userId: number, channel: OutsideChannel | null): Promise<void> {
    await this.deps.database.write(userId, (tx) =>
      tx.query
        .updateTable('alert_deliveries')
        .set((eb) => ({ state: 'pending', unanswered: eb('unanswered', '+', 1) }))
        .where('user_id', '=', userId)
        .$if(channel !== null, (query) => query.where('channel', '=', channel as OutsideChannel))
        .where('state', '=', 'sending')
        .execute(),
    );
  }

  /** Send one. False where the channel has to wait. */
  private async deliver(lane: Lane, row: AlertDeliveryRow): Promise<boolean> {
    const { clock, channels } = this.deps;
    if (clock.now() - row.created_at > TRIED_MS) {
      await this.note(row, { state: 'given-up', problem: tooOld(row.problem) });
      return true;
    }
    await this.begin();
    try {
      const config = await channels.configOf(lane.userId, lane.channel);
      if (!config) {
        await this.note(row, { state: 'given-up', problem: REMOVED });
        return true;
      }
      const firing = await this.firingOf(row);
      await this.note(row, { state: 'sending', attempts: row.attempts + 1 });
      const { mark, text } = row;
      const { title, at, rule_id: ruleId } = firing;
      const isRepeat = row.unanswered > 0;
      const [first = title] = text.split('\n');
      await channels.send(config, { mark, title: first, text, at: istIso(at), isRepeat, ruleId });
      await this.note(row, { state: 'delivered', problem: '' }, (tx) => this.worksAgain(tx, lane));
      lane.failures = 0;
      return true;
    } catch (error) {
      return await this.failed(lane, row, error);
    } finally {
      this.end();
    }
  }

  private firingOf({ firing_id }: AlertDeliveryRow) {
    return this.deps.database.read
      .selectFrom('alert_firings')
      .select(['title', 'at', 'rule_id'])
      .where('id', '=', firing_id)
      .executeTakeFirstOrThrow();
  }

  /** Note a failure. False where the channel has to wait. */
  private async failed(lane: Lane, row: AlertDeliveryRow, error: unknown): Promise<boolean> {
    const trouble =
      error instanceof ChannelTrouble
        ? error
        : error instanceof Refusal
          ? // The key of secrets is not there for now.
            new ChannelTrouble('passing', error.message)
          : null;
    if (!trouble) throw error;
    const { kind, message: problem } = trouble;
    const isOver = kind === 'refused';
    lane.failures = isOver ? lane.failures : lane.failures + 1;
    const isTold = isOver || lane.failures === TOLD_AFTER;
    await this.note(
      row,
      {
        state: isOver ? 'given-up' : 'pending',
        problem,
        ...(kind === 'unanswered' && { unanswered: row.unanswered + 1 }),
      },
      (tx) => this.doesNotWork(tx, lane, problem, isTold),
    );
    if (isOver) return true;
    this.pause(lane, trouble.afterMs);
    return false;
  }

  private pause(lane: Lane, leastMs: number): void {
    if (this.isClosing) return;
    const own = PAUSES_MS[Math.min(Math.max(lane.failures, 1), PAUSES_MS.length) - 1] ?? 0;
    if (lane.timer) clearTimeout(lane.timer);
    lane.timer = setTimeout(
      () => {
        lane.timer = null;
        this.wake(lane.userId, lane.channel);
      },
      Math.min(Math.max(own, leastMs), TRIED_MS),
    );
    lane.timer.unref();
    lane.isAsked = false;
  }

  /** Write what became of a delivery, with what follows from it. */
  private async note(
    row: AlertDeliveryRow,
    values: Partial<Pick<AlertDeliveryRow, 'state' | 'attempts' | 'problem' | 'unanswered'>>,
    alongside: (tx: Transaction) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const { database, clock, hub } = this.deps;
    await database.write(row.user_id, async (tx) => {
      await tx.query
        .updateTable('alert_deliveries')
        .set({ ...values, updated_at: clock.now() })
        .where('id', '=', row.id)
        .execute();
      await alongside(tx);
      if (values.state !== 'sending') tx.afterCommit(() => hub.publish(row.user_id, { type: 'alert-rule' }));
    });
  }

  private async worksAgain(tx: Transaction, { userId, channel }: Lane): Promise<void> {
    await tx.query
      .updateTable('alert_channels')
      .set({ problem: '', failing_since: null })
      .where('user_id', '=', userId)
      .where('channel', '=', channel)
      .where('failing_since', 'is not', null)
      .execute();
  }

  /** Note that a channel does not work; its owner is told once, until it works again. */
  private async doesNotWork(
    tx: Transaction,
    { userId, channel }: Lane,
    problem: string,
    isTold: boolean,
  ): Promise<void> {
    const row = await tx.query
      .selectFrom('alert_channels')
      .select(['id', 'failing_since'])
      .where('user_id', '=', userId)
      .where('channel', '=', channel)
      .executeTakeFirst();
    if (!row) return;
    const isFirst = row.failing_since === null;
    await tx.query
      .updateTable('alert_channels')
      .set({ problem, ...(isFirst && isTold && { failing_since: this.deps.clock.now() }) })
      .where('id', '=', row.id)
      .execute();
    if (!isFirst || !isTold) return;
    await this.deps.notify(tx, userId, 'mine', {
      title: 'Your alerts do not leave the computer',
      body: `By ${CHANNEL_NAMES[channel]} they do not get out. ${problem}`,
      link: '/settings?section=notifications',
    });
  }

  private async begin(): Promise<void> {
    if (this.underWay >= MOST_UNDER_WAY) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.underWay++;
  }

  private end(): void {
    this.underWay--;
    this.waiting.shift()?.();
  }

  /** Wait a moment for what is on its way. The next start sends what waits, and what had no answer once more. */
  async close(): Promise<void> {
    this.isClosing = true;
    for (const { timer } of this.lanes.values()) if (timer) clearTimeout(timer);
    const running = Promise.all([...this.lanes.values()].map((lane) => lane.running ?? Promise.resolve()));
    await Promise.race([running, delay(CLOSING_MS, undefined, { ref: false })]);
  }
}
