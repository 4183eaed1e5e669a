import { setTimeout as delay } from 'node:timers/promises';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputOf } from '../../src/shared/contract/endpoint.ts';
import { contract } from '../../src/shared/contract/index.ts';
import { toInside, toWire } from '../../src/shared/contract/wire-mapping.ts';
import { type Row, sideBySide } from './measure.ts';
import { type callOf, newUser, startBackend, withPreparedFolder } from './server-process.ts';

const NAME =
  'replay at 600x with twenty running strategies, worst lag; one market minute is 60000 (peer: with none)';
const SPEED = 600;
const STRATEGIES = 20;
const WATCHED_MS = 20_000;
const POLL_EVERY_MS = 200;

type Call = ReturnType<typeof callOf>;

/** Worst lag in market milliseconds of a replay. It plays from its first day. */
const worstLag = async (call: Call): Promise<number> => {
  const replay = (action: object) => call(contract.market.replay.path, action);
  await replay({ action: 'start', speed: SPEED });
  let worst = 0;
  const end = Date.now() + WATCHED_MS;
  while (Date.now() < end) {
    await delay(POLL_EVERY_MS);
    const { feed } = await call<{ feed: { lagMs: number; state: string } }>(contract.market.feed.path);
    if (feed.state !== 'running') throw new Error(`The replay is ${feed.state}.`);
    worst = Math.max(worst, feed.lagMs);
  }
  await replay({ action: 'stop' });
  return worst;
};

/** Running copies of the shipped strategies that trade the indices. */
const runStrategies = async (call: Call): Promise<void> => {
  const { marketplace } = contract.home;
  const { clone, start } = contract.strategies;
  const offered = toInside(marketplace.output, await call(marketplace.path, { pageSize: 100 }));
  const { rows } = offered as OutputOf<typeof marketplace>;
  const index = rows.filter((strategy) => strategy.segment === 'index');
  for (let count = 0; count < STRATEGIES; count++) {
    const what = { strategyId: index[count % index.length]?.strategyId };
    const copy = await call(clone.path, toWire(clone.body, what) as object);
    const { strategyId } = toInside(clone.output, copy) as OutputOf<typeof clone>;
    await call(start.path, toWire(start.body, { strategyId }) as object);
  }
};

/** Lag behind the wall clock of a replay of real minute files. */
export const replayLag = async (root: string): Promise<Row[]> => {
  const folder = join(root, '../shared/data/nse-minute');
  if (!existsSync(folder))
    return [{ name: NAME, skipped: 'it needs the NSE files in ../shared/data/nse-minute' }];
  const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  return withPreparedFolder(root, async (dataDir) => {
    const backend = await startBackend(root, dataDir);
    const [busy, idle] = [await newUser(backend.url), await newUser(backend.url)];
    for (const call of [busy, idle]) await call(contract.market.import.path, { files });
    await runStrategies(busy);
    const row = await sideBySide(
      NAME,
      'ms',
      () => worstLag(busy),
      () => worstLag(idle),
    );
    await backend.stop();
    return [row];
  });
};
