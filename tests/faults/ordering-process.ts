import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../../src/engine/random.ts';
import { eventAt, type KillPoint, killAt } from './kill-points.ts';
import { type Ordering, type OrderingWorld, SHARE, startOrdering, STRATEGY_ID } from './ordering.ts';

/** Task of the process, as JSON in its first argument. `kill-orders.test.ts` gives it. */
export interface OrderingTask {
  readonly world: OrderingWorld;
  /** Where prices are set at the server. */
  readonly control: string;
  readonly seed: string;
  readonly point: KillPoint;
  readonly nth: number;
}

/** Real milliseconds between two prices. */
const BEAT_MS = 12;
const FIRST_PRICE = 812_50;

/** Market time after which the owner writes an unknown order off. The owner declares that it was not placed. */
const WRITE_OFF_AFTER_MS = 6_000;

/** The owner has looked: what nobody knows about was not placed. */
const writeOff = async ({ execution, now }: Ordering): Promise<void> => {
  for (const { id, state, sent_at: sentAt } of execution.orders.all())
    if (state === 'unknown' && now() - (sentAt ?? 0) > WRITE_OFF_AFTER_MS)
      await execution.resolve(id, 'not-placed');
};

/** Exit, and take it back while the exit waits. It waits for its stop to make room. */
const leaveAndStay = async ({ execution, now }: Ordering, positionId: number, key: string): Promise<void> => {
  let isLeft = false;
  const leaving = execution.exit(positionId, 'exit', 'Exit rule', now(), key).finally(() => (isLeft = true));
  while (!isLeft) {
    await nextTurn();
    const waiting = execution.orders
      .of(positionId)
      .find(({ slot, state }) => slot === 'leaving' && state === 'intended');
    if (!waiting) continue;
    await execution.cancel(waiting.id, now(), 'Cancelled by you');
    break;
  }
  await leaving;
};

/** Trade one share in and out until the kill point. */
const trade = async ({ world, control, seed, point, nth }: OrderingTask): Promise<never> => {
  const event = eventAt(point);
  const denial = event === 'deny' ? 'A guard denies it.' : null;
  const ordering = await startOrdering(world, { ...killAt(point, nth), denial });
  const { execution } = ordering;
  const random = seededRandom(seed);
  let price = FIRST_PRICE;
  for (let turn = 0; ; turn++) {
    price = Math.round((price * (1 + 0.001 * random.normal())) / 5) * 5;
    await fetch(`${control}/price`, {
      method: 'POST',
      body: JSON.stringify({ token: SHARE.token, paise: price }),
    });
    await ordering.tick(price);
    const [position] = execution.openPositions();
    const chance = random.uniform();
    if (!position && !execution.hasWorkingEntry(STRATEGY_ID, SHARE.symbol))
      await ordering.enter(`entry:${turn}`);
    else if (position && chance < 0.05 && event === 'withdraw')
      await leaveAndStay(ordering, position.id, `exit:${turn}`);
    else if (position && chance < 0.05)
      await execution.exit(position.id, 'exit', 'Exit rule', ordering.now(), `exit:${turn}`);
    if (event === 'write-off') await writeOff(ordering);
    await execution.writeMoved();
    await execution.everySecond();
    await wait(BEAT_MS);
  }
};

await trade(JSON.parse(process.argv[2] ?? '') as OrderingTask);
