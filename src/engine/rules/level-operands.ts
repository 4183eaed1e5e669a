import type { Operand, Timeframe } from '../../shared/rule-document.ts';
import type { Level } from '../../shared/rule-names.ts';
import { barsPerSession, minuteAtClose } from './bar-close.ts';
import { byBar, type CompiledOperand } from './compiled-operand.ts';
import { levelAt, OpeningRange, SessionLevels } from './session-levels.ts';

/** Days on which a week can have sessions: budget days and Diwali fall on weekends. */
const MOST_DAYS_A_WEEK = 7;

/** Sessions that a level looks back on, the current one included. */
const sessionsOf = (level: Level): number => {
  if (level.startsWith('session')) return 1;
  return level.startsWith('previous-week') ? 2 * MOST_DAYS_A_WEEK : 2;
};

/** A level of the session or before it. */
export const levelOperand = (
  operand: Extract<Operand, { kind: 'level' }>,
  timeframe: Timeframe,
): CompiledOperand => {
  const { level } = operand;
  return byBar(JSON.stringify(operand), sessionsOf(level) * barsPerSession(timeframe), (traded) => {
    const levels = new SessionLevels(timeframe, traded);
    return (bar) => {
      levels.next(bar);
      return levelAt(level, levels);
    };
  });
};

/** The high or the low of a session's first minutes. */
export const openingRangeOperand = (
  operand: Extract<Operand, { kind: 'opening-range' }>,
  timeframe: Timeframe,
): CompiledOperand =>
  byBar(JSON.stringify(operand), barsPerSession(timeframe), (traded) => {
    const range = new OpeningRange(operand, timeframe, traded, (time) =>
      minuteAtClose(time, timeframe, traded),
    );
    return (bar) => range.next(bar);
  });
