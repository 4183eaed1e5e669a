import type { GttOrder } from '../../../shared/contract/gtt.ts';
import type { GttState } from '../../../shared/gtt-states.ts';
import { priceText } from '../../features/manual/typed-figures.ts';
import type { ManualOrderForm } from '../../state/manual-order.ts';

/** Call that cancels an order which is to be changed. `failed` also of a refusal. */
export type CancelCall = 'unsent' | 'on-its-way' | 'failed' | 'answered';

/** Step of a change. The ticket opens with the step `opens` alone. */
export type ChangeStep = 'asks' | 'cancels' | 'follows' | 'opens' | 'triggered' | 'ended';

type Standing = 'waits' | 'ending' | 'gone' | 'triggered' | 'ended';

/** Only of `cancelled` it is known that it never triggers: `written-off` is its owner's word, `left` nobody's. */
const STANDINGS: Readonly<Record<GttState, Standing>> = {
  submitted: 'waits',
  unknown: 'waits',
  accepted: 'waits',
  resting: 'waits',
  sent: 'triggered',
  cancelled: 'gone',
  expired: 'ended',
  refused: 'ended',
  'written-off': 'ended',
  left: 'ended',
};

/**
 * Call × standing → step. A call that failed may have been carried out, and the list knows. Nothing opens before its
 * owner has asked for that.
 */
const STEPS: Readonly<Record<CancelCall, Readonly<Record<Standing, ChangeStep>>>> = {
  unsent: { waits: 'asks', ending: 'asks', gone: 'asks', triggered: 'triggered', ended: 'ended' },
  'on-its-way': {
    waits: 'cancels',
    ending: 'cancels',
    gone: 'cancels',
    triggered: 'cancels',
    ended: 'cancels',
  },
  failed: { waits: 'asks', ending: 'follows', gone: 'opens', triggered: 'triggered', ended: 'ended' },
  answered: { waits: 'follows', ending: 'follows', gone: 'opens', triggered: 'triggered', ended: 'ended' },
};

const standingOf = ({ state, isEnding }: GttOrder): Standing => (isEnding ? 'ending' : STANDINGS[state]);

/** Step of a change. By its call, and the order as it is known last. */
export const changeStep = (call: CancelCall, order: GttOrder): ChangeStep => STEPS[call][standingOf(order)];

/** Whether a GTT order can be changed. It waits, with a number to cancel it by. */
export const isChangeable = ({ state, isEnding, ruleId }: GttOrder): boolean =>
  (state === 'accepted' || state === 'resting') && !isEnding && ruleId !== null;

/** Terms of a GTT order, typed into a ticket. */
export const ticketOf = ({
  symbol,
  side,
  quantity,
  triggerPrice,
  price,
}: GttOrder): Partial<ManualOrderForm> => ({
  ...{ mode: 'live', type: 'gtt', product: 'delivery', symbol, side },
  amount: String(quantity),
  triggerPrice: priceText(triggerPrice),
  price: priceText(price),
});
