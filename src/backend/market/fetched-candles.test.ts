import { describe, expect, it } from 'vitest';
import type { Bar } from '../../engine/bars.ts';
import { cleanCandles, mergeFetched } from './fetched-candles.ts';

const at = (moment: string): number => Date.parse(`${moment}+05:30`);
const bar = (moment: string, close = 100_00, volume = 10): Bar => ({
  time: at(moment),
  open: 100_00,
  high: Math.max(100_00, close),
  low: Math.min(100_00, close),
  close,
  volume,
});
const closesOf = (bars: readonly Bar[]): number[] => bars.map(({ close }) => close);
const NOVEMBER_3 = { from: at('2025-11-03T00:00:00'), until: at('2025-11-04T00:00:00') };

describe('candles of a broker', () => {
  it('are kept in time order, each minute once: the first of two counts', () => {
    const sent = [
      bar('2025-11-03T09:16:00', 102_00),
      bar('2025-11-03T09:15:00', 101_00),
      bar('2025-11-03T09:16:00', 999_00),
    ];
    const { bars, setAside } = cleanCandles(sent, 'SBIN', '1m');
    expect([closesOf(bars), setAside]).toEqual([[101_00, 102_00], 1]);
  });

  it('outside continuous trading are set aside: before, after, on a holiday', () => {
    const sent = [
      bar('2025-11-03T09:14:00'),
      bar('2025-11-03T15:29:00'),
      bar('2025-11-03T15:30:00'),
      bar('2025-11-05T10:00:00'),
    ];
    const { bars, setAside } = cleanCandles(sent, 'SBIN', '1m');
    expect([bars.map(({ time }) => time), setAside]).toEqual([[at('2025-11-03T15:29:00')], 3]);
  });

  it('with prices that cannot be are set aside', () => {
    const good = bar('2025-11-03T09:15:00');
    const sent = [
      { ...good, low: 0 },
      { ...good, high: 99_00 },
      { ...good, low: 101_00, high: 101_00, close: 101_00 },
      { ...good, high: 2 ** 31 },
    ];
    expect(cleanCandles(sent, 'SBIN', '1m')).toEqual({ bars: [], setAside: 4 });
  });

  it('of days begin at midnight', () => {
    const { bars } = cleanCandles([bar('2025-11-03T09:15:00')], 'SBIN', '1d');
    expect(bars.map(({ time }) => time)).toEqual([at('2025-11-03T00:00:00')]);
  });
});

describe('a merge of what was sent with what is kept', () => {
  const kept = [bar('2025-11-03T09:15:00', 101_00), bar('2025-11-03T09:16:00', 102_00)];

  it('adds what is new, and finds nothing where both are the same', () => {
    const sent = [...kept, bar('2025-11-03T09:17:00', 103_00)];
    const { bars, ...counts } = mergeFetched(kept, sent, NOVEMBER_3, 'keep');
    expect(closesOf(bars)).toEqual([101_00, 102_00, 103_00]);
    expect(counts).toEqual({ added: 1, replaced: 0, differing: [], gone: [] });
  });

  it('keeps what differs and names both', () => {
    const other = bar('2025-11-03T09:16:00', 105_00);
    const { bars, replaced, differing } = mergeFetched(kept, [kept[0]!, other], NOVEMBER_3, 'keep');
    expect([closesOf(bars), replaced]).toEqual([[101_00, 102_00], 0]);
    expect(differing).toEqual([{ time: other.time, kept: kept[1], sent: other }]);
  });

  it('replaces it where that was asked for, and then nothing differs', () => {
    const other = bar('2025-11-03T09:16:00', 102_00, 11);
    const { bars, replaced, differing } = mergeFetched(kept, [kept[0]!, other], NOVEMBER_3, 'replace');
    expect([bars[1], replaced, differing]).toEqual([other, 1, []]);
  });

  it.each(['keep', 'replace'] as const)('never takes away what was not sent, and names it (%s)', (how) => {
    const { bars, gone } = mergeFetched(kept, [kept[0]!], NOVEMBER_3, how);
    expect(closesOf(bars)).toEqual([101_00, 102_00]);
    expect(gone).toEqual([{ time: kept[1]!.time, kept: kept[1], sent: null }]);
  });

  it('says nothing of candles that were not asked for', () => {
    const before = bar('2025-11-02T10:00:00');
    expect(mergeFetched([before], [], NOVEMBER_3, 'keep').gone).toEqual([]);
  });
});
