import { describe, expect, it } from 'vitest';
import { inHindi } from '../../shared/server-text/hindi.ts';
import { isReady, type LiveCase, liveChecks } from './checklist.ts';

const READY: LiveCase = {
  isKycDone: true,
  isTradeActive: true,
  isLinked: true,
  hasSession: true,
  addressProblem: null,
  funds: 1_00_000_00,
  capital: 1_00_000_00,
  hasLegs: false,
  hasStopLoss: true,
  hasDailyLoss: true,
  openTestPositions: 0,
  testDays: 5,
  daysBack: null,
  strategyId: 7,
  lock: null,
};
const missing = (change: Partial<LiveCase>) =>
  liveChecks({ ...READY, ...change }).filter(({ isMet }) => !isMet);

describe('the way to live', () => {
  it('is free when all holds; nothing is asked for then', () => {
    const checks = liveChecks(READY);
    expect(isReady(checks)).toBe(true);
    expect(checks.filter(({ how, link }) => how !== '' || link !== null)).toEqual([]);
  });

  it.each<[string, Partial<LiveCase>, RegExp]>([
    ['kyc', { isKycDone: false }, /Aadhaar and PAN/],
    ['activation', { isTradeActive: false }, /activation/],
    ['linked', { isLinked: false }, /Link your account/],
    ['session', { hasSession: false }, /Log in for today/],
    ['address', { addressProblem: 'Your address is 203.0.113.7.' }, /203\.0\.113\.7/],
    ['funds', { funds: 99_999_00 }, /has ₹99,999/],
    ['funds', { funds: null }, /could not be asked/],
    ['stop-loss', { hasStopLoss: false }, /stop-loss/],
    ['stop-loss', { hasStopLoss: false, hasLegs: true }, /each leg that is sold/],
    ['daily-loss', { hasDailyLoss: false }, /loss/],
    ['test-position', { openTestPositions: 1 }, /close it first/],
    ['lock', { lock: 'You stopped all live trading.' }, /You stopped/],
  ])('%s is asked for, alone, with what to do about it', (name, change, how) => {
    const [first, ...others] = missing(change);
    expect(others).toEqual([]);
    expect(first?.check).toBe(name);
    expect(first?.how).toMatch(how);
    expect(isReady(liveChecks({ ...READY, ...change }))).toBe(false);
  });

  it('days in test are advice: said, and no obstacle', () => {
    const [advice] = missing({ testDays: 4 });
    expect(advice).toMatchObject({ check: 'test-days', isAdvice: true });
    expect(isReady(liveChecks({ ...READY, testDays: 0 }))).toBe(true);
  });

  it('candles that the broker does not have are advice, in Hindi too', () => {
    const [advice] = missing({ daysBack: { needed: 748, kept: 400 } });
    expect(advice).toMatchObject({ check: 'history', isAdvice: true });
    expect(advice?.how).toContain('look back on about 748 days, and the broker has candles of 400');
    for (const text of [advice?.how ?? '', advice?.label ?? '']) expect(inHindi(text)).not.toBe(text);
  });
});
