import type { Source } from '../../../shared/contract/fields.ts';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { Position } from '../../../shared/contract/positions.ts';
import type { manual } from '../../../shared/contract/manual.ts';
import type { Result } from '../../../shared/failure.ts';
import { isFarPrice } from '../../../shared/far-price.ts';
import { plainRupees } from '../../../shared/money.ts';
import { SHORT_STATES } from '../../../shared/order-states.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { createAction } from '../../state/action.ts';
import { type Armed, armedNow, type ArmedPreset, drop, noteLeft, prolong } from '../../state/armed-keys.ts';
import { askManualOrder, useManualOrder } from '../../state/manual-order.ts';
import { arePricesOld } from '../../state/freshness.ts';
import { notify } from '../../ui/toasts.tsx';
import { lastSeen } from './last-seen.ts';
import { priceText } from './typed-figures.ts';
import type { OrderInput } from './order-input.ts';

/** A position by hand. */
export type Held = Pick<Position, 'side' | 'product'>;

/** Instrument that a key is pressed on. */
export interface ArmedSubject {
  readonly symbol: string;
  /** Market that it is seen on; null where that does not matter. */
  readonly source: Source | null;
  /** Of the chosen row in a ladder, paise; undefined of one that has gone out of view, null where there is none. */
  readonly price: number | null | undefined;
  /** Position by hand in the row; left out of none. */
  readonly held?: Held | undefined;
}

/** Account that the order of a key goes to. Real money has a consent. */
const modeOf = ({ consent }: Armed): 'test' | 'live' => (consent ? 'live' : 'test');

const placePaper = createAction(api.manual.place);
const placeArmed = createAction(api.manual.placeArmed);
/** Whether an order is under way: two presses of a nervous hand are one. */
let isSending = false;

/** Last price in view, paise; null of none. */
const lastPrice = ({ symbol, source }: ArmedSubject): number | null =>
  source === null ? null : lastSeen(symbol, source);

const refuse = (message: string): void => notify({ tone: 'failure', message });

/** Sentence on a price of another market than the order’s; null of none. */
const ofOtherMarket = ({ symbol, source }: ArmedSubject, mode: 'test' | 'live'): string | null => {
  if (mode === 'live')
    return source === 'broker'
      ? null
      : t(
          '{{symbol}} is not seen at the broker’s price here, and these keys use real money. Nothing was sent.',
          {
            symbol,
          },
        );
  if (source === 'broker')
    return t('{{symbol}} is seen at the broker’s price, and these keys trade on paper. Nothing was sent.', {
      symbol,
    });
  return symbol.startsWith('BSE:')
    ? t('{{symbol}} has no price on paper. Nothing was sent.', { symbol })
    : null;
};

/** Sentence on a key that would close another position than the row’s. Null of any other. */
const ofOtherProduct = (
  { symbol, held }: ArmedSubject,
  side: 'buy' | 'sell',
  { product }: ArmedPreset,
): string | null => {
  if (held === undefined || held.product === product) return null;
  if (side !== (held.side === 'long' ? 'sell' : 'buy')) return null;
  return product === 'delivery'
    ? t('{{symbol}} is held intraday here, and these keys trade overnight. Nothing was sent.', { symbol })
    : t('{{symbol}} is held overnight here, and these keys trade intraday. Nothing was sent.', { symbol });
};

/** Sentence on a key that sends nothing; null where it does. */
const whyNot = (subject: ArmedSubject, side: 'buy' | 'sell', armed: Armed): string | null => {
  const mode = modeOf(armed);
  const other = ofOtherMarket(subject, mode) ?? ofOtherProduct(subject, side, armed.preset);
  if (other !== null) return other;
  if (arePricesOld(mode)) return t('The prices in view are old. Nothing was sent.');
  return isSending ? t('The order before is still under way. This key was ignored.') : null;
};

/** Price of the order: null at the market, undefined where none is known. */
const priceFor = (preset: ArmedPreset, subject: ArmedSubject): number | null | undefined => {
  if (preset.type === 'market') return null;
  return subject.price === null ? (lastPrice(subject) ?? undefined) : subject.price;
};

/**
 * Question about a price that is far from the last; null of none. One that can be compared with none is asked about, too.
 * What is near for a share is near for everything; beyond that the kind decides, as the backend knows the instrument.
 */
const questionOf = async (
  order: OrderInput,
  mode: 'test' | 'live',
  last: number | null,
): Promise<{ readonly stopLoss: number | null } | null> => {
  const { price } = order;
  if (typeof price !== 'number') return null;
  if (last !== null && last > 0 && !isFarPrice('share', price, last)) return null;
  const result = await (mode === 'live' ? api.manual.previewLive(order) : api.manual.preview(order));
  if (!result.ok) return { stopLoss: null };
  const { kind, lastPrice: known, stopLoss } = result.value;
  return known <= 0 || isFarPrice(kind, price, known) ? { stopLoss } : null;
};

const place = async (
  order: OrderInput,
  { id, consent }: Armed,
): Promise<Result<OutputOf<typeof manual.place>>> => {
  const mark = crypto.randomUUID();
  if (!consent) return placePaper.run({ ...order, mark });
  const { symbol, side, price } = order;
  const { arming } = consent;
  const sentAt = Date.now();
  const result = await placeArmed.run({ arming, symbol, side, price, mark });
  if (result.ok) {
    noteLeft(id, { arming, ...result.value.left });
    prolong(id, sentAt);
  }
  // They were armed in another window, or their time was over by the clock that counts.
  else if (result.failure.fields?.['arming'] !== undefined) drop(id);
  return result;
};

const send = async (order: OrderInput, armed: Armed, last: number | null): Promise<void> => {
  const { symbol, side, price, size, product } = order;
  const mode = modeOf(armed);
  const question = await questionOf(order, mode, last);
  // They may have been switched off meanwhile, and somebody else may sit here.
  if (armedNow()?.id !== armed.id) return;
  if (question) {
    if (useManualOrder.getState().draft !== null)
      return refuse(t('Another order is open. Nothing was sent.'));
    askManualOrder({
      ...{ mode, symbol, side, sizeBy: size.by, amount: String(size.amount) },
      ...{ type: 'limit', price: plainRupees(price ?? 0), product, stopLoss: priceText(question.stopLoss) },
    });
    return;
  }
  const result = await place(order, armed);
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
  const armed = armedNow();
  if (!armed) return;
  const { id, preset, consent } = armed;
  // On paper a key that was pressed is a use, whatever comes of it. With real money it is one once the backend has it.
  if (!consent) prolong(id, Date.now());
  const why = whyNot(subject, side, armed);
  if (why !== null) return refuse(why);
  const price = priceFor(preset, subject);
  if (price === undefined)
    return refuse(
      t('No price of {{symbol}} is in view for a limit. Nothing was sent.', { symbol: subject.symbol }),
    );
  const { sizeBy, amount, type, product, stopLossPercent } = preset;
  const order: OrderInput = {
    ...{ symbol: subject.symbol, side, type, price, product, size: { by: sizeBy, amount } },
    ...{ triggerPrice: null, stopLoss: null, stopLossPercent, target: null },
  };
  isSending = true;
  void send(order, armed, lastPrice(subject)).finally(() => {
    isSending = false;
  });
};
