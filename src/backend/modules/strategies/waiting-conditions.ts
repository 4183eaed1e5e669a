import { minuteAtClose } from '../../../engine/rules/bar-close.ts';
import type { ConditionReading } from '../../../engine/rules/reading.ts';
import { describeReading, operandName } from '../../../engine/rules/reading-text.ts';
import { otherSide } from '../../../engine/protection.ts';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { strategies } from '../../../shared/contract/strategies.ts';
import type { Language } from '../../../shared/languages.ts';
import type { Variable } from '../../../shared/rule-document.ts';
import { istIso, istMidnight, MINUTE_MS } from '../../../shared/time.ts';
import { tradedAs } from '../../market/instrument-master.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { effectiveRules } from '../../trading/effective-rules.ts';
import { requireOwnStrategy } from '../../trading/require-strategy.ts';
import type { StrategiesCalls, StrategiesDeps } from './strategies-deps.ts';

type Conditions = OutputOf<typeof strategies.conditions>;
type Side = Conditions['sides'][number];

const conditionOf = (
  reading: ConditionReading,
  language: Language,
  variables: readonly Variable[] | undefined,
): Side['conditions'][number] => {
  const { kind } = reading.condition;
  return {
    kind: kind === 'compare' || kind === 'between' ? 'comparison' : kind,
    depth: reading.depth,
    holds: reading.holds,
    text: describeReading(reading, language, variables),
    values: reading.operands.map(({ operand, value }) => ({ name: operandName(operand, language), value })),
  };
};

/** Answer the entry conditions of one's own strategy, with their values now. */
export const waitingConditions =
  (deps: StrategiesDeps): StrategiesCalls['conditions'] =>
  async (input, { userId, language }) => {
    const strategy = await requireOwnStrategy(deps.database, userId, input.strategyId);
    const document = effectiveRules(strategy);
    const symbol = input.symbol ?? document.instruments[0];
    if (symbol === undefined || !document.instruments.includes(symbol))
      throw notFound(`instrument as ${symbol ?? ''}`);
    const run = deps.marketRuns.runFor(userId, strategy.mode);
    if (!run)
      throw new Refusal(
        'refused',
        `${strategy.name} trades live, and no broker account is connected: its conditions have no values.`,
      );
    const reading = await run.runner.readingOf(strategy, symbol, run.session.now);
    const { bar, candlesToGo } = reading;
    const sideOf = (side: Side['side'], conditions: readonly ConditionReading[]): Side => ({
      side,
      holds: candlesToGo === 0 && conditions[0]?.holds === true,
      conditions: conditions.map((one) => conditionOf(one, language, document.variables)),
    });
    const closedAt = (time: number): number =>
      istMidnight(time) + minuteAtClose(time, document.timeframe, tradedAs(symbol)) * MINUTE_MS;
    return {
      symbol,
      source: run.identity.source,
      isRunning: run.runner.isRunning(strategy.id),
      at: bar && istIso(closedAt(bar.time)),
      now: istIso(run.session.now),
      candlesToGo,
      sides: [
        sideOf(document.side, reading.entry),
        ...(reading.reverseEntry ? [sideOf(otherSide(document.side), reading.reverseEntry)] : []),
      ],
    };
  };
