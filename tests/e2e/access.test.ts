import { expect } from 'playwright/test';
import { ROUTE_LIST } from '../../src/renderer/app/route-list.ts';
import { inBothSkins } from './axe.ts';
import { PERSON, test, waitForMarket } from './desk.ts';

const PARAMETERS: Readonly<Record<string, string>> = { id: '1', tab: 'kyc', symbol: 'RELIANCE' };
const addressOf = (path: string) => path.replace(/:(\w+)/, (_, name: string) => PARAMETERS[name] ?? '');

test('axe finds nothing on any screen, light or dark', async ({ newDesk: desk }) => {
  test.setTimeout(300_000);
  const { page } = desk;
  const visit = async (path: string) => {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#${path}`);
  };
  for (const { path, title } of ROUTE_LIST.filter(({ isOutside }) => isOutside)) {
    await visit(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await inBothSkins(desk, title);
  }
  await desk.call('desktop.session.register', {
    fullName: PERSON.fullName,
    email: PERSON.email,
    phone: PERSON.phone,
    password: PERSON.password,
  });
  await waitForMarket(desk);
  for (const { path, title } of ROUTE_LIST.filter(({ isOutside }) => !isOutside)) {
    await visit(addressOf(path));
    // A strategy's own name is its title.
    const heading = path.includes(':') ? { level: 1 } : { level: 1, name: title };
    await expect(page.getByRole('heading', heading)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(addressOf(path)));
    await inBothSkins(desk, title);
  }
});
