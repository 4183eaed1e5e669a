import {
  type Condition,
  type Distance,
  type Operand,
  type RuleDocument,
} from '../../shared/rule-document.ts';
import type { Bar, Bars } from '../bars.ts';
import { unknownColumn } from '../columns.ts';
import type { Traded } from '../instrument.ts';
import { SharedSeries } from '../indicators/shared-series.ts';
import { NO_ATR, type DistanceAtr } from '../protection.ts';
import type {
  AtrColumns,
  CompiledRules,
  LastEntry,
  OtherSeries,
  RuleSignals,
  RuleStream,
} from './compiled-rules.ts';
import { TRUE, compileCondition, type CompiledCondition, type Truth } from './condition.ts';
import { readCondition } from './reading.ts';
import type { CompiledOperand, OperandFacts, OperandStream } from './compiled-operand.ts';
import { compileOperand } from './operand.ts';
import { instrumentsRead } from './operand-places.ts';
import { columnOfOther, StreamOfOther } from './other-instrument.ts';
import { compileVariable, type CompiledVariable } from './variable.ts';

const atrOperand = (distance: Distance | null): Operand | null =>
  distance?.kind === 'atr'
    ? { kind: 'indicator', indicator: { name: 'atr', period: distance.period }, offset: 0 }
    : null;

/** Names of truth values, by their numbers. */

/** One session all along, 09:15 to 15:30. */
const ORDINARY_SHARE: Traded = { kind: 'equity', fixedBandPercent: 20 };

/** Operands by number; the same operand is computed once however often the rules name it. */
class OperandTable {
  readonly operands: (CompiledOperand | CompiledVariable)[] = [];
  /** By number: the other instrument that an operand is of, else null. */
  readonly others: (string | null)[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly document: RuleDocument;

  constructor(document: RuleDocument) {
    this.document = document;
  }

  numberOf = (operand: Operand): number => {
    const key = JSON.stringify(operand);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const { timeframe } = this.document;
    // What a variable reads gets its numbers meanwhile: smaller ones, so that it is read before.
    const compiled =
      operand.kind === 'variable' ? this.variable(operand.name) : compileOperand(operand, timeframe);
    this.others.push('instrument' in operand ? (operand.instrument ?? null) : null);
    const number = this.operands.push(compiled) - 1;
    this.numbers.set(key, number);
    return number;
  };

  private variable(name: string): CompiledVariable {
    const { variables, timeframe } = this.document;
    const variable = variables?.find((one) => one.name === name);
    if (!variable) throw new RangeError(`The rules have no variable '${name}'.`);
    const read = new Set<number>();
    const numberOf = (operand: Operand): number => {
      const number = this.numberOf(operand);
      read.add(number);
      return number;
    };
    const when = compileCondition(variable.when, numberOf);
    const reset = variable.reset && compileCondition(variable.reset, numberOf);
    const kept = variable.kind === 'kept' ? numberOf(variable.value) : null;
    const operands = [...read].map((number) => this.operands[number] as OperandFacts);
    return compileVariable(variable, timeframe, { when, reset, kept, operands });
  }
}

/**
 * Makes a rule document ready to run. The result holds no data, costs little to make, and may be shared by any number
 * of series and streams. Both forms give the same signals on the same bars; neither reads a bar that has not closed.
 * Nothing fires before every operand of the rules has had time to warm up, nor an entry before the ATR of every
 * distance is known.
 */
export const compileRules = (document: RuleDocument): CompiledRules => {
  const table = new OperandTable(document);
  const compile = (condition: Condition): CompiledCondition => compileCondition(condition, table.numberOf);
  const entry = compile(document.entry);
  const exit = document.exit && compile(document.exit);
  const reverse = document.reverse && {
    entry: compile(document.reverse.entry),
    exit: document.reverse.exit && compile(document.reverse.exit),
  };
  const atrNumber = (distance: Distance | null): number | null => {
    const operand = atrOperand(distance);
    return operand && table.numberOf(operand);
  };
  const atrNumbers = {
    stopLoss: atrNumber(document.stopLoss),
    target: atrNumber(document.target),
    trailing: atrNumber(document.trailing),
    partialExits: document.partialExits.map(({ distance }) => atrNumber(distance)),
  };
  const rankNumber = document.rotation && table.numberOf(document.rotation.rankBy);
  const { operands, others: otherOf } = table;
  const { timeframe } = document;
  const conditions = [entry, exit, reverse?.entry, reverse?.exit];
  const extra = Math.max(...conditions.map((condition) => condition?.extraWarmUp ?? 0));
  const warmUp = extra + Math.max(...operands.map((operand) => operand.warmUp));
  const lookBack = extra + Math.max(...operands.map((operand) => operand.lookBack));
  const history = Math.max(
    extra + Math.max(...operands.map((operand) => operand.history)),
    ...operands.map((operand) => operand.longerHistory),
  );
  const reach = extra + Math.max(...operands.map((operand) => operand.reach));

  /** Values of all operands over whole series. */
  const columnsOver = (
    bars: Bars,
    shared: SharedSeries,
    traded: Traded,
    others: readonly OtherSeries[],
  ): Float64Array[] => {
    const columns: Float64Array[] = [];
    const columnOf = (operand: CompiledOperand | CompiledVariable, number: number): Float64Array => {
      if ('columnOver' in operand) return operand.columnOver(columns, bars, traded);
      const symbol = otherOf[number];
      if (!symbol) return operand.column(bars, shared, traded);
      const other = others.find(({ instrument }) => instrument.symbol === symbol);
      return columnOfOther(operand, other, bars, timeframe, traded);
    };
    for (const [number, operand] of operands.entries()) columns.push(columnOf(operand, number));
    return columns;
  };

  const signals = (
    bars: Bars,
    shared = new SharedSeries(),
    traded = ORDINARY_SHARE,
    others: readonly OtherSeries[] = [],
  ): RuleSignals => {
    const columns = columnsOver(bars, shared, traded, others);
    const column = (number: number | null) => (number === null ? null : (columns[number] ?? null));
    const firing = (condition: CompiledCondition): Uint8Array => {
      const fires = condition.column(columns, bars.length);
      for (let index = 0; index < bars.length; index++)
        fires[index] = index >= warmUp && fires[index] === TRUE ? 1 : 0;
      return fires;
    };
    const atr: AtrColumns = {
      stopLoss: column(atrNumbers.stopLoss),
      target: column(atrNumbers.target),
      trailing: column(atrNumbers.trailing),
      partialExits: atrNumbers.partialExits.map(column),
    };
    const firingExit = (condition: CompiledCondition | null): Uint8Array =>
      condition ? firing(condition) : new Uint8Array(bars.length);
    return {
      entry: firing(entry),
      exit: firingExit(exit),
      reverse: reverse ? { entry: firing(reverse.entry), exit: firingExit(reverse.exit) } : null,
      atr,
      rank: column(rankNumber),
    };
  };

  const lastEntry = (bars: Bars, traded = ORDINARY_SHARE, others: readonly OtherSeries[] = []): LastEntry => {
    const last = bars.length - 1;
    const columns = columnsOver(bars, new SharedSeries(), traded, others);
    const seen: Truth[] = [];
    const fires = entry.column(columns, bars.length, seen)[last] === TRUE;
    const valueOf = (operand: Operand): number => columns[table.numberOf(operand)]?.[last] ?? Number.NaN;
    const candlesToGo = Math.max(0, warmUp - last);
    return {
      candlesToGo,
      fires: candlesToGo === 0 && fires,
      entry: readCondition(document.entry, seen, valueOf),
    };
  };

  const { stopLoss, target, trailing, partialExits } = atrNumbers;
  const asksForAtr = [stopLoss, target, trailing, ...partialExits].some((number) => number !== null);

  const stream = (
    traded = ORDINARY_SHARE,
    tradedAs: (symbol: string) => Traded = () => ORDINARY_SHARE,
  ): RuleStream => {
    const others: StreamOfOther[] = [];
    const values = unknownColumn(operands.length);
    const readers = operands.map((operand, number): OperandStream => {
      if ('streamOver' in operand) {
        const read = operand.streamOver(traded);
        return (bar) => read(values, bar);
      }
      const symbol = otherOf[number];
      if (!symbol) return operand.stream(traded);
      const hours = { theirs: tradedAs(symbol), ours: traded };
      const other = new StreamOfOther(symbol, operand, timeframe, hours);
      others.push(other);
      return (bar) => other.at(bar);
    });
    const [entrySeen, reverseSeen]: [Truth[], Truth[]] = [[], []];
    const entryStream = entry.stream(entrySeen);
    const exitStream = exit?.stream();
    const reverseEntryStream = reverse?.entry.stream(reverseSeen);
    const reverseExitStream = reverse?.exit?.stream();
    const value = (number: number | null): number =>
      number === null ? Number.NaN : (values[number] ?? Number.NaN);
    const atrNow = (): DistanceAtr => ({
      stopLoss: value(stopLoss),
      target: value(target),
      trailing: value(trailing),
      partialExits: partialExits.map(value),
    });
    const valueOf = (operand: Operand): number => value(table.numberOf(operand));
    let seen = 0;
    let last: Bar | null = null;
    return {
      latest: () => ({
        bar: last,
        candlesToGo: Math.max(0, warmUp + 1 - seen),
        entry: readCondition(document.entry, entrySeen, valueOf),
        reverseEntry: document.reverse ? readCondition(document.reverse.entry, reverseSeen, valueOf) : null,
      }),
      feed: (symbol, bar) => {
        for (const other of others) if (other.symbol === symbol) other.feed(bar);
      },
      next: (bar, position, today) => {
        for (let number = 0; number < readers.length; number++)
          values[number] = (readers[number] as OperandStream)(bar, position, today);
        const isWarm = seen++ >= warmUp;
        last = bar;
        const entryTruth = entryStream(values);
        const exitTruth = exitStream?.(values);
        const reverseEntryTruth = reverseEntryStream?.(values);
        const reverseExitTruth = reverseExitStream?.(values);
        return {
          entry: isWarm && entryTruth === TRUE,
          exit: isWarm && exitTruth === TRUE,
          reverseEntry: isWarm && reverseEntryTruth === TRUE,
          reverseExit: isWarm && reverseExitTruth === TRUE,
          atr: asksForAtr ? atrNow() : NO_ATR,
          rank: value(rankNumber),
        };
      },
    };
  };

  return {
    document,
    warmUp,
    lookBack: Math.max(warmUp, lookBack),
    history,
    reach,
    needsVolume: operands.some((operand, number) => operand.needsVolume && otherOf[number] === null),
    usesPosition: operands.some((operand) => operand.usesPosition),
    reads: instrumentsRead(document),
    asksForAtr,
    signals,
    lastEntry,
    stream,
  };
};
