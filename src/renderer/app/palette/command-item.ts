import { formatCount, formatPrice, parseRupees } from '../../../shared/money.ts';
import { labels, t } from '../../i18n/translate.ts';
import type { Fault, OrderCommand } from '../../state/command-line.ts';
import type { KnownCommand } from '../../state/palette-command.ts';
import type { PaletteItem } from './palette-items.ts';

const FAULT_LABELS: Readonly<Record<Fault, string>> = labels({
  'no-amount': 'Say how many first, as in: buy 10 sbin, or buy 1 lot nifty 24500 ce limit 120',
  'no-symbol': 'Say of what, as in: buy 10 sbin, or alert nifty > 24600',
  'no-price': 'A price must follow, as in: limit 120.50',
  'no-limit': 'Say the limit too, as in: trigger 402 limit 402.10',
  'no-level': 'Say a price, as in: alert nifty > 24600',
  'no-strategy': 'Say which strategy, as in: bt turtle',
  'said-twice': 'Say each price once.',
});

const sizeText = ({ sizeBy, amount }: OrderCommand): string =>
  sizeBy === 'lots' ? t('{{count}} lots', { count: Number(amount) }) : formatCount(Number(amount));

/** A typed price as prices are written everywhere; whole rupees stay whole. */
const priceText = (typed: string): string => {
  const paise = parseRupees(typed);
  return paise === null ? typed : formatPrice(paise).replace(/\.00$/, '');
};

/** An order as a sentence. */
const orderText = (order: OrderCommand, name: string): string => {
  const { side, type, price, triggerPrice } = order;
  const values = {
    ...{ size: sizeText(order), name },
    ...{ price: priceText(price), trigger: priceText(triggerPrice) },
  };
  if (type === 'stop')
    return side === 'buy'
      ? t('Buy {{size}} {{name}} once ₹{{trigger}} is reached, for ₹{{price}} at most', values)
      : t('Sell {{size}} {{name}} once ₹{{trigger}} is reached, for ₹{{price}} at least', values);
  if (type === 'limit')
    return side === 'buy'
      ? t('Buy {{size}} {{name}} for ₹{{price}} at most', values)
      : t('Sell {{size}} {{name}} for ₹{{price}} at least', values);
  return side === 'buy'
    ? t('Buy {{size}} {{name}} at the market', values)
    : t('Sell {{size}} {{name}} at the market', values);
};

const levelsText = ({ stopLoss, target }: OrderCommand): string =>
  [
    ...(stopLoss === '' ? [] : [t('stop-loss ₹{{price}}', { price: priceText(stopLoss) })]),
    ...(target === '' ? [] : [t('target ₹{{price}}', { price: priceText(target) })]),
    t('opens the order'),
  ].join(' · ');

const item = (label: string, detail: string, more: Pick<PaletteItem, 'refusal' | 'deed'>): PaletteItem => ({
  key: 'command',
  label,
  detail,
  keys: '',
  names: [],
  ...more,
});

/** A sentence that cannot be chosen. */
const saying = (sentence: string): PaletteItem =>
  item(sentence, '', { refusal: sentence, deed: { kind: 'go', route: '/home' } });

/** A command as something to choose. Nothing happens before it is chosen, and then its page or dialog asks. */
export const commandItem = ({ command, named }: KnownCommand): PaletteItem => {
  if (command.kind === 'wrong') return saying(FAULT_LABELS[command.why]);
  if (!named)
    return saying(
      command.kind === 'backtest'
        ? t('None of your strategies is called {{words}}.', { words: command.words })
        : t('There is no instrument {{words}}.', { words: command.words }),
    );
  if (command.kind === 'alert')
    return item(
      command.when === 'above'
        ? t('Alert when {{name}} is above ₹{{price}}', { name: named.label, price: priceText(command.price) })
        : t('Alert when {{name}} is below ₹{{price}}', {
            name: named.label,
            price: priceText(command.price),
          }),
      t('opens the alert'),
      {
        refusal: null,
        deed: {
          kind: 'alert',
          draft: { symbol: named.id, when: command.when, level: command.price },
        },
      },
    );
  if (command.kind === 'backtest')
    return item(t('Backtest {{name}}', { name: named.label }), t('choose its days there'), {
      refusal: null,
      deed: { kind: 'go', route: `/backtest?strategy=${named.id}` },
    });
  const { side, sizeBy, amount, type, price, triggerPrice, product, stopLoss, target } = command;
  return item(orderText(command, named.label), levelsText(command), {
    refusal: null,
    deed: {
      kind: 'order',
      draft: {
        // Typed or chosen, an order begins on paper.
        mode: 'test',
        ...{ symbol: named.id, side, sizeBy, amount, type, price, triggerPrice, product, stopLoss, target },
      },
    },
  });
};
