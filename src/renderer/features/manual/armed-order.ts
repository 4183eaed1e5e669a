import type { Source } from '../../../shared/contract/fields.ts';
import { isFarPrice, type PricedKind } from '../../../shared/far-price.ts';
import { plainRupees } from '../../../shared/money.ts';
import { SHORT_STATES } from '../../../shared/order-states.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { createAction } from '../../state/action.ts';
import { arm, armedNow, type ArmedPreset } from '../../state/armed-keys.ts';
import { askManualOrder } from '../../state/manual-order.ts';
import { notify } from '../../ui/toasts.tsx';
import { lastSeen } from './last-seen.ts';
import { isContract } from '../trades/chart-of.ts';

/** Instrument that a key is pressed on. */
export interface ArmedSubject {
  readonly symbol: string;
  /** Market that it is seen on; null where that does not matter. */
  readonly source: Source | null;
  /** Of the row in a ladder, paise; null elsewhere. */
  readonly price: number | null;
}

const place = createAction(api.manual.place);
/** Whether an order is under way: two presses of a nervous hand are one. */
let isSending = false;

const kindOf = (symbol: string): PricedKind => {
  if (!isContract(symbol)) return 'share';
  return / (?:CE|PE)$/.test(symbol) ? 'option' : 'future';
};

/** Last price in view, paise; null of none. */
const lastPrice = ({ symbol, source }: ArmedSubject): number | null =>
  source === null ? null : lastSeen(symbol, source);

const refuse = (message: string): void => notify({ tone: 'failure', message });

/** Sentence on a key that sends nothing; null where it does. */
const whyNot = ({ symbol, source }: ArmedSubject): string | null => {
  if (source === 'broker')
    return t('{{symbol}} is seen at the broker’s price, and armed keys trade on paper. Nothing was sent.', {
      symbol,
    });
  if (symbol.startsWith('BSE:')) return t('{{symbol}} has no price on paper. Nothing was sent.', { symbol });
  return isSending ? t('The order before is still under way. This key was ignored.') : null;
};

/** Price of the order: null at the market, undefined where none is known. */
const priceFor = (preset: ArmedPreset, subject: ArmedSubject): number | null | undefined =>
  preset.type === 'market' ? null : (subject.price ?? lastPrice(subject) ?? undefined);

const send = async (
  side: 'buy' | 'sell',
  { sizeBy, amount, type, product }: ArmedPreset,
  { symbol }: ArmedSubject,
  price: number | null,
): Promise<void> => {
  isSending = true;
  const result = await place
    .run({
      ...{ symbol, side, type, price, product, triggerPrice: null, stopLoss: null, target: null },
      size: { by: sizeBy, amount },
      mark: crypto.randomUUID(),
    })
    .finally(() => {
      isSending = false;
    });
  // What was refused has been said.
  if (!result.ok) return;
  const isShort = SHORT_STATES.includes(result.value.order.state);
  notify({
    tone: isShort ? 'failure' : 'success',
    message: result.message ?? t('The order is placed.'),
  });
};

/** Send the preset order for a pressed key. What cannot go out says why; a far price opens the ticket, which asks. */
export const sendArmed = (side: 'buy' | 'sell', subject: ArmedSubject): void => {
  const preset = armedNow();
  if (!preset) return;
  // A key that was pressed is a use, whatever comes of it.
  arm(preset);
  const why = whyNot(subject);
  if (why !== null) return refuse(why);
  const price = priceFor(preset, subject);
  if (price === undefined)
    return refuse(
      t('No price of {{symbol}} is in view for a limit. Nothing was sent.', { symbol: subject.symbol }),
    );
  const last = lastPrice(subject);
  if (price !== null && last !== null && isFarPrice(kindOf(subject.symbol), price, last))
    return askManualOrder({
      ...{ symbol: subject.symbol, side, sizeBy: preset.sizeBy, amount: String(preset.amount) },
      ...{ type: 'limit', price: plainRupees(price), product: preset.product },
    });
  void send(side, preset, subject, price);
};
