import {
  changeProtection,
  type DistanceAtr,
  hitOnPrice,
  type Protection,
  type ProtectionReason,
  type ProtectionRules,
} from '../../engine/protection.ts';
import { formatPrice } from '../../shared/money.ts';
import type { PositionRow } from '../db/schema.ts';
import type { LastPrice } from '../market/last-price.ts';
import { Refusal } from '../refusal.ts';

/**
 * The protection of an open position under other rules.
 * @throws Refusal `refused` when a distance asks for an ATR that is not known yet
 */
export const changedProtection = (
  protection: Protection,
  symbol: string,
  rules: ProtectionRules,
  atr: DistanceAtr,
): Protection => {
  try {
    return changeProtection(protection, rules, atr);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal(
      'refused',
      `The ATR of ${symbol} is not known yet, so its open position keeps its protection. Use a percentage or points, or start the strategy first.`,
    );
  }
};

/** Change of an open position's protection under other rules. */
export interface ProtectionChange {
  readonly symbol: string;
  readonly before: Protection;
  readonly after: Protection;
  readonly lastPrice: LastPrice | null;
}

/**
 * The protection of a strategy's open positions under other rules. Nothing is changed.
 * @throws Refusal `refused` when a distance asks for an ATR that is not known yet
 */
export const protectionChanges = (
  held: Iterable<{ readonly row: PositionRow; readonly protection: Protection }>,
  strategyId: number,
  rules: ProtectionRules,
  atrOf: (symbol: string) => DistanceAtr,
  lastPrice: (symbol: string) => LastPrice | null,
): ProtectionChange[] =>
  [...held].flatMap(({ row: { strategy_id: id, symbol }, protection }) =>
    id === strategyId
      ? {
          symbol,
          before: protection,
          after: changedProtection(protection, symbol, rules, atrOf(symbol)),
          lastPrice: lastPrice(symbol),
        }
      : [],
  );

/** Whether the protection would be another one. */
export const isChange = ({ before, after }: ProtectionChange): boolean =>
  JSON.stringify(before) !== JSON.stringify(after);

const LEVELS: Readonly<
  Record<ProtectionReason, { readonly name: string; readonly of: (protection: Protection) => number | null }>
> = {
  'stop-loss': { name: 'stop-loss', of: ({ stopLoss }) => stopLoss },
  'trailing-stop': { name: 'trailing stop', of: ({ trailingStop }) => trailingStop },
  target: { name: 'target', of: ({ target }) => target },
};

/**
 * Refuses levels that the last price has reached already: they would close their position at once.
 * @throws Refusal `conflict`, with `details.exits` saying how many
 */
export const requireNoExit = (changes: readonly ProtectionChange[]): void => {
  const exits = changes.flatMap(({ symbol, after, lastPrice }) => {
    const hit = lastPrice && hitOnPrice(after, lastPrice.price);
    if (!hit) return [];
    const { name, of } = LEVELS[hit.why];
    const exit = after.side === 'long' ? 'sold' : 'bought back';
    return `The last price of ${symbol}, ${formatPrice(lastPrice.price)}, has reached the new ${name} at ${formatPrice(of(after) ?? hit.price)}: it would be ${exit} at once.`;
  });
  if (exits.length > 0) throw new Refusal('conflict', exits.join(' '), { details: { exits: exits.length } });
};
