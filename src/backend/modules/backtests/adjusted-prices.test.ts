import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endedBacktest } from '../../../../tests/support/ended-backtest.ts';
import { buyAndHold } from '../../../../tests/support/rule-samples.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { DAY_MS, istDate, istDayStart } from '../../../shared/time.ts';
import { kindOfDay } from '../../../shared/trading-days.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

const FIRST = istDayStart('2024-09-02');
const BONUS_DAY = '2024-10-28';
const DAYS = Array.from({ length: 80 }, (_, day) => istDate(FIRST + day * DAY_MS)).filter(
  (day) => kindOfDay(day) === 'ordinary',
);
/** A share at ₹1,000 that stands still. From the bonus on there are two of each. */
const candles = [
  'timestamp,open,high,low,close,volume,oi',
  ...DAYS.map(
    (day) => `${day} 00:00:00+05:30,${day < BONUS_DAY ? '1000,1001,999,1000' : '500,501,499,500'},5000,0`,
  ),
].join('\n');
const list = [
  '"SYMBOL","COMPANY NAME","SERIES","PURPOSE","FACE VALUE","EX-DATE"',
  '"RELIANCE","Reliance Industries, Limited","EQ","Bonus 1:1","10","28-Oct-2024"',
].join('\n');

const run = (user: TestUser, more: object = {}) => endedBacktest(user, buyAndHold('RELIANCE'), DAYS, more);

describe('a bonus within a backtest', () => {
  it('is asked about while it is not known, and no loss once it is', async () => {
    const user = await server.register('bonus');
    await user.call('market.import', { files: [{ name: 'RELIANCE.csv', text: candles }] });
    const before = await run(user);
    expect(before.figures?.returnPercent).toBeLessThan(-40);
    expect(before.assumptions).toContain(
      'RELIANCE opened 50.00% below its last price on 28-10-2024: if that was a split or a bonus, import the list of corporate actions.',
    );
    const { files } = await user.call('market.import', { files: [{ name: 'CF-CA.csv', text: list }] });
    expect(files).toMatchObject([{ format: 'corporate-actions', outcome: 'imported', rowsKept: 1 }]);
    const after = await run(user);
    expect(Math.abs(after.figures?.returnPercent ?? NaN)).toBeLessThan(1);
    expect(after.assumptions).toContain('The prices of RELIANCE before 28-10-2024 are adjusted: Bonus 1:1.');
    expect(after.assumptions?.join()).not.toContain('opened');
    const traded = await run(user, { prices: 'traded' });
    expect(traded.figures?.returnPercent).toBeLessThan(-40);
    expect(traded.assumptions).toContain(
      'Prices are as they were traded: splits, bonuses and rights are in them.',
    );
  }, 60_000);

  it('of somebody else’s list changes nothing', async () => {
    const user = await server.register('without-list');
    await user.call('market.import', { files: [{ name: 'RELIANCE.csv', text: candles }] });
    expect((await run(user)).figures?.returnPercent).toBeLessThan(-40);
  }, 60_000);

  it('in a list with a bad row is kept or refused as was asked', async () => {
    const user = await server.register('bad-list');
    const text = `${list}\n"ITC","ITC","EQ","Bonus 1:1","10","31-Feb-2024"`;
    const refused = await user.call('market.import', {
      files: [{ name: 'a.csv', text }],
      onBad: 'refuse-file',
    });
    expect(refused.files).toMatchObject([{ outcome: 'refused', rowsKept: 0, rowsRefused: 1 }]);
    const kept = await user.call('market.import', { files: [{ name: 'a.csv', text }] });
    expect(kept.files).toMatchObject([{ outcome: 'imported', rowsKept: 1, rowsRefused: 1 }]);
  });
});
