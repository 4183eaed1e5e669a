import type { Source } from '../../../shared/contract/fields.ts';
import { isFarPrice } from '../../../shared/far-price.ts';
import { plainRupees } from '../../../shared/money.ts';
import { SHORT_STATES } from '../../../shared/order-states.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { createAction } from '../../state/action.ts';
import { arm, armedNow, type ArmedPreset } from '../../state/armed-keys.ts';
import { askManualOrder } from '../../state/manual-order.ts';
import { arePricesOld } from '../../state/freshness.ts';
import { notify } from '../../ui/toasts.tsx';
import { lastSeen } from './last-seen.ts';
import type { OrderInput } from './order-input.ts';

/** Instrument that a key is pressed on. */
export interface ArmedSubject {
  readonly symbol: string;
  /** Market that it is seen on; null where that does not matter. */
  readonly source: Source | null;
  /** Of the chosen row in a ladder, paise; undefined of one that has gone out of view, null where there is none. */
  readonly price: number | null | undefined;
}

const place = createAction(api.manual.place);
/** Whether an order is under way: two presses of a nervous hand are one. */
let isSending = false;

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
  if (arePricesOld()) return t('The prices in view are old. Nothing was sent.');
  return isSending ? t('The order before is still under way. This key was ignored.') : null;
};

/** Price of the order: null at the market, undefined where none is known. */
const priceFor = (preset: ArmedPreset, subject: ArmedSubject): number | null | undefined => {
  if (preset.type === 'market') return null;
  return subject.price === null ? (lastPrice(subject) ?? undefined) : subject.price;
};

/**
 * Whether a price must be asked about: it is far from the last one, or can be compared with none. What is near for a
 * share is near for everything; beyond that the kind decides, as the backend knows the instrument.
 */
const isAskedAbout = async (order: OrderInput, last: number | null): Promise<boolean> => {
  const { price } = order;
  if (typeof price !== 'number') return false;
  if (last !== null && last > 0 && !isFarPrice('share', price, last)) return false;
  const result = await api.manual.preview(order);
  if (!result.ok || result.value.lastPrice <= 0) return true;
  return isFarPrice(result.value.kind, price, result.value.lastPrice);
};

const send = async (order: OrderInput, preset: ArmedPreset, last: number | null): Promise<void> => {
  const { symbol, side, price } = order;
  if (await isAskedAbout(order, last)) {
    askManualOrder({
      ...{ symbol, side, sizeBy: preset.sizeBy, amount: String(preset.amount) },
      ...{ type: 'limit', price: plainRupees(price ?? 0), product: preset.product },
    });
    return;
  }
  const result = await place.run({ ...order, mark: crypto.randomUUID() });
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
  const { sizeBy, amount, type, product } = preset;
  const order: OrderInput = {
    ...{ symbol: subject.symbol, side, type, price, product, size: { by: sizeBy, amount } },
    ...{ triggerPrice: null, stopLoss: null, target: null },
  };
  isSending = true;
  void send(order, preset, lastPrice(subject)).finally(() => {
    isSending = false;
  });
};
