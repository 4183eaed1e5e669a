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

/** A call over the bridge; a failure ends the script with its sentence. */
async function call(id, input = {}) {
  const result = await page.evaluate(
    ([name, value]) => window.bridge.call(name, value, { idempotencyKey: crypto.randomUUID() }),
    [id, input],
  );
  if (!result.ok) throw new Error(`${id}: ${result.failure.message}`);
  return result.value;
}

async function shoot({ path, title }, parameters) {
  const place = path.replace(/:(\w+)/g, (_, name) => parameters[name]);
  const name = path.slice(1).replace(/[/:?=&]+/g, '-');
  await page.evaluate((hash) => (location.hash = hash), `#${place}`);
  for (const skin of SKINS) {
    await call('desktop.settings.change', { skin });
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

/** A desk with something on it: cloned strategies that have traded. */
async function prepare() {
  for (;;) {
    const { feed } = await call('home.header');
    if (feed.preparing === null) break;
    await pause(500);
  }
  const ranking = await call('home.topTen', { thirtyDay: '1', test: '1' });
  const quick = await call('home.marketplace', { timeframe: '1m', pageSize: 100 });
  const ids = new Set(quick.trick_list.map(({ TricksId }) => TricksId));
  const chosen = [...ranking].sort((a, b) => Number(ids.has(b.TricksId)) - Number(ids.has(a.TricksId)));
  let first = null;
  for (const { TricksId } of chosen.slice(0, COPIES)) {
    const copy = await call('strategies.clone', { TricksId });
    await call('strategies.start', { TricksId: copy.TricksId });
    first ??= copy.TricksId;
  }
  await call('market.pace', { speed: PACE });
  await pause(TRADING_MS);
  await call('market.pace', { speed: 60 });
  return first;
}

/** A wallet on which something has happened: money added in the sandbox, spent on an activation, credit and a plan. */
async function spend() {
  const { reference } = await call('wallet.add', { amount: 10_000_00, upiId: 'asha.rao@okbank' });
  await call('wallet.sandbox', { reference, action: 'confirm' });
  while ((await call('wallet.mine')).available === 0) await pause(200);
  await call('wallet.activate');
  await call('wallet.topUp', { packageId: 'credit-500' });
  await call('subscription.buy', { planId: 'plus' });
  await call('tickets.add', {
    subject: 'Where is my invoice?',
    category: 'subscription',
    body: 'I bought the Plus plan and look for its invoice.',
  });
}

/** A backtest of a portfolio over the days there are; answers the id of the finished run. */
async function backtest() {
  const { trick_list } = await call('home.marketplace', { pageSize: 100, timeframe: '1d' });
  const [trick] = trick_list;
  const [instrument] = (await call('market.instruments', { Search: trick.instruments[0] })).instruments;
  const days = instrument.history.find(
    ({ source, timeframe }) => source === 'simulated' && timeframe === '1d',
  );
  const { backtestId } = await call('backtests.start', {
    TricksId: trick.TricksId,
    from_date: days.from,
    to_date: days.to,
    capital: trick.capital,
  });
  for (;;) {
    const { backtest: run } = await call('backtests.list', { backtestId });
    if (run.finishedAt !== null) return backtestId;
    await pause(500);
  }
}

try {
  // The cards of the first start have a picture of their own, and are not to stand before the others.
  await call('desktop.settings.change', { guidance: { isFirstRunDone: true, isTourDone: true } });
  for (const route of ROUTE_LIST.filter(({ isOutside }) => isOutside)) await shoot(route, {});
  await call('desktop.session.register', PERSON);
  const id = await prepare();
  await spend();
  await page.reload();
  await isReady();
  const [basket] = (await call('baskets.list')).listBasket;
  const idOf = (path) => String(path.startsWith('/baskets') ? basket.basketId : id);
  for (const route of ROUTE_LIST.filter(({ isOutside }) => !isOutside))
    await shoot(route, { id: idOf(route.path), tab: 'personal', symbol: 'RELIANCE' });
  const run = await backtest();
  for (const view of MORE_VIEWS) await shoot(view, {});
  for (const tab of ['summary', 'equity', 'trades'])
    await shoot({ path: `/backtest?run=${run}&tab=${tab}`, title: `Backtest, ${tab}` }, {});
  console.log(`shots: written to ${folder}`);
} finally {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
