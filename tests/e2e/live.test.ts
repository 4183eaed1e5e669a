import { expect } from 'playwright/test';
import { inBothSkins } from './axe.ts';
import type { Desk } from './desk.ts';
import { PERSON } from './desk.ts';
import { type LiveMarket, test } from './live-desk.ts';

const SBIN = '3045';
const NAME = 'Steady buyer';
/** Enters whenever it may: what is tested is what becomes of the order. */
const RULES = {
  version: 1,
  instruments: ['SBIN'],
  timeframe: '1m',
  side: 'long',
  product: 'intraday',
  entry: {
    kind: 'compare',
    left: { kind: 'price', field: 'close' },
    operator: '>',
    right: { kind: 'constant', value: 1 },
  },
  stopLoss: { kind: 'percent', value: 1 },
  size: { kind: 'capital-percent', percent: 50 },
};

const money = { idempotencyKey: '' };
const once = () => ({ ...money, idempotencyKey: crypto.randomUUID() });

/** Fills the form of the broker tab as a person would. */
const link = async ({ page }: Desk, { addresses: { client } }: LiveMarket, code: string) => {
  await page.getByLabel('Client code').fill(client.code);
  await page.getByLabel('API key').fill(client.apiKey);
  await page.getByLabel('PIN', { exact: true }).fill(client.pin);
  await page.getByLabel('Code of six digits').fill(code);
  await page.getByRole('button', { name: 'Link account' }).click();
};

test('an account is linked, a strategy goes live, trades, and everything is stopped', async ({
  desk,
  market,
}) => {
  test.setTimeout(240_000);
  const { page } = desk;
  await market.tell('verified', { email: PERSON.email });
  await page.evaluate(() => (location.hash = '#/profile/broker'));

  await link(desk, market, '000000');
  await expect(page.getByText('TOTP')).toBeVisible();
  await link(desk, market, await market.tell('code'));
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('Available there')).toBeVisible();
  await inBothSkins(desk, 'The broker tab of a linked account');

  const added = await desk.call<{ TricksId: number }>('strategies.add', {
    url: 'addtrick',
    name: NAME,
    document: RULES,
  });
  if (!added.ok) throw new Error(added.failure.message);
  await page.evaluate((id) => (location.hash = `#/strategies/${id}`), added.value.TricksId);
  await page.getByRole('button', { name: 'Go live…' }).click();
  await inBothSkins(desk, 'Going live');
});
