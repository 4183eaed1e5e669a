import type { Kysely } from 'kysely';
import type { CorporateAction } from '../../engine/corporate-actions/corporate-action.ts';
import { istDayStart, istDayText } from '../../shared/time.ts';
import { instrumentsNeeded } from '../../engine/rules/operand-places.ts';
import type { Schema } from '../db/schema.ts';
import { actionsOf, type KeptAction } from '../market/corporate-actions/kept-actions.ts';
import { symbolHistoryOf } from '../market/symbol-changes/kept-symbol-changes.ts';
import type { CandleOrder } from './run-order.ts';

/** Kinds that change the prices of a run. Dividends are money, and a demerger does not say how much. */
const ADJUSTED: readonly CorporateAction['kind'][] = ['split', 'bonus', 'rights'];

const dayOf = (day: string): string => istDayText(istDayStart(day));

const sentenceOf = (symbol: string, { day, purpose, action }: KeptAction): string =>
  ADJUSTED.includes(action.kind)
    ? `The prices of ${symbol} before ${dayOf(day)} are adjusted: ${purpose}.`
    : `The prices of ${symbol} on ${dayOf(day)} have a demerger in them: how much of the fall is its part is not known.`;

/** Symbols of a run's shares that change within its days, as sentences. */
const renamedShares = async (db: Kysely<Schema>, order: CandleOrder): Promise<string[]> => {
  const history = await symbolHistoryOf(db, order.ownerId);
  const shares = instrumentsNeeded(order.document);
  const isWithin = (day: string): boolean => day > order.fromDay && day <= order.toDay;
  const leaving = shares.flatMap((symbol) => {
    const change = history.leaving(symbol);
    return change && isWithin(change.day)
      ? [
          `${symbol} is traded as ${change.after} from ${dayOf(change.day)}, and has no prices of its own since.`,
        ]
      : [];
  });
  const renamed = shares.flatMap((symbol) =>
    history
      .parts(symbol)
      .flatMap(({ symbol: earlier, until }) =>
        until !== null && isWithin(until)
          ? [`${symbol} was traded as ${earlier} before ${dayOf(until)}.`]
          : [],
      ),
  );
  return [...renamed, ...leaving];
};

/**
 * Corporate actions of a run's prices, as sentences among its assumptions. Dividends are left in the prices, and are
 * nobody's income in a run.
 */
export const adjustmentsOf = async (db: Kysely<Schema>, order: CandleOrder): Promise<string[]> => {
  if (order.source !== 'replay') return [];
  const renamed = await renamedShares(db, order);
  if (order.prices === 'traded')
    return ['Prices are as they were traded: splits, bonuses and rights are in them.', ...renamed];
  const { instruments } = order.document;
  const kept = await actionsOf(db, order.ownerId, instruments);
  const adjusted = [...kept].flatMap(([symbol, actions]) =>
    actions
      .filter(({ day, action }) => day > order.fromDay && day <= order.toDay && action.kind !== 'dividend')
      .map((action) => sentenceOf(symbol, action)),
  );
  return [...adjusted, ...renamed];
};
