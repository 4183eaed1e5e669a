import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../engine/random.ts';
import { candlesOf } from './market-history.ts';
import { readAnswer } from './read-answer.ts';
import { readCandleText } from './candle-text.ts';
import type { RestCall, RestClient } from './rest-client.ts';

const answerOf = (rows: string): string =>
  `{"status":true,"message":"SUCCESS","errorcode":"","data":[${rows}]}`;
const GOOD = '["2025-11-03T09:15:00+05:30",812.5,813,811.05,812.455,1200]';
const quick = (text: string, status = 200) => readCandleText({ status, text })?.bars ?? null;

/** The same answer, read as every answer is. */
const slowly = (text: string) => {
  const answer = readAnswer({ status: 200, text });
  return { request: () => Promise.resolve(answer.isOk ? answer.data : null) } as unknown as RestClient;
};

describe('candles that are read from the text of an answer', () => {
  it('are in paise, by the minute, rounded half away from zero', () => {
    expect(quick(answerOf(`${GOOD},["2025-11-04T15:29:00+05:30",1,2.5,0.05,1.994,0]`))).toEqual([
      {
        time: Date.parse('2025-11-03T09:15:00+05:30'),
        open: 812_50,
        high: 813_00,
        low: 811_05,
        close: 812_46,
        volume: 1_200,
      },
      { time: Date.parse('2025-11-04T15:29:00+05:30'), open: 100, high: 250, low: 5, close: 199, volume: 0 },
    ]);
  });

  it('are those that every other answer would have given', async () => {
    const random = seededRandom('candle-text');
    const price = () =>
      (random.uniform() * 10 ** Math.ceil(random.uniform() * 6)).toFixed(random.uniform() * 5);
    const rows = Array.from({ length: 400 }, (_, minute) => {
      const time = new Date(Date.parse('2025-11-03T09:15:00Z') + minute * 60_000).toISOString().slice(0, 19);
      const values = [price(), price(), price(), price(), String(Math.floor(random.uniform() * 1e9))];
      return `["${time}+05:30",${values.join(',')}]`;
    });
    const text = answerOf(rows.join(','));
    const range = {
      from: Date.parse('2025-11-03T00:00:00+05:30'),
      until: Date.parse('2025-11-04T00:00:00+05:30'),
    };
    const bars = await candlesOf(slowly(text), 'jwt', { exchange: 'NSE', token: '1' }, '1m', range);
    expect(bars).toHaveLength(400);
    expect(quick(text)).toEqual(bars);
  });

  it.each([
    ['no candle', answerOf('')],
    ['no list', '{"status":true,"message":"SUCCESS","errorcode":"","data":null}'],
    ['a refusal', `{"status":false,"message":"Something","errorcode":"AB1004","data":[${GOOD}]}`],
    ['a price below zero', answerOf(GOOD.replace('813', '-813'))],
    ['a price with an exponent', answerOf(GOOD.replace('813', '8e2'))],
    ['a price that is a text', answerOf(GOOD.replace('813', '"813"'))],
    ['a volume with decimals', answerOf(GOOD.replace('1200', '1200.0'))],
    ['a number without an end', answerOf(GOOD.replace('813', '8'.repeat(20)))],
    ['another zone', answerOf(GOOD.replace('+05:30', '+00:00'))],
    ['a day that is none', answerOf(GOOD.replace('11-03', '13-40'))],
    ['a value too few', answerOf(GOOD.replace(',1200', ''))],
    ['a value too many', answerOf(GOOD.replace(',1200', ',1200,1'))],
    ['spaces', answerOf(GOOD.replaceAll(',', ', '))],
    ['more behind the list', answerOf(GOOD).replace(/\}$/, ',"more":1}')],
    ['half an answer', answerOf(GOOD).slice(0, -20)],
  ])('are left to the usual way with %s', (_name, text) => {
    expect(quick(text)).toBeNull();
  });

  it('are left to it whatever the status says but yes', () => {
    expect(quick(answerOf(GOOD), 500)).toBeNull();
    expect(quick(answerOf(GOOD), 200)).toHaveLength(1);
  });

  it('are asked for when candles are', async () => {
    const calls: RestCall[] = [];
    const rest = {
      request: (call: RestCall) => {
        calls.push(call);
        return Promise.resolve(call.readQuickly?.({ status: 200, text: answerOf(GOOD) }));
      },
    } as unknown as RestClient;
    const range = {
      from: Date.parse('2025-11-03T00:00:00+05:30'),
      until: Date.parse('2025-11-04T00:00:00+05:30'),
    };
    expect(await candlesOf(rest, 'jwt', { exchange: 'NSE', token: '1' }, '1m', range)).toHaveLength(1);
    expect(calls).toHaveLength(1);
  });
});
