import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUSE } from '../../src/backend/db/database.ts';
import { storageTrouble } from '../../src/backend/db/storage-trouble.ts';
import { createLogger } from '../../src/backend/log.ts';
import { STRATEGY_STATUS } from '../../src/shared/strategy-status.ts';
import { addLiveSample } from '../support/live-sample.ts';
import { fillAsPrepared } from '../support/prepared-folder.ts';
import { SeededLinks } from '../support/seeded-link.ts';
import { mountDisk, WITHOUT_DISK } from '../support/small-disk.ts';
import { startTestBackend, TEST_API_TOKEN, TEST_SEED, type TestBackend } from '../support/test-backend.ts';
import { until } from '../support/until.ts';

const disk = mountDisk(96);

describe.skipIf(disk === null)(`a disk that is full ${disk ? '' : WITHOUT_DISK}`, () => {
  const { folder, fill, drain } = disk ?? { folder: '', fill: () => undefined, drain: () => undefined };
  const began = Date.now();
  let fills = 0;
  const clock = { now: () => Date.parse('2026-11-20T10:00:10+05:30') + Date.now() - began };
  let server: TestBackend;
  let links: SeededLinks;

  beforeAll(async () => {
    links = new SeededLinks(clock.now);
    await fillAsPrepared(folder, clock.now(), {
      port: 0,
      apiToken: TEST_API_TOKEN,
      logger: createLogger('silent'),
      seed: TEST_SEED,
    });
    server = await startTestBackend({ clock, linkBroker: links.link, dataDir: folder });
    await server.backend.prepared;
    await until('the reserve', () => Promise.resolve(existsSync(join(folder, 'disk-reserve'))));
  });
  afterAll(async () => {
    drain();
    await server.close();
    disk?.unmount();
  });

  const trader = async (name: string) => {
    const user = await server.register(name);
    const sample = await addLiveSample(server, user, links);
    await user.call('live.resolve', { orderId: sample.unknownOrderId, decision: 'not-placed' });
    await user.call('live.goLive', { strategyId: sample.strategyId, confirmName: sample.name });
    const { id } = await user.call('profile.mine', {});
    return {
      user,
      strategyId: sample.strategyId,
      run: server.backend.parts.brokerAccounts.requireAccount(id).run,
    };
  };
  /** Nothing can be written any more: what the write-ahead log had room for is used up too. */
  const fillUp = async (): Promise<void> => {
    fill();
    const { database } = server.backend.parts;
    for (let number = 0; ; number++)
      try {
        const row = { key: `fill ${fills++}`, value: 'x'.repeat(number < 200 ? 20_000 : 10) };
        await database.write(HOUSE, (tx) => tx.query.insertInto('meta').values(row).execute());
      } catch (error) {
        if (/disk is full/.test(storageTrouble(error) ?? '')) return;
        throw error;
      }
  };
  const statusOf = async (id: number) =>
    (
      await server.backend.parts.database.read
        .selectFrom('strategies')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).status;

  it('does not keep the kill switch from stopping: first in memory, then with the reserve on the disk', async () => {
    const [first, second] = [await trader('full0'), await trader('full1')];
    expect(first.run.runner.isRunning(first.strategyId)).toBe(true);
    await fillUp();

    const stopped = await first.user.ask('live.killSwitch', { action: 'stop' });
    expect([stopped.status, stopped.body.message]).toEqual([
      200,
      expect.stringMatching(/^All live trading is stopped/),
    ]);
    expect(await statusOf(first.strategyId)).toBe(STRATEGY_STATUS.stopped);
    expect(existsSync(join(folder, 'disk-reserve'))).toBe(false);

    // The reserve is spent: it holds in memory, and that is what is said.
    await fillUp();
    const halted = await second.user.ask('live.killSwitch', { action: 'stop' });
    expect(halted.status).toBe(503);
    expect(halted.body.message).toMatch(/^Live trading has stopped: .* holds only while TrickDesk runs/);
    expect(second.run.runner.runningCount).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    expect(
      await server.backend.parts.brokerAccounts.requireAccount(second.run.historyOwnerId).whyNoEntry(),
    ).toBe('You stopped all live trading with the kill switch.');

    drain();
    const written = await second.user.ask('live.killSwitch', { action: 'stop' });
    expect([written.status, await statusOf(second.strategyId)]).toEqual([200, STRATEGY_STATUS.stopped]);
  }, 120_000);

  it('makes the market stand still, and it goes on by itself once there is space', async () => {
    const { simulated, setSpeed } = {
      simulated: server.backend.parts.marketRuns.simulated,
      setSpeed: server.backend.parts.marketRuns,
    };
    await setSpeed.setSpeed(simulated, 600);
    await fillUp();
    await until('the stall', () => Promise.resolve(simulated.session.status === 'stalled'));
    const at = simulated.session.now;
    drain();
    await until('the market', () => Promise.resolve(simulated.session.status === 'running'), 40_000);
    await until('the next minutes', () => Promise.resolve(simulated.session.now > at + 180_000));
  }, 120_000);
});
