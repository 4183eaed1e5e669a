// `npm run bench [-- NAME…]`: every figure beside its peer, measured in the same run. It judges nothing.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfChanged } from '../../scripts/build-if-changed.mjs';
import { findElectron } from '../../scripts/electron-binary.mjs';
import { alerts } from './alerts.ts';
import { backendStart } from './backend-start.ts';
import { backtestRows } from './backtest.ts';
import { click } from './click.ts';
import { contractList } from './contract-list.ts';
import { dailyImport } from './daily-import.ts';
import { decode } from './decode.ts';
import { feed } from './feed.ts';
import { feedWindow } from './feed-window.ts';
import { firstScreen } from './first-screen.ts';
import { forwarded } from './forwarded.ts';
import { houseMinute } from './house-minute.ts';
import { indicators } from './indicators.ts';
import { liveExit } from './live-exit.ts';
import { manyStarts } from './many-starts.ts';
import { lineOf } from './measure.ts';
import { optionChain } from './option-chain.ts';
import { orderLookup } from './order-lookup.ts';
import { candles, paint } from './paint.ts';
import { panes } from './panes.ts';
import { paperOrders } from './paper-orders.ts';
import { postgres } from './postgres.ts';
import { reads } from './reads.ts';
import { refreshStorm } from './refresh-storm.ts';
import { replayLag } from './replay-lag.ts';
import { scanner } from './scanner.ts';
import { signInScript } from './sign-in-script.ts';
import { straddle } from './straddle.ts';
import { sweep } from './sweep.ts';
import { transfers } from './transfers.ts';
import { windows } from './windows.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const wanted = process.argv.slice(2);
const rows = {
  alerts: () => alerts(),
  'backend-start': () => backendStart(root),
  'first-screen': () => firstScreen(root, findElectron(root)),
  'sign-in-script': () => signInScript(root),
  click: () => click(),
  'contract-list': () => contractList(),
  'daily-import': () => dailyImport(root),
  decode: () => decode(),
  feed: () => feed(),
  'feed-window': () => feedWindow(root, findElectron(root)),
  forwarded: () => forwarded(root),
  'house-minute': () => houseMinute(root),
  indicators: () => indicators(root),
  'live-exit': () => liveExit(),
  'many-starts': () => manyStarts(),
  'option-chain': () => optionChain(),
  'order-lookup': () => orderLookup(),
  candles: () => candles(root, findElectron(root)),
  paint: () => paint(root, findElectron(root)),
  panes: () => panes(root, findElectron(root)),
  'paper-orders': () => paperOrders(),
  postgres: () => postgres(root),
  reads: () => reads(root),
  'refresh-storm': () => refreshStorm(),
  'replay-lag': () => replayLag(root),
  scanner: () => scanner(),
  straddle: () => straddle(),
  sweep: () => sweep(),
  transfers: () => transfers(root),
  windows: () => windows(),
  backtest: () => backtestRows(),
};

const unknown = wanted.find((name) => !(name in rows));
if (unknown !== undefined) {
  console.error(`bench: there is no row "${unknown}"; there are ${Object.keys(rows).join(', ')}`);
  process.exit(1);
}
if (!buildIfChanged(root)) process.exit(1);
for (const [name, measure] of Object.entries(rows)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const row of await measure()) console.log(lineOf(row));
}
