import { expect } from 'playwright/test';
import type { Trade } from '../../src/shared/contract/positions.ts';
import { tradeHistoryFlag } from '../../src/shared/trade-history-flag.ts';
import { expectAccessible } from './axe.ts';
import { PERSON, test, waitForMarket } from './desktop-app.ts';

test('a strategy that stops and reverses is written with the keyboard, read back in both languages, and turns', async ({
  newDesktop: desktop,
}) => {
  test.setTimeout(240_000);
  const { page } = desktop;
  await desktop.call('desktop.session.register', PERSON);
  await waitForMarket(desktop);
  await desktop.call('market.pace', { speed: 1 });
  const summary = page.getByRole('region', { name: 'Summary' });

  await test.step('chooses both sides by keyboard, and reads them back', async () => {
    await page.evaluate(() => (window.location.hash = '#/builder'));
    await page.getByLabel('Name', { exact: true }).fill('Turns round');
    await page.getByLabel('Timeframe', { exact: true }).first().selectOption('1m');
    const side = page.getByLabel('Side', { exact: true });
    await side.focus();
    await page.keyboard.press('B');
    await expect(side).toHaveValue('both');
    await expect(summary).toContainText('Buys and sells short RELIANCE on 1-minute candles, intraday.');
    await expect(summary).toContainText(
      'long when close crosses above SMA(20); short when close crosses below SMA(20)',
    );
    await expect(page.getByRole('region', { name: 'Entry conditions: long' })).toBeVisible();
    const short = page.getByRole('region', { name: 'Entry conditions: short' });
    await short.getByLabel('Comparison').selectOption({ label: 'is below' });
    await expect(summary).toContainText('short when close is below SMA(20)');
    await expectAccessible(desktop, 'Builder of both sides');
  });

  await test.step('says what is wrong with delivery, and keeps it from being saved', async () => {
    const product = page.getByLabel('Product', { exact: true });
    await product.selectOption('delivery');
    await expect(page.getByLabel('What is wrong')).toContainText('nothing can be held short');
    await expect(page.getByRole('button', { name: 'Save strategy' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await product.selectOption('intraday');
    await expect(page.getByLabel('What is wrong')).toHaveCount(0);
  });

  await test.step('saves it, and finds it in words again', async () => {
    await page.getByRole('button', { name: 'Save strategy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Turns round' })).toBeVisible();
    await expect(
      page.getByText(/long when close crosses above SMA\(20\); short when close is below SMA\(20\)/).first(),
    ).toBeVisible();
  });

  await test.step('reads it in Hindi too', async () => {
    await desktop.call('desktop.settings.change', { language: 'hi' });
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
    await expect(
      page.getByText(/लॉन्ग, जब क्लोज़ SMA\(20\) को ऊपर की ओर पार करे; शॉर्ट, जब क्लोज़ SMA\(20\) से नीचे हो/).first(),
    ).toBeVisible();
    await desktop.call('desktop.settings.change', { language: 'en' });
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  await test.step('turns from one side to the other on paper', async () => {
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await desktop.call('market.pace', { speed: 120 });
    await page.evaluate(() => (window.location.hash = '#/trade-history'));
    const trades = page.getByRole('table', { name: 'Paper trades' });
    for (const side of ['Long', 'Short'])
      await expect(
        trades.getByRole('row', { name: new RegExp(`RELIANCE ${side} .*Turns round`) }).first(),
      ).toBeVisible({
        timeout: 120_000,
      });
    // Which rows are in view changes with each trade, and a day's end leaves some positions, too.
    const closed = await desktop.call<{ test_tradehistory: Trade[] }>('positions.trades', {
      isTest: tradeHistoryFlag('test'),
      pageSize: 100,
    });
    const reversed = closed.ok
      ? closed.value.test_tradehistory.find(({ exitReason }) => exitReason.startsWith('Reversal'))
      : undefined;
    expect(reversed).toBeDefined();
    await page.evaluate((id) => (window.location.hash = `#/trade-history?trade=${id}`), reversed?.tradeId);
    await expect(page.getByText(/Reversal at \d\d:\d\d/).first()).toBeVisible();
    await page.keyboard.press('Escape');
  });
});
