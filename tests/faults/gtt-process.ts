import { type BasketWorld, startBasketBackend } from './basket-backend.ts';
import { type GttKillPoint, killGttAt } from './gtt-kill-points.ts';

/** Task of the process, as JSON in its first argument. `kill-gtt.test.ts` gives it. */
export interface GttTask {
  readonly world: BasketWorld;
  readonly point: GttKillPoint;
}

const { world, point } = JSON.parse(process.argv[2] ?? '') as GttTask;
const server = await startBasketBackend(world, killGttAt(point));
await server.backend.parts.marketRuns.whenOpen();
process.stdout.write('ready\n');
