import type { Condition, Distance, Operand, RuleDocument } from '../../shared/rule-document.ts';
import type { Bars } from '../bars.ts';
import { SharedSeries } from '../indicators/shared-series.ts';
import type { DistanceAtr, ProtectionRules } from '../protection.ts';
import type { CompiledRules, RuleSignals, RuleStream } from './compiled-rules.ts';
import { TRUE, compileCondition, type CompiledCondition } from './condition.ts';
import { compileOperand, type CompiledOperand } from './operand.ts';

const DISTANCES = ['stopLoss', 'target', 'trailing'] as const satisfies readonly (keyof ProtectionRules)[];

const atrOperand = (distance: Distance | null): Operand | null =>
  distance?.kind === 'atr'
    ? { kind: 'indicator', indicator: { name: 'atr', period: distance.period }, offset: 0 }
    : null;

/** Operands by number; the same operand is computed once however often the rules name it. */
class OperandTable {
  readonly operands: CompiledOperand[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly timeframe: RuleDocument['timeframe'];

  constructor(timeframe: RuleDocument['timeframe']) {
    this.timeframe = timeframe;
  }

  numberOf = (operand: Operand): number => {
    const key = JSON.stringify(operand);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.operands.length);
    return this.operands.push(compileOperand(operand, this.timeframe)) - 1;
  };
}

/**
 * Makes a rule document ready to run. The result holds no data, costs little to make, and may be shared by any number
 * of series and streams. Both forms give the same signals on the same bars; neither reads a bar that has not closed.
 * Nothing fires before every operand of the rules has had time to warm up, nor an entry before the ATR of every
 * distance is known.
 */
export const compileRules = (document: RuleDocument): CompiledRules => {
  const table = new OperandTable(document.timeframe);
  const compile = (condition: Condition): CompiledCondition => compileCondition(condition, table.numberOf);
  const entry = compile(document.entry);
  const exit = document.exit && compile(document.exit);
  const atrNumbers = DISTANCES.map((name) => {
    const operand = atrOperand(document[name]);
    return operand && table.numberOf(operand);
  });
  const { operands } = table;
  const extra = Math.max(entry.extraWarmUp, exit?.extraWarmUp ?? 0);
  const warmUp = extra + Math.max(...operands.map((operand) => operand.warmUp));
  const lookBack = extra + Math.max(...operands.map((operand) => operand.lookBack));

  const signals = (bars: Bars): RuleSignals => {
    const shared = new SharedSeries();
    const columns = operands.map((operand) => operand.column(bars, shared));
    const firing = (condition: CompiledCondition): Uint8Array => {
      const fires = condition.column(columns, bars.length);
      for (let index = 0; index < bars.length; index++)
        fires[index] = index >= warmUp && fires[index] === TRUE ? 1 : 0;
      return fires;
    };
    const [stopLoss, target, trailing] = atrNumbers.map((number) =>
      number === null ? null : (columns[number] as Float64Array),
    );
    return {
      entry: firing(entry),
      exit: exit ? firing(exit) : new Uint8Array(bars.length),
      atr: { stopLoss: stopLoss ?? null, target: target ?? null, trailing: trailing ?? null },
    };
  };

  const stream = (): RuleStream => {
    const readers = operands.map((operand) => operand.stream());
    const entryStream = entry.stream();
    const exitStream = exit?.stream();
    const values = new Float64Array(operands.length);
    const atrOf = (index: number): number => {
      const number = atrNumbers[index] ?? null;
      return number === null ? Number.NaN : (values[number] as number);
    };
    let seen = 0;
    return {
      next: (bar, position) => {
        for (const [number, read] of readers.entries()) values[number] = read(bar, position);
        const isWarm = seen++ >= warmUp;
        const entryTruth = entryStream(values);
        const exitTruth = exitStream?.(values);
        const atr: DistanceAtr = { stopLoss: atrOf(0), target: atrOf(1), trailing: atrOf(2) };
        return { entry: isWarm && entryTruth === TRUE, exit: isWarm && exitTruth === TRUE, atr };
      },
    };
  };

  return {
    document,
    warmUp,
    lookBack: Math.max(warmUp, lookBack),
    needsVolume: operands.some((operand) => operand.needsVolume),
    usesPosition: operands.some((operand) => operand.usesPosition),
    signals,
    stream,
  };
};
