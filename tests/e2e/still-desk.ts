import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'playwright/test';
import type { CallId } from '../../src/shared/contract/index.ts';
import type { Result } from '../../src/shared/failure.ts';
import { type Desk, PERSON, ROOT, test as base } from './desk.ts';

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

/** What the pictures show, by the names that routes give their parameters. */
export interface Filled {
  readonly trickId: number;
  readonly basketId: number;
  readonly backtestId: number;
}

/** A call that must not fail. */
export const done = async <T>(
  desk: Desk,
  id: CallId | `desktop.${string}`,
  input: object = {},
): Promise<T> => {
  const options = { idempotencyKey: crypto.randomUUID() };
  const result: Result<T> = await desk.call(id as CallId, input, options);
  if (!result.ok) throw new Error(`${id}: ${result.failure.message}`);
  return result.value;
};

const trade = async (desk: Desk, time: StillTime): Promise<number> => {
  const ranking = await done<{ TricksId: number }[]>(desk, 'home.topTen', { thirtyDay: '1', test: '1' });
  const market = await done<{ trick_list: { TricksId: number; capital: number }[] }>(
    desk,
    'home.marketplace',
    {
      timeframe: '1m',
      pageSize: 100,
    },
  );
  const quick = market.trick_list.map(({ TricksId }) => TricksId);
  const others = ranking.map(({ TricksId }) => TricksId).filter((id) => !quick.includes(id));
  const copies: number[] = [];
  for (const TricksId of [...quick, ...others].slice(0, COPIES)) {
    const copy = await done<{ TricksId: number }>(desk, 'strategies.clone', { TricksId });
    await done(desk, 'strategies.start', { TricksId: copy.TricksId });
    copies.push(copy.TricksId);
  }
  await done(desk, 'market.pace', { speed: 60 });
  await time.pass(9);
  const [first] = copies;
  if (first === undefined) throw new Error('There is no strategy to copy');
  return first;
};

const spend = async (desk: Desk, time: StillTime): Promise<void> => {
  const { reference } = await done<{ reference: string }>(desk, 'wallet.add', {
    amount: 10_000_00,
    upiId: 'asha.rao@okbank',
  });
  await done(desk, 'wallet.sandbox', { reference, action: 'confirm' });
  await expect
    .poll(async () => (await done<{ available: number }>(desk, 'wallet.mine')).available)
    .toBe(10_000_00);
  await time.pass(1);
  await done(desk, 'wallet.activate');
  await time.pass(1);
  await done(desk, 'wallet.topUp', { packageId: 'credit-500' });
  await time.pass(1);
  await done(desk, 'subscription.buy', { planId: 'plus' });
  await done(desk, 'tickets.add', {
    subject: 'Where is my invoice?',
    category: 'subscription',
    body: 'I bought the Plus plan and look for its invoice.',
  });
};

const backtest = async (desk: Desk): Promise<number> => {
  const market = await done<{ trick_list: { TricksId: number; capital: number; instruments: string[] }[] }>(
    desk,
    'home.marketplace',
    { pageSize: 100, timeframe: '1d' },
  );
  const [trick] = market.trick_list;
  if (!trick) throw new Error('There is no daily strategy');
  const { instruments } = await done<{
    instruments: { history: { source: string; timeframe: string; from: string; to: string }[] }[];
  }>(desk, 'market.instruments', { Search: trick.instruments[0] });
  const days = instruments[0]?.history.find(
    ({ source, timeframe }) => source === 'simulated' && timeframe === '1d',
  );
  if (!days) throw new Error('There is no history');
  const { backtestId } = await done<{ backtestId: number }>(desk, 'backtests.start', {
    TricksId: trick.TricksId,
    from_date: days.from,
    to_date: days.to,
    capital: trick.capital,
  });
  await expect
    .poll(
      async () =>
        (await done<{ backtest: { finishedAt: string | null } }>(desk, 'backtests.list', { backtestId }))
          .backtest.finishedAt,
      { timeout: 60_000 },
    )
    .not.toBeNull();
  return backtestId;
};

const fill = async (desk: Desk, time: StillTime): Promise<Filled> => {
  const trickId = await trade(desk, time);
  await spend(desk, time);
  const { listBasket } = await done<{ listBasket: { basketId: number }[] }>(desk, 'baskets.list');
  const [basket] = listBasket;
  if (!basket) throw new Error('There is no basket');
  return { trickId, basketId: basket.basketId, backtestId: await backtest(desk) };
};

/** The window has the time of the backend, and does not move. */
const still = async (desk: Desk, time: StillTime): Promise<void> => {
  await desk.page.emulateMedia({ reducedMotion: 'reduce' });
  await desk.page.clock.setFixedTime(time.now);
  await desk.page.reload();
};

/** A desk on which something has happened, and for which time then stands still: it looks the same each time. */
export const test = base.extend<{ filled: Filled & { readonly time: StillTime } }>({
  filled: async ({ newDesk: desk }, use) => {
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
    const { url } = await time.answer();
    const backend = { kind: 'server', url, apiToken: API_TOKEN };
    expect((await desk.call('desktop.settings.change', { backend })).ok).toBe(true);
    expect((await desk.call('desktop.session.register', PERSON)).ok).toBe(true);
    const filled = await fill(desk, time);
    await still(desk, time);
    await use({ ...filled, time });
    program.kill('SIGTERM');
    if (program.exitCode === null) await once(program, 'exit');
    await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  },
});
