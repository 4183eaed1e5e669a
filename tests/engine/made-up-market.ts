import { goodBars } from './arbitraries.ts';
import { RuleDocumentSchema, type RuleDocumentInput } from '../../src/shared/rule-document.ts';
import { istDayStart, istMinute } from '../../src/shared/time.ts';
import type { Bar } from '../../src/engine/bars.ts';
import { ZERO_BROKERAGE } from '../../src/engine/charges/plan.ts';
import type { Instrument } from '../../src/engine/instrument.ts';
import { compileRules } from '../../src/engine/rules/compile.ts';
import { simulate } from '../../src/engine/simulation/simulate.ts';
import type { Simulation, SimulationInput } from '../../src/engine/simulation/simulation.ts';

/** Short words to simulate made-up markets with. */
export const MONDAY = istDayStart('2025-06-02');
export const DAY = 86_400_000;

/** Five-minute bars from 09:15, given as [open, high, low, close] in rupees. */
export const intradayBars = (rows: readonly (readonly number[])[], day = MONDAY, volume = 10_000): Bar[] =>
  rows.map(([open = 0, high = 0, low = 0, close = 0], index) => ({
    time: day + (555 + index * 5) * 60_000,
    open: open * 100,
    high: high * 100,
    low: low * 100,
    close: close * 100,
    volume,
  }));

export const flat = (price: number, count = 1) =>
  Array.from({ length: count }, () => [price, price, price, price]);

const close = { kind: 'price', field: 'close' } as const;
const rupees = (value: number) => ({ kind: 'constant', value, unit: 'rupees' }) as const;
export const closeIs = (operator: '>' | '<' | '>=' | '<=', value: number) =>
  ({ kind: 'compare', left: close, operator, right: rupees(value) }) as const;

export const rulesOf = (more: Partial<RuleDocumentInput>) =>
  compileRules(
    RuleDocumentSchema.parse({
      version: 1,
      instruments: ['RELIANCE'],
      timeframe: '5m',
      side: 'long',
      product: 'intraday',
      entry: closeIs('>', 100),
      size: { kind: 'fixed', quantity: 10 },
      ...more,
    }),
  );

export const run = (
  document: Partial<RuleDocumentInput>,
  rows: readonly Bar[],
  more: Partial<SimulationInput> = {},
  instrument: Instrument = { symbol: 'RELIANCE', kind: 'equity' },
): Simulation => {
  const result = simulate({
    rules: rulesOf(document),
    series: [{ instrument, bars: goodBars(rows) }],
    capital: 1_00_000_00,
    plan: ZERO_BROKERAGE,
    ...more,
  });
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
};

export const outline = ({ trades }: Simulation) =>
  trades.map(({ entryTime, entryPrice, exitTime, exitPrice, why }) =>
    [istMinute(entryTime), entryPrice / 100, istMinute(exitTime), exitPrice / 100, why].join(' '),
  );
