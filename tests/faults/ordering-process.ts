import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../../src/engine/random.ts';
import { type KillPoint, killAt } from './kill-points.ts';
import { type OrderingWorld, SHARE, startOrdering, TRICK_ID } from './ordering.ts';

/** What the process is told by `kill-orders.test.ts`, as JSON in its first argument. */
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

/** Trades in and out of one share until it comes to the point where it is killed. */
const trade = async ({ world, control, seed, point, nth }: OrderingTask): Promise<never> => {
  const ordering = await startOrdering(world, killAt(point, nth));
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
    if (!position && !execution.hasWorkingEntry(TRICK_ID, SHARE.symbol))
      await ordering.enter(`entry:${turn}`);
    else if (position && chance < 0.05)
      await execution.exit(position.id, 'exit', 'Exit rule', ordering.now(), `exit:${turn}`);
    await execution.writeMoved();
    await execution.everySecond();
    await wait(BEAT_MS);
  }
};

await trade(JSON.parse(process.argv[2] ?? '') as OrderingTask);
