import { expect } from 'playwright/test';
import type { Result } from '../../src/shared/failure.ts';
import { minuteFiles } from '../support/market-files.ts';
import { PERSON, test, waitForMarket } from './desktop-app.ts';
import type { DesktopApp } from './desktop-app.ts';

const valueOf = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
};

const upload = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const openMarketSettings = async (desktop: DesktopApp): Promise<void> => {
  await desktop.page.evaluate(() => {
    location.hash = '#/settings?section=market';
  });
  await expect(desktop.page.getByRole('button', { name: 'Choose CSV files…' })).toBeVisible();
};

const signUp = async (desktop: DesktopApp): Promise<void> => {
  valueOf(await desktop.call('desktop.session.register', PERSON));
  await waitForMarket(desktop);
};

const tradeCount = async (desktop: DesktopApp): Promise<number> =>
  valueOf(await desktop.call<{ total: number }>('positions.trades', { isTest: 1, source: 'replay' })).total;

test('history is imported and replayed; a cloned strategy trades on it, and goes on after the backend is killed', async ({
  desktop,
}) => {
  test.setTimeout(240_000);
  await signUp(desktop);
  const { page } = desktop;
  const market = valueOf(
    await desktop.call<{ rows: { strategyId: number }[] }>('home.marketplace', {
      search: 'Nifty Quick Dip',
    }),
  );
  const copy = valueOf(
    await desktop.call<{ strategyId: number }>('strategies.clone', {
      strategyId: market.rows[0]?.strategyId,
    }),
  );
  valueOf(await desktop.call('strategies.start', { strategyId: copy.strategyId }));

  await test.step('imports one-minute candles', async () => {
    await openMarketSettings(desktop);
    const files = minuteFiles().filter(({ name }) => name.startsWith('NIFTY_'));
    await page.locator('input[type=file]').setInputFiles(files.map(({ name, text }) => upload(name, text)));
    await expect(
      page.getByRole('row', { name: /NIFTY_2022-10\.csv Imported 1-minute candles/ }),
    ).toBeVisible();
  });

  await test.step('replays them as the test market', async () => {
    await page.getByRole('spinbutton', { name: 'Speed' }).fill('600');
    await page.getByRole('button', { name: 'Start replay' }).click();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(
      page
        .getByRole('banner')
        .or(page.locator('main'))
        .getByText(/Replay$/)
        .first(),
    ).toBeVisible();
  });

  await test.step('the strategy opens and closes positions on the replayed days', async () => {
    await page.evaluate(() => {
      location.hash = '#/trade-history?mode=test';
    });
    await expect(page.getByRole('row', { name: /10-2022.*NIFTY/ }).first()).toBeVisible({
      timeout: 120_000,
    });
  });

  await test.step('a killed backend comes back and the replay goes on', async () => {
    const before = await tradeCount(desktop);
    process.kill(await desktop.backendPid(), 'SIGKILL');
    const feed = async () => {
      const header = await desktop.call<{ feed: { kind: string; state: string } }>('home.header');
      return header.ok ? `${header.value.feed.kind} ${header.value.feed.state}` : 'away';
    };
    await expect.poll(feed, { timeout: 30_000 }).toBe('replay running');
    expect(await tradeCount(desktop)).toBeGreaterThanOrEqual(before);
    await expect.poll(() => tradeCount(desktop), { timeout: 120_000 }).toBeGreaterThan(before);
  });

  await test.step('stopping it returns to the simulated market with nothing left open', async () => {
    await openMarketSettings(desktop);
    await page.getByRole('button', { name: 'Stop replay' }).click();
    await expect(page.getByRole('button', { name: 'Stop replay' })).toBeHidden();
    const open = valueOf(await desktop.call<{ list: { source: string }[] }>('positions.open', {}));
    expect(open.list.filter(({ source }) => source === 'replay')).toEqual([]);
  });
});

test('a bad row is reported with its line and reason, and the person chooses what becomes of the file', async ({
  desktop,
}) => {
  await signUp(desktop);
  const { page } = desktop;
  const text =
    'timestamp,open,high,low,close,volume,oi\n' +
    '2024-01-02 00:00:00+05:30,450.5,455,449,452.1,1200,0\n' +
    '2024-01-03 00:00:00+05:30,452,nonsense,451,455,900,0\n';
  await openMarketSettings(desktop);
  await page.getByRole('radio', { name: 'Refuse the whole file' }).check();
  await page.locator('input[type=file]').setInputFiles([upload('ITC.csv', text)]);
  await expect(page.getByRole('row', { name: /ITC\.csv Refused/ })).toBeVisible();
  await expect(page.getByText(/line 3/i)).toBeVisible();
  await expect(page.getByText(/nonsense.*is not a price/)).toBeVisible();
  await page.getByRole('radio', { name: 'Leave it out and keep the good rows' }).check();
  await page.locator('input[type=file]').setInputFiles([upload('ITC.csv', text)]);
  await expect(page.getByRole('row', { name: /ITC\.csv Imported/ })).toBeVisible();
});
