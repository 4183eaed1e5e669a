import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'playwright/test';
import { cloneAndStart, quickStrategies } from '../support/user-steps.ts';
import { expectAccessible } from './axe.ts';
import { onOneDesktop, ROOT } from './desktop-app.ts';

const test = onOneDesktop();

/** Give the command line a key and the folder of a desktop; its output. */
const commandOf = (dataDir: string, key: string) => async (argv: readonly string[]) => {
  const env = { ...process.env, TRICKDESK_KEY: key, TRICKDESK_DATA: dataDir, TRICKDESK_URL: '' };
  const { stdout } = await promisify(execFile)('node', ['scripts/trickdesk.mjs', ...argv], {
    cwd: ROOT,
    env,
  });
  return stdout;
};

test('a key made in the window lets a script propose, and the person accepts it', async ({ desktop }) => {
  test.setTimeout(180_000);
  const { page } = desktop;
  await desktop.signUp();
  await cloneAndStart(desktop.ask, (await quickStrategies(desktop.ask)).slice(0, 1));
  await page.evaluate(() => void (location.hash = '/settings?section=keys'));
  await page.getByLabel('Name of the key').fill('Helper');
  await page.getByRole('checkbox', { name: /^Propose something/ }).check();
  await page.screenshot({ path: test.info().outputPath('make-key.png') });
  await expectAccessible(desktop, 'Making a key');
  await page.getByRole('button', { name: 'Make key' }).click();
  await desktop.sayWho();
  const shown = page.getByRole('textbox', { name: 'The new key' });
  const secret = await shown.inputValue();
  await page.screenshot({ path: test.info().outputPath('new-key.png') });
  await expectAccessible(desktop, 'The new key');
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await expect(page.getByText(secret)).toHaveCount(0);

  const command = commandOf(desktop.dataDir, secret);
  const mine = JSON.parse(
    await command(['call', 'strategies.mine', '--json', '{"strategyStatus":0,"pageType":"All"}']),
  ) as { rows: { strategyId: number; name: string }[] };
  const [strategy] = mine.rows;
  if (!strategy) throw new Error('There is no strategy.');
  const { strategyId } = strategy;
  const proposed = {
    call: 'strategies.stop',
    proposed: { strategyId },
    note: 'It has done enough for today.',
  };
  await command(['call', 'proposals.add', '--json', JSON.stringify(proposed)]);
  await expect(page.getByText('1 proposal waits.')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('proposals-bar.png') });
  await page.getByRole('link', { name: 'Show proposals' }).click();
  await expect(page.getByText('It has done enough for today.')).toBeVisible();
  await expect(page.getByText(`${strategy.name} (paper)`)).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('proposals.png') });
  await expectAccessible(desktop, 'Proposals');
  const before = await desktop.ask('strategies.details', { strategyId });
  expect(before.strategy.strategyStatus).toBe(1);

  // By keyboard alone.
  await page.getByRole('button', { name: 'Accept: Stop a strategy' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Decided before' })).toContainText('Done');
  const after = await desktop.ask('strategies.details', { strategyId });
  expect(after.strategy.strategyStatus).not.toBe(1);
  await page.screenshot({ path: test.info().outputPath('decided.png') });

  await page.evaluate(() => void (location.hash = '/settings?section=keys'));
  await page.getByRole('button', { name: 'Log of the key Helper' }).click();
  await expect(page.getByText(/^proposals\.add: Done/)).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('key-log.png') });
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Revoke the key Helper' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
  await expect(command(['call', 'home.header'])).rejects.toThrow(/This key was revoked/);
});
