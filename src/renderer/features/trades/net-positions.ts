import type { Position } from '../../../shared/contract/positions.ts';
import { type MarkedToMarket, markNetToMarket, markToMarket } from '../../../shared/mark-to-market.ts';
import type { ProtectionState } from '../../../shared/protection-state.ts';
import { noQuotes, type Quotes } from '../../../shared/quotes.ts';

/** Positions of one net position, the oldest first. */
export type Parts = readonly [Position, ...Position[]];

/** Open position as a row, or the net of several by hand. */
export type ShownPosition = Position & {
  /** Of a net position. */
  readonly parts?: Parts;
  /** Of a part that is shown under its net position. */
  readonly net?: ShownPosition;
};

/** Key of the net position of a position by hand. */
const netKeyOf = ({ strategyId, mode, source, symbol, product, side }: Position): string =>
  [strategyId, mode, source, symbol, product, side].join(' ');

/** Key of a row. That of a net position is the same, however many parts it has. */
export const rowKeyOf = (row: ShownPosition): number | string => (row.parts ? netKeyOf(row) : row.positionId);

const sumOf = (parts: Parts, figure: (position: Position) => number): number =>
  parts.reduce((sum, position) => sum + figure(position), 0);

/** States of protection, the worst first. */
const WORST: readonly ProtectionState[] = ['none', 'leaving', 'watched', 'resting'];

const worstOf = (parts: Parts): Pick<Position, 'protection' | 'stopLoss'> => {
  const state = WORST.find((one) => parts.some(({ protection }) => protection?.state === one));
  const { protection, stopLoss } = parts.find((part) => part.protection?.state === state) ?? parts[0];
  return { protection, stopLoss };
};

/** Several positions as one: quantity, average price and the sums of their results. */
const netOf = (parts: Parts): ShownPosition => {
  const units = sumOf(parts, ({ quantity }) => Math.abs(quantity));
  const value = sumOf(parts, ({ quantity, averagePrice }) => Math.abs(quantity) * averagePrice);
  return {
    ...parts[0],
    ...worstOf(parts),
    target: null,
    quantity: sumOf(parts, ({ quantity }) => quantity),
    averagePrice: Math.round(value / units),
    unrealised: sumOf(parts, ({ unrealised }) => unrealised),
    realised: sumOf(parts, ({ realised }) => realised),
    charges: sumOf(parts, ({ charges }) => charges),
    chargesToCome: sumOf(parts, ({ chargesToCome }) => chargesToCome),
    pnl: sumOf(parts, ({ pnl }) => pnl),
    pnlPercent: markNetToMarket(parts, noQuotes()).pnlPercent,
    parts,
  };
};

/**
 * Rows of open positions, netted by account, symbol and product. A net position stands where the first of its parts
 * would; the parts of those that are `expanded` follow, the oldest first.
 */
export const nettedRows = (
  rows: readonly Position[],
  expanded: ReadonlySet<number | string>,
): readonly ShownPosition[] => {
  const nets = Map.groupBy(
    rows.filter(({ isManual, status }) => isManual && status === 'open'),
    netKeyOf,
  );
  return rows.flatMap((row): readonly ShownPosition[] => {
    const together = row.isManual ? nets.get(netKeyOf(row)) : undefined;
    if (!together || together.length === 1) return [row];
    if (together[0] !== row) return [];
    const [oldest, ...others] = together.toSorted((a, b) => a.positionId - b.positionId);
    if (!oldest) return [];
    const net = netOf([oldest, ...others]);
    return expanded.has(rowKeyOf(net))
      ? [net, ...[oldest, ...others].map((part) => ({ ...part, net }))]
      : [net];
  });
};

/** A position, or a net position, at the latest price. */
export const markShown = (row: ShownPosition, quotes: Quotes): MarkedToMarket =>
  row.parts ? markNetToMarket(row.parts, quotes) : markToMarket(row, quotes);
