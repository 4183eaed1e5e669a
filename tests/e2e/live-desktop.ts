import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'playwright/test';
import { type DesktopApp, PERSON, ROOT, test as base } from './desktop-app.ts';
import { goTo } from './walk.ts';

const API_TOKEN = 'a-token-for-this-test-alone-0123456789';

export const STEADY_BUYER = 'Steady buyer';
/** Enters whenever it may: what is tested is what becomes of the order. */
export const STEADY_RULES = {
  version: 1,
  instruments: ['SBIN'],
  timeframe: '1m',
  side: 'long',
  product: 'intraday',
  entry: {
    kind: 'compare',
    left: { kind: 'indicator', indicator: { name: 'rsi', period: 2 } },
    operator: '>=',
    right: { kind: 'constant', value: 0 },
  },
  stopLoss: { kind: 'percent', value: 1 },
  size: { kind: 'capital-percent', percent: 50 },
};

interface Addresses {
  readonly url: string;
  readonly control: string;
  readonly client: { readonly code: string; readonly pin: string; readonly apiKey: string };
}

/** The broker of a test: our SmartAPI server, with a backend that is linked to nothing else. */
export class LiveMarket {
  readonly addresses: Addresses;

  constructor(addresses: Addresses) {
    this.addresses = addresses;
  }

  /** One of the commands of `tests/angel-one/control.ts` and `tests/support/live-backend-main.ts`. */
  async send<T>(command: string, input: object = {}): Promise<T> {
    const answer = await fetch(`${this.addresses.control}/${command}`, {
      method: 'POST',
      body: JSON.stringify(input),
    });
    if (!answer.ok) throw new Error(`${command}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}

/** Fills the form of the broker tab as a person would. */
export const link = async ({ page }: DesktopApp, { addresses: { client } }: LiveMarket, code: string) => {
  await page.getByLabel('Client code').fill(client.code);
  await page.getByLabel('API key').fill(client.apiKey);
  await page.getByLabel('PIN', { exact: true }).fill(client.pin);
  await page.getByRole('textbox', { name: 'TOTP' }).fill(code);
  await page.getByRole('button', { name: 'Link account' }).click();
};

/** Links the account and has the steady buyer go live, by hand; answers its id. What it enters is waited for. */
export const tradeLive = async (desktop: DesktopApp, market: LiveMarket): Promise<number> => {
  const { page } = desktop;
  await market.send('verified', { email: PERSON.email });
  await goTo(page, '/profile/broker');
  await link(desktop, market, await market.send('code'));
  await desktop.sayWho();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  const added = await desktop.call<{ strategyId: number }>('strategies.add', {
    url: 'add',
    name: STEADY_BUYER,
    document: STEADY_RULES,
  });
  if (!added.ok) throw new Error(added.failure.message);
  const { strategyId } = added.value;
  await goTo(page, `/strategies/${strategyId}`);
  await page.getByRole('button', { name: 'Go live…' }).click();
  await page.getByRole('link', { name: 'Fix' }).click();
  await page.getByLabel('Max daily loss').fill('10,000');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await goTo(page, `/strategies/${strategyId}`);
  await page.getByRole('button', { name: 'Go live…' }).click();
  await page.getByLabel('I understand real money is at risk').click();
  await page.getByLabel(`Type ${STEADY_BUYER} to confirm`).fill(STEADY_BUYER);
  await market.send('stream', { timesASecond: 2 });
  await page.getByRole('button', { name: 'Go live', exact: true }).click();
  await expect(page.getByText(`${STEADY_BUYER} is live`).first()).toBeVisible();
  await market.send('minute');
  await expect(page.getByText('1 open position', { exact: true })).toBeVisible({ timeout: 120_000 });
  return strategyId;
};

/** A desktop with a live backend in market hours; a user is signed in. The broker is our own SmartAPI server. */
export const test = base.extend<{ market: LiveMarket }>({
  market: async ({ preparedDir, desktop }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'trickdesk-live-'));
    await cp(preparedDir, folder, { recursive: true });
    const program = spawn(
      process.execPath,
      [join(ROOT, 'tests/support/live-backend-main.ts'), '--data', folder, '--token', API_TOKEN],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let addresses: Addresses | null = null;
    for await (const line of createInterface({ input: program.stdout })) {
      addresses = JSON.parse(line) as Addresses;
      break;
    }
    if (!addresses) throw new Error('The backend ended before it listened');
    await desktop.useServer(addresses.url, API_TOKEN);
    expect((await desktop.call('desktop.session.register', PERSON)).ok).toBe(true);
    await use(new LiveMarket(addresses));
    program.kill('SIGTERM');
    if (program.exitCode === null) await once(program, 'exit');
    await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  },
});
