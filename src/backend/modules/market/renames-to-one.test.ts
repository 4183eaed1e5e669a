import { afterAll, beforeAll, expect, it } from 'vitest';
import { longestTurn } from '../../../../tests/support/longest-turn.ts';
import { startTestBackend, type TestBackend } from '../../../../tests/support/test-backend.ts';
import { DAY_MS, istDate, istDayStart } from '../../../shared/time.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

const LAST = istDayStart('2025-01-01');

/** The most changes that may be, which all lead to one share. Level by level: so many symbols each. */
const leadingToOne = (levels: readonly number[]): string => {
  const rows = ['OLD SYMBOL,NEW SYMBOL,FROM'];
  let above = ['ITC'];
  for (const [level, count] of levels.entries()) {
    const own = Array.from({ length: count }, (_, at) => `L${level}N${at}`);
    const day = istDate(LAST - level * DAY_MS);
    own.forEach((before, at) => rows.push(`${before},${above[at % above.length] ?? ''},${day}`));
    above = own;
  }
  return rows.join('\n');
};

it.each([
  ['wide', [20, 400, 8_000, 11_579]],
  ['widest in its last level', [20, 400, 932, 18_640]],
])(
  'a share to which all changes of a list lead is read at once, %s',
  async (name, levels) => {
    const user = await server.register(`to-one-${levels.at(-1) ?? 0}`);
    const files = [{ name: `${name}.csv`, text: leadingToOne(levels) }];
    const report = await user.call('market.import', { files });
    // A list may also be refused for what it makes of one share.
    if (report.files[0]?.outcome === 'refused') return;
    const read = () => user.ask('market.candles', { symbol: 'ITC', timeframe: '1d', source: 'replay' });
    expect((await read()).status).toBe(200);
    expect(await longestTurn(read)).toBeLessThan(150);
  },
  120_000,
);
