import { type BasketWorld, startBasketBackend } from './basket-backend.ts';
import { type KillPoint, killAt } from './kill-points.ts';

/** Task of the process, as JSON in its first argument. `kill-baskets.test.ts` gives it. */
export interface BasketTask {
  readonly world: BasketWorld;
  readonly point: KillPoint;
  readonly nth: number;
}

const { world, point, nth } = JSON.parse(process.argv[2] ?? '') as BasketTask;
const server = await startBasketBackend(world, killAt(point, nth));
await server.backend.parts.marketRuns.whenOpen();
process.stdout.write('ready\n');
