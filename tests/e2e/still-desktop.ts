import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'playwright/test';
import { legsText } from '../../src/renderer/features/options/picked-legs.ts';
import { addMoney, cloneAndStart, quickStrategies, runBacktest, spend } from '../support/user-steps.ts';
import { type DesktopApp, PERSON, ROOT, test as base, withFirstStart } from './desktop-app.ts';

const API_TOKEN = 'a-token-for-this-test-alone-0123456789';
/** A Wednesday on which the exchange is open. */
const AT = '2026-11-18T11:00:00+05:30';
const SEED = 20_261_118;
/** Copies that are made of the first strategies of the ranking: more than a page of them. */
const COPIES = 8;

/** Time, as the backend has it. */
export class StillTime {
  now = Date.parse(AT);
  readonly #program: ChildProcess;
  readonly #lines: AsyncIterator<string, undefined>;

  constructor(program: ChildProcess) {
    this.#program = program;
    if (!program.stdout) throw new Error('The backend has no output');
    this.#lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  }

  async answer(): Promise<{ url: string }> {
    const line: IteratorResult<string, undefined> = await this.#lines.next();
    if (line.done === true) throw new Error('The backend ended');
    return JSON.parse(line.value) as { url: string };
  }

  /** Lets time pass, and waits until the market has played it; the windows have the same time afterwards. */
  async pass(minutes: number): Promise<void> {
    this.now += minutes * 60_000;
    this.#program.stdin?.write(`${minutes}\n`);
    await this.answer();
  }
}

/** Data that the pictures show, by the route's parameter names. */
export interface Filled {
  readonly strategyId: number;
  /** Of the house. */
  readonly authorId: number;
  readonly basketId: number;
  readonly backtestId: number;
  /** An iron condor, as the address of the option chain has legs. */
  readonly optionLegs: string;
}
type FilledInTime = Filled & { readonly time: StillTime };

const fill = async ({ ask }: DesktopApp, time: StillTime): Promise<Filled> => {
  const quick = await quickStrategies(ask);
  const ranking = (await ask('home.topTen', { thirtyDay: '1', test: '1' })).map(
    ({ strategyId }) => strategyId,
  );
  const others = ranking.filter((id) => !quick.includes(id));
  const [strategyId] = await cloneAndStart(ask, [...quick, ...others].slice(0, COPIES));
  if (strategyId === undefined) throw new Error('There is no strategy to copy');
  await ask('market.pace', { speed: 60 });
  await time.pass(9);
  await addMoney(ask, 10_000_00);
  await time.pass(1);
  await spend(ask, () => time.pass(1));
  const [basket] = (await ask('baskets.list')).listBasket;
  if (!basket) throw new Error('There is no basket');
  const [offer] = (await ask('home.marketplace')).rows;
  if (!offer) throw new Error('There is no strategy on offer');
  const { authorId } = offer.strategyAuthor;
  const { backtestId } = await runBacktest(ask);
  const { legs } = await ask('options.structure', { structure: 'iron-condor' });
  return { strategyId, authorId, basketId: basket.basketId, backtestId, optionLegs: legsText(legs) };
};

/** The window has the time of the backend, and does not move. */
const still = async (desktop: DesktopApp, time: StillTime): Promise<void> => {
  await desktop.page.emulateMedia({ reducedMotion: 'reduce' });
  await desktop.page.clock.setFixedTime(time.now);
  await desktop.page.reload();
};

interface StillBackend {
  readonly time: StillTime;
  readonly url: string;
}

/** A backend for which time stands still. It ends when it has been used. */
const withStillBackend = async (use: (backend: StillBackend) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'trickdesk-still-'));
  const program = spawn(
    process.execPath,
    [
      join(ROOT, 'tests/support/still-backend-main.ts'),
      ...['--data', folder, '--token', API_TOKEN, '--at', AT, '--seed', String(SEED)],
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const time = new StillTime(program);
  try {
    const { url } = await time.answer();
    await use({ time, url });
  } finally {
    program.kill('SIGTERM');
    if (program.exitCode === null) await once(program, 'exit');
    await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  }
};

/** Connects a desktop to such a backend. Something has happened for its user. */
const connect = async (desktop: DesktopApp, { time, url }: StillBackend): Promise<FilledInTime> => {
  await desktop.useServer(url, API_TOKEN);
  expect((await desktop.call('desktop.session.register', PERSON)).ok).toBe(true);
  const filled = await fill(desktop, time);
  await still(desktop, time);
  return { ...filled, time };
};

/** A desktop on which something has happened, with time standing still. It looks the same each time. */
export const test = base.extend<{ backend: StillBackend; filled: FilledInTime }>({
  backend: async ({}, use) => withStillBackend(use),
  // The backend comes first: that of a desktop which waits for it makes a market that nobody looks at.
  newDesktop: async ({ backend: _first, newDesktop }, use) => use(newDesktop),
  // A backtest and a market are made first, which takes a busy computer a while.
  filled: [
    async ({ backend, newDesktop }, use) => use(await connect(newDesktop, backend)),
    { timeout: 180_000 },
  ],
});

/** The same desktop for one test after the other: for tests that look at pages and change nothing on them. */
export const looking = base.extend<
  object,
  { shown: { readonly desktop: DesktopApp; readonly filled: Filled } }
>({
  shown: [
    async ({}, use) =>
      withStillBackend((backend) =>
        withFirstStart(async (desktop) => {
          await desktop.skipFirstRun();
          await use({ desktop, filled: await connect(desktop, backend) });
        }),
      ),
    { scope: 'worker', timeout: 120_000 },
  ],
});
