import type { FillComparison, FillFigures } from '../../shared/contract/fill-comparison.ts';
import type { Source } from '../../shared/contract/fields.ts';
import { formatRupees, formatRupeesCompact } from '../../shared/money.ts';

/** The fewest orders on one side that allow a comparison. */
const ENOUGH = 20;

type Purposes = FillComparison['purposes'];

const NAMES: Readonly<Record<Purposes[number]['purpose'], { one: string; many: string }>> = {
  entry: { one: 'entry', many: 'entries' },
  'stop-loss': { one: 'stop-loss', many: 'stop-losses' },
  target: { one: 'target', many: 'targets' },
  exit: { one: 'exit', many: 'exits' },
  'square-off': { one: 'square-off', many: 'square-offs' },
};

const counted = (count: number, { one, many }: { one: string; many: string }): string =>
  `${count} ${count === 1 ? one : many}`;

const differenceText = (name: string, test: FillFigures, live: FillFigures): string => {
  const apart = (live.slippageBpOfTurnover ?? 0) - (test.slippageBpOfTurnover ?? 0);
  const over = `over ${formatRupeesCompact(live.turnover)} traded`;
  if (Math.abs(apart) < 0.05) return `Live ${name} cost as much as on paper, ${over}.`;
  const rupees = formatRupees(Math.round((live.turnover * Math.abs(apart)) / 10_000));
  return `Live ${name} cost ${Math.abs(apart).toFixed(1)} bp ${apart > 0 ? 'more' : 'less'} than on paper; ${over} that is ${rupees}.`;
};

/**
 * Summary of a comparison in one sentence: of entries, or of the purpose that both sides have most of when there are no
 * entries. Few fills are said to be too few, and no difference is named then.
 */
export const fillSummary = (purposes: Purposes): string => {
  const fewest = ({ test, live }: Purposes[number]) => Math.min(test.measured, live.measured);
  const [entries] = purposes;
  const best = purposes.toSorted((a, b) => fewest(b) - fewest(a))[0];
  const shown = entries && fewest(entries) > 0 ? entries : best;
  if (!shown || purposes.every(({ live }) => live.measured === 0))
    return 'There are no live fills yet. The comparison begins with the first live order.';
  const { test, live, purpose } = shown;
  const name = NAMES[purpose];
  if (fewest(shown) < ENOUGH)
    return `${counted(live.measured, name)} live and ${test.measured} on paper: under ${ENOUGH} on one side is too few to tell a difference.`;
  return differenceText(name.many, test, live);
};

const TEST_LABELS: Readonly<Record<Source, string>> = {
  simulated:
    'The paper fills are of the simulated market, whose prices are made up: they show how the paper broker fills, not what this market would have paid.',
  replay: 'The paper fills are of replayed history, on other days than the live ones.',
  broker: 'The paper fills are of the broker’s prices.',
};

/** Notes on how far to believe the figures; `limit` is how many orders are counted when there were more. */
export const fillNotes = (testSource: Source, purposes: Purposes, limit: number | null): string[] => {
  const unmeasured = purposes.reduce((sum, { test, live }) => {
    const unknown = ({ filledWhole, filledPart, measured }: FillFigures) =>
      filledWhole + filledPart - measured;
    return sum + unknown(test) + unknown(live);
  }, 0);
  return [
    TEST_LABELS[testSource],
    'Slippage is counted from the price at the decision: the last price for entries and exits, the level for stop-losses and targets. More is worse, less than nothing is better than decided.',
    'The paper price beside a live fill is worked out from the price at the decision (one tick of spread and the slippage in the settings; a target holds its level), since live ticks are not kept.',
    ...(unmeasured > 0
      ? [
          `${unmeasured === 1 ? 'One filled order is' : `${unmeasured} filled orders are`} left out of slippage: the price at the decision was not kept then.`,
        ]
      : []),
    ...(limit !== null ? [`Only the latest ${limit} orders of each mode are counted.`] : []),
  ];
};
