import type { Kysely } from 'kysely';
import type { CorporateAction } from '../../engine/corporate-actions/corporate-action.ts';
import { istDayStart, istDayText } from '../../shared/time.ts';
import type { Schema } from '../db/schema.ts';
import { actionsOf, type KeptAction } from '../market/corporate-actions/kept-actions.ts';
import type { CandleOrder } from './run-order.ts';

/** Kinds that change the prices of a run. Dividends are money, and a demerger does not say how much. */
const ADJUSTED: readonly CorporateAction['kind'][] = ['split', 'bonus', 'rights'];

const dayOf = (day: string): string => istDayText(istDayStart(day));

const sentenceOf = (symbol: string, { day, purpose, action }: KeptAction): string =>
  ADJUSTED.includes(action.kind)
    ? `The prices of ${symbol} before ${dayOf(day)} are adjusted: ${purpose}.`
    : `The prices of ${symbol} on ${dayOf(day)} have a demerger in them: how much of the fall is its part is not known.`;

/**
 * Corporate actions of a run's prices, as sentences among its assumptions. Dividends are left in the prices, and are
 * nobody's income in a run.
 */
export const adjustmentsOf = async (db: Kysely<Schema>, order: CandleOrder): Promise<string[]> => {
  if (order.source !== 'replay') return [];
  if (order.prices === 'traded')
    return ['Prices are as they were traded: splits, bonuses and rights are in them.'];
  const { instruments } = order.document;
  const kept = await actionsOf(db, order.ownerId, instruments);
  return [...kept].flatMap(([symbol, actions]) =>
    actions
      .filter(({ day, action }) => day > order.fromDay && day <= order.toDay && action.kind !== 'dividend')
      .map((action) => sentenceOf(symbol, action)),
  );
};
