import { describe, expect, it } from 'vitest';
import { type ChainRow, valueChain } from '../../src/engine/options/chain.ts';
import { hasRealFiles, WITHOUT_REAL_FILES } from '../support/market-files.ts';
import { chainMoments, inIndia, minuteMoments } from '../support/option-files.ts';

const YEAR_MS = 365 * 86_400_000;
const TICK = 0.05;
const termsAt = (at: number, expiry: string) => ({
  years: (inIndia(expiry) - at) / YEAR_MS,
  rate: 0,
  tick: TICK,
});

const medianOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
/** Difference of the two volatilities of each strike near the money, points. */
const gapsOf = (rows: readonly ChainRow[], forward: number): number[] =>
  rows
    .filter(({ strike }) => Math.abs(strike / forward - 1) < 0.01)
    .flatMap(({ call, put }) => {
      const [ofCall, ofPut] = [call?.volatility ?? null, put?.volatility ?? null];
      return ofCall !== null && ofPut !== null ? [Math.abs(ofCall - ofPut)] : [];
    });

describe.skipIf(!hasRealFiles)(
  `chains of the exchange${hasRealFiles ? '' : ` ${WITHOUT_REAL_FILES}`}`,
  () => {
    it('NIFTY on 19-Aug-2026, 12:18: forward and volatilities that were worked out by hand', () => {
      const moment = minuteMoments('nifty_1min_ltp_near_strikes_2026-08-19_1127-1308.csv').find(
        ({ at }) => at === inIndia('2026-08-19 12:18:00'),
      );
      if (!moment) throw new Error('The minute is not there.');
      const { forward, rows } = valueChain(moment.quotes, termsAt(moment.at, '2026-08-25 15:40:00'));
      expect(forward).toBeGreaterThan(24_105);
      expect(forward).toBeLessThan(24_107);
      const volatilityOf = (strike: number): readonly [number, number] => {
        const row = rows.find((one) => one.strike === strike);
        return [row?.call?.volatility ?? Number.NaN, row?.put?.volatility ?? Number.NaN];
      };
      for (const [strike, call, put] of [
        [24_000, 9.89, 9.84],
        [24_100, 9.74, 9.74],
        [24_200, 9.7, 9.67],
      ] as const) {
        const [ofCall, ofPut] = volatilityOf(strike);
        expect(Math.abs(ofCall - call)).toBeLessThan(0.06);
        expect(Math.abs(ofPut - put)).toBeLessThan(0.06);
      }
    });

    it('every minute of that day: call and put of a strike have one volatility', () => {
      const moments = minuteMoments('nifty_1min_ltp_near_strikes_2026-08-19_1127-1308.csv');
      const gaps = moments.flatMap(({ at, quotes }) => {
        const { forward, rows } = valueChain(quotes, termsAt(at, '2026-08-25 15:40:00'));
        return gapsOf(rows, forward ?? Number.NaN);
      });
      console.log(
        `NIFTY 19-Aug-2026: ${gaps.length} strikes, residual ${medianOf(gaps).toFixed(3)} points at the median.`,
      );
      expect(moments).toHaveLength(102);
      expect(medianOf(gaps)).toBeLessThan(0.1);
    });

    it.each([
      ['nifty_chain_5min_expiry_2026-02-03.csv', '2026-02-03 15:30:00', 0.0015, 1.5],
      ['banknifty_chain_5min_2026-02-03.csv', '2026-02-24 15:30:00', 0.01, 0.35],
    ])('%s: the forward is near the index, and no figure is made up', (file, expiry, carry, residual) => {
      const gaps: number[] = [];
      for (const { at, spot, quotes } of chainMoments(file)) {
        const terms = termsAt(at, expiry);
        const { forward, rows } = valueChain(quotes, terms);
        expect(Math.abs((forward ?? Number.NaN) / spot - 1)).toBeLessThan(carry);
        for (const { call, put } of rows)
          for (const side of [call, put]) {
            if (!side) continue;
            if (terms.years <= 0 || side.price <= TICK) expect(side.volatility).toBeNull();
            if (side.volatility !== null)
              expect(Number.isFinite(side.volatility) && side.volatility > 0).toBe(true);
            expect(side.greeks === null).toBe(side.volatility === null);
          }
        gaps.push(...gapsOf(rows, forward ?? Number.NaN));
      }
      console.log(
        `${file}: ${gaps.length} strikes, residual ${medianOf(gaps).toFixed(3)} points at the median.`,
      );
      expect(medianOf(gaps)).toBeLessThan(residual);
    });
  },
);
