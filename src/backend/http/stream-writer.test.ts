import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import type { StreamEvent } from '../../shared/contract/stream.ts';
import type { StreamMessage } from '../notices/event-hub.ts';
import { StreamWriter } from './stream-writer.ts';

const quote = (ltp: number, symbol = 'ITC'): StreamEvent => ({
  type: 'quote',
  quotes: [{ symbol, source: 'broker', ltp, previousClose: null, at: '2026-11-20T10:00:00+05:30' }],
});
const fact = (ticketId: number): StreamEvent => ({ type: 'ticket', ticketId });
const volatileMessage = (event: StreamEvent): StreamMessage => ({ id: 0, at: 0, event, isVolatile: true });
const written = (id: number): StreamMessage => ({ id, at: 0, event: fact(id), isVolatile: false });

/** A reader that takes what is written only when told to. */
const slowReader = () => {
  const chunks: string[] = [];
  const waiting: (() => void)[] = [];
  const out = new Writable({
    highWaterMark: 16,
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk.toString());
      waiting.push(done);
    },
  });
  /** Read all that was written, and what that makes room for. */
  const wake = async (): Promise<void> => {
    for (let done = waiting.shift(); done; done = waiting.shift()) {
      done();
      await new Promise(setImmediate);
    }
  };
  const events = (): StreamEvent[] =>
    chunks
      .join('')
      .split('\n\n')
      .flatMap((frame) => /^data: (.*)$/m.exec(frame)?.[1] ?? [])
      .map((data) => JSON.parse(data) as StreamEvent);
  return { out, wake, events, chunks };
};

it('a reader that does not read costs one value of each thing, and gets the latest when it does', async () => {
  const { out, wake, events } = slowReader();
  const writer = new StreamWriter(out, 0);
  for (let tick = 1; tick <= 10_000; tick++) {
    writer.send(volatileMessage(quote(tick)));
    writer.send(volatileMessage(quote(2 * tick, 'SBIN')));
    writer.beat();
  }
  expect(out.writableLength).toBeLessThan(1_000);
  await wake();
  expect(events()).toHaveLength(2);
  expect(events()[0]).toEqual(quote(1));
  expect(events()[1]).toMatchObject({ quotes: [{ symbol: 'SBIN', ltp: 20_000 }, { ltp: 10_000 }] });
  writer.send(volatileMessage(quote(7)));
  await wake();
  expect(events().at(-1)).toEqual(quote(7));
});

it('facts are not conflated, and what they overtake does not follow them', async () => {
  const { out, wake, events, chunks } = slowReader();
  const writer = new StreamWriter(out, 0);
  const progress = (progressPercent: number, state: 'running' | 'done'): StreamEvent => ({
    type: 'backtest',
    backtestId: 1,
    name: 'A run',
    state,
    progressPercent,
  });
  writer.send(written(1));
  writer.send({ ...volatileMessage(progress(50, 'running')), id: 1 });
  writer.send(written(2));
  writer.send({ ...volatileMessage(quote(5)), id: 2 });
  writer.send({ id: 3, at: 0, event: progress(100, 'done'), isVolatile: false });
  await wake();
  expect(events()).toEqual([fact(1), fact(2), progress(100, 'done'), quote(5)]);
  // Whoever comes back goes on from the last fact.
  expect(/^id: (\d+)/.exec(chunks.at(-1) ?? '')?.[1]).toBe('3');
});

it('a reader that leaves facts unread for too long is cut off', () => {
  const { out } = slowReader();
  const writer = new StreamWriter(out, 0);
  for (let id = 1; id <= 200_000 && !out.destroyed; id++) writer.send(written(id));
  expect(out.destroyed).toBe(true);
});

it('a slow reader learns that no position is open any more', async () => {
  const { out, wake, chunks } = slowReader();
  const writer = new StreamWriter(out, 0);
  writer.send(written(1));
  writer.send(volatileMessage({ type: 'positions', positions: [] }));
  await wake();
  expect(chunks.at(-1)).toMatch(/^event: positions$/m);
});
