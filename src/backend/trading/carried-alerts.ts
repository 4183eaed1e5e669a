import { formatPercent } from '../../shared/money.ts';
import { istDayText } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import type { KeptAction } from '../market/corporate-actions/kept-actions.ts';
import type { EventSinks } from './announce.ts';
import { actionText, carriedTitle } from './carried-text.ts';

/** Whom an alert is for. `at` is market time. */
interface Told {
  readonly sinks: EventSinks;
  readonly userId: number;
  readonly symbol: string;
  readonly at: number;
}

/** Tell an owner that positions were carried over an action. */
export const notifyCarried = async (
  tx: Transaction,
  { sinks, userId, symbol, at }: Told,
  kept: KeptAction,
  carried: readonly { readonly positionId: number; readonly text: string }[],
): Promise<void> => {
  const [one] = carried;
  if (!one) return;
  const isOne = carried.length === 1;
  await sinks.notify(tx, userId, 'trades', {
    title: carriedTitle(symbol, kept),
    body: isOne
      ? one.text
      : `${actionText(kept)}. ${carried.length} positions on paper were carried over; the log of each says how.`,
    link: isOne ? `/open-positions?position=${one.positionId}` : '/open-positions',
    marketAt: at,
  });
};

/** Ask an owner about a jump that nothing explains. */
export const notifyJump = async (
  tx: Transaction,
  { notify, writeLog }: EventSinks,
  jump: { readonly userId: number; readonly symbol: string; readonly percent: number; readonly at: number },
): Promise<void> => {
  const { userId, symbol, percent, at } = jump;
  const far = formatPercent(Math.abs(percent));
  const body =
    percent < 0
      ? `${symbol} opened ${far} below its last price on ${istDayText(at)}: if that was a split or a bonus, import the list of corporate actions.`
      : `${symbol} opened ${far} above its last price on ${istDayText(at)}: if shares were merged then, import the list of corporate actions.`;
  await writeLog(tx, {
    ...{ userId, kind: 'trading', level: 'warning', topic: 'action', text: body, strategyId: null, at },
  });
  await notify(tx, userId, 'trades', {
    title: `${symbol}: a split or a bonus?`,
    body,
    link: '/settings?section=market',
    marketAt: at,
  });
};
