import { startTalkingChild } from '../support/talking-child.ts';
import { inTurn, type Row } from './measure.ts';
import type { StartsReady, StartsTask } from './many-starts-process.ts';

/** Running strategies: `TRICKDESK_STRATEGIES=20000 npm run bench -- many-starts`. */
const STRATEGIES = Number(process.env['TRICKDESK_STRATEGIES'] ?? 5_000);
const FEW = 50;

/** Processor milliseconds until so many strategies are evaluated. */
const start = async (strategies: number): Promise<number> => {
  const task: StartsTask = { strategies };
  const child = await startTalkingChild<StartsReady, never>('tests/bench/many-starts-process.ts', task);
  await child.end();
  return child.ready.cpuMs;
};

/** Start of a market with many running strategies, beside one with few. */
export const manyStarts = async (): Promise<Row[]> => {
  const [many = NaN, few = NaN] = await inTurn([() => start(STRATEGIES), () => start(FEW)]);
  const name = `start of a market with ${STRATEGIES} running strategies, processor time`;
  const each = { name: `${name} of each (peer: of ${FEW})`, unit: 'ms' };
  return [
    { name: `${name} (peer: with ${FEW})`, unit: 'ms', ours: many, peer: few },
    { ...each, ours: many / STRATEGIES, peer: few / FEW },
  ];
};
