// `npm run shots [FOLDER]`: opens every screen in light and in dark and writes a picture of each (to .cache/shots).
// `npm run shots -- docs` writes the pictures of README and guide, which a test makes (tests/e2e/pictures.test.ts).
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildIfChanged } from './build-if-changed.mjs';
import { findElectron } from './electron-binary.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
if (process.argv[2] === 'docs') {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/test.mjs'), 'e2e', 'pictures'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TRICKDESK_PICTURES: 'write' },
  });
  process.exit(status ?? 1);
}
const folder = resolve(process.argv[2] ?? join(root, '.cache/shots'));
const SKINS = ['light', 'dark'];
const PERSON = {
  fullName: 'Asha Rao',
  email: 'asha@desk.example',
  phone: '9876543210',
  password: 'a long enough one',
};
/** Ten market minutes a second, for this long: the cloned strategy has traded by then. */
const PACE = 600;
const TRADING_MS = 20_000;
/** Strategies that are cloned: a page of my strategies is full. */
const COPIES = 6;

if (!buildIfChanged(root)) process.exit(1);
Object.assign(process.env, findElectron(root).env);
const { addMoney, askOver, cloneAndStart, quickStrategies, runBacktest, spend } =
  await import('../tests/support/user-steps.ts');
const { ROUTE_LIST } = await import('../src/renderer/app/route-list.ts');
const { _electron } = await import('playwright');

const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-shots-'));
mkdirSync(folder, { recursive: true });
const app = await _electron.launch({
  args: [root, `--user-data-dir=${dataDir}`],
  cwd: root,
  colorScheme: null,
});
const page = await app.firstWindow();
const isReady = () => page.waitForFunction(() => document.readyState === 'complete' && 'bridge' in window);
await isReady();

const call = (id, input, options) =>
  page.evaluate(([name, value, more]) => window.bridge.call(name, value, more), [id, input, options]);
const ask = askOver(call);

async function shoot({ path, title }, parameters) {
  const place = path.replace(/:(\w+)/g, (_, name) => parameters[name]);
  const name = path.slice(1).replace(/[/:?=&]+/g, '-');
  await page.evaluate((hash) => (location.hash = hash), `#${place}`);
  for (const skin of SKINS) {
    await ask('desktop.settings.change', { skin });
    // What the screen asks for has arrived, and it has painted.
    await pause(1_500);
    await page.screenshot({ path: join(folder, `${name}-${skin}.png`) });
  }
  console.log(`shots: ${title}`);
}

/** Views that a route's address alone does not open. */
const MORE_VIEWS = [
  { path: '/my-strategies?tab=Test', title: 'My strategies, test' },
  ...['notifications', 'windows', 'market', 'updates', 'about'].map((section) => ({
    path: `/settings?section=${section}`,
    title: `Settings, ${section}`,
  })),
  { path: '/wallet?do=add', title: 'Wallet, adding money' },
  { path: '/wallet?do=transfer', title: 'Wallet, sending money' },
  ...['kyc', 'bank', 'broker', 'password', 'privacy'].map((tab) => ({
    path: `/profile/${tab}`,
    title: `Profile, ${tab}`,
  })),
  { path: '/tickets?raise=yes', title: 'Raising a ticket' },
];

/** A desktop with something on it: strategies that have traded, and a wallet that has been used. */
async function prepare() {
  for (;;) {
    const { feed } = await ask('home.header');
    if (feed.preparing === null) break;
    await pause(500);
  }
  const [first] = await cloneAndStart(ask, await quickStrategies(ask, COPIES));
  await ask('market.pace', { speed: PACE });
  await pause(TRADING_MS);
  await ask('market.pace', { speed: 60 });
  await addMoney(ask, 10_000_00);
  await spend(ask);
  return first;
}

try {
  // The cards of the first start have a picture of their own, and are not to stand before the others.
  await ask('desktop.settings.change', { guidance: { isFirstRunDone: true, isTourDone: true } });
  for (const route of ROUTE_LIST.filter(({ isOutside }) => isOutside)) await shoot(route, {});
  await ask('desktop.session.register', PERSON);
  const id = await prepare();
  await page.reload();
  await isReady();
  const [basket] = (await ask('baskets.list')).listBasket;
  const [offer] = (await ask('home.marketplace')).rows;
  const idOf = (path) => {
    if (path.startsWith('/authors')) return String(offer.strategyAuthor.authorId);
    return String(path.startsWith('/baskets') ? basket.basketId : id);
  };
  for (const route of ROUTE_LIST.filter(({ isOutside }) => !isOutside))
    await shoot(route, { id: idOf(route.path), tab: 'personal', symbol: 'RELIANCE' });
  const { backtestId: run } = await runBacktest(ask);
  for (const view of MORE_VIEWS) await shoot(view, {});
  for (const tab of ['summary', 'equity', 'trades'])
    await shoot({ path: `/backtest?run=${run}&tab=${tab}`, title: `Backtest, ${tab}` }, {});
  console.log(`shots: written to ${folder}`);
} finally {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
