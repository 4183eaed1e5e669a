import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunDetail } from '../../src/shared/contract/backtests.ts';
import { istMidnight } from '../../src/shared/time.ts';
import { slowSweep } from '../support/slow-sweep.ts';
import { ServerProcess } from '../support/server-process.ts';
import { openStream } from '../support/stream-reader.ts';
import { missingForHouse, type Stranger, TestHouse, urlOf } from '../support/test-house.ts';
import { until } from '../support/until.ts';

const missing = missingForHouse();

describe.skipIf(missing !== null)(
  `backtests of a house${missing ? ` (${missing} is not installed)` : ''}`,
  () => {
    let house: TestHouse;
    let person: Stranger;
    const workers: ServerProcess[] = [];

    beforeAll(async () => {
      house = await TestHouse.start(2, {}, { hasBacktestWorkers: true });
      person = await house.stranger();
    });
    afterAll(async () => {
      for (const worker of workers) worker.signal('SIGKILL');
      await Promise.all(workers.map((worker) => worker.ended()));
      await house.dispose();
    });

    const startWorker = async (): Promise<ServerProcess> => {
      const worker = ServerProcess.startFromSources(house.newFolder(), house.database, [
        ...['--role', 'backtests', '--nats', house.bus.url],
      ]);
      workers.push(worker);
      await until('the worker to be ready', () => Promise.resolve(worker.written.includes('runs backtests')));
      return worker;
    };
    const startSweep = async (): Promise<number> => {
      const today = istMidnight(person.owner.parts.marketRuns.simulated.session.now);
      const { backtestId } = await person.user.call('backtests.startSweep', slowSweep(today));
      return backtestId;
    };
    const runOf = async (backtestId: number): Promise<RunDetail> =>
      (await person.user.call('backtests.list', { backtestId })).backtest as RunDetail;
    const ended = (backtestId: number): Promise<RunDetail> =>
      until(
        'the run to end',
        async () => {
          const run = await runOf(backtestId);
          return run.finishedAt !== null && run;
        },
        120_000,
      );
    const underWay = (backtestId: number): Promise<unknown> =>
      until('the run to be under way', async () => (await runOf(backtestId)).state === 'running', 60_000);

    it(
      'are done by processes that do nothing else; what one that was killed had begun, another does whole',
      { timeout: 240_000 },
      async () => {
        const stream = await openStream(urlOf(person.other), person.user.accessToken);
        const first = await startSweep();
        // The servers leave it to others.
        await expect.poll(async () => (await runOf(first)).state).toBe('queued');
        const worker = await startWorker();
        const undisturbed = await ended(first);
        expect(undisturbed.state).toBe('done');
        const told = stream.received.flatMap(({ event }) =>
          event.type === 'backtest' && event.backtestId === first ? [event.state] : [],
        );
        expect(told.at(0)).toBe('queued');
        expect(told.at(-1)).toBe('done');

        const second = await startSweep();
        await underWay(second);
        worker.signal('SIGKILL');
        await worker.ended();
        await startWorker();
        const again = await ended(second);
        for (const part of ['state', 'credits', 'figures', 'result', 'sweep', 'assumptions'] as const)
          expect(again[part]).toEqual(undisturbed[part]);
        const trades = await person.user.call('backtests.trades', { backtestId: second });
        expect(trades.total).toBe(undisturbed.figures?.trades);
        stream.close();
      },
    );

    it(
      'a worker that was frozen, and wakes when another has its run, changes nothing',
      { timeout: 240_000 },
      async () => {
        const [, active] = workers as [ServerProcess, ServerProcess];
        const backtestId = await startSweep();
        await underWay(backtestId);
        active.signal('SIGSTOP');
        await startWorker();
        const run = await ended(backtestId);
        const trades = await person.user.call('backtests.trades', { backtestId });
        active.signal('SIGCONT');
        active.signal('SIGTERM');
        expect(await active.ended()).toBe(0);
        expect(await runOf(backtestId)).toEqual(run);
        expect((await person.user.call('backtests.trades', { backtestId })).total).toBe(trades.total);
      },
    );
  },
);
