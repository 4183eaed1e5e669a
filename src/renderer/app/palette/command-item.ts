import { formatCount, formatPrice, parseRupees } from '../../../shared/money.ts';
import { labels, t } from '../../i18n/translate.ts';
import { COMPARISON_LABELS } from '../../features/rules/catalogue.ts';
import { typedCondition, typedSideText } from '../../features/rules/typed-condition.ts';
import { chartSymbolOf } from '../../features/trades/chart-of.ts';
import { writtenDay } from '../../i18n/dates.ts';
import { TIMEFRAME_LABELS } from '../../i18n/strategy-labels.ts';
import type {
  AlertCommand,
  Command,
  ConditionCommand,
  Fault,
  OrderCommand,
  Period,
} from '../../state/command.ts';
import type { KnownCommand } from '../../state/palette-command.ts';
import type { PaletteItem } from './palette-item.ts';

const FAULT_LABELS: Readonly<Record<Fault, string>> = labels({
  'no-amount': 'Say how many first, as in: buy 10 sbin, or buy 1 lot nifty 24500 ce limit 120',
  'no-symbol': 'Say of what, as in: buy 10 sbin, or alert nifty > 24600',
  'no-price': 'A price must follow, as in: limit 120.50',
  'no-limit': 'Say the limit too, as in: trigger 402 limit 402.10',
  'no-level': 'Say when, as in: alert nifty > 24600, or alert sbin rsi < 30',
  'no-condition':
    'Say what is compared, as in: alert sbin rsi < 30, or alert sbin 5m ema 9 crosses above ema 21',
  'no-strategy': 'Say which strategy, as in: bt turtle',
  'no-period': 'Write the days as in: bt turtle 2y, bt turtle 6m, or bt turtle 01-01-2025 to 30-06-2025',
  'no-timeframe': 'Candles are of 1, 3, 5, 15, 30 or 60 minutes or of a day, as in: chart sbin 15',
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

/** Days of a backtest in words. */
const backtestText = (name: string, period: Period | null): string => {
  if (period === null) return t('Backtest {{name}}', { name });
  if (period.kind === 'days')
    return period.to === ''
      ? t('Backtest {{name}} from {{from}} on', { name, from: writtenDay(period.from) })
      : t('Backtest {{name}} from {{from}} to {{to}}', {
          ...{ name, from: writtenDay(period.from), to: writtenDay(period.to) },
        });
  const { count, unit } = period;
  if (unit === 'd') return t('Backtest {{name}} over the last {{count}} days', { name, count });
  return unit === 'm'
    ? t('Backtest {{name}} over the last {{count}} months', { name, count })
    : t('Backtest {{name}} over the last {{count}} years', { name, count });
};

const backtestAddress = (strategyId: string, period: Period | null): string =>
  `/backtest?${new URLSearchParams({
    strategy: strategyId,
    ...(period?.kind === 'last' && { period: `${period.count}${period.unit}` }),
    ...(period?.kind === 'days' && { from: period.from, ...(period.to !== '' && { to: period.to }) }),
  }).toString()}`;

type Named = NonNullable<KnownCommand['named']>;

const priceAlertItem = ({ when, price }: AlertCommand, { id, label }: Named): PaletteItem => {
  const values = { name: label, price: priceText(price) };
  const texts = {
    above: () => t('Alert when {{name}} is above ₹{{price}}', values),
    below: () => t('Alert when {{name}} is below ₹{{price}}', values),
    crosses: () => t('Alert when {{name}} crosses ₹{{price}}', values),
  };
  return item(texts[when](), t('opens the alert'), {
    ...{ refusal: null, deed: { kind: 'alert', draft: { symbol: id, when, level: price } } },
  });
};

const conditionItem = (command: ConditionCommand, { id, label }: Named): PaletteItem => {
  const entry = typedCondition(command);
  if (!entry) return saying(FAULT_LABELS['no-condition']);
  const { timeframe, left, operator, right } = command;
  return item(
    t('Alert on {{name}}, {{candles}}: {{left}} {{comparison}} {{right}}', {
      ...{ name: label, candles: TIMEFRAME_LABELS[timeframe], comparison: COMPARISON_LABELS[operator] },
      ...{ left: typedSideText(left), right: typedSideText(right) },
    }),
    t('opens the alert'),
    {
      refusal: null,
      deed: { kind: 'condition', condition: { symbol: id, mode: 'test', timeframe, entry } },
    },
  );
};

const orderItem = (command: OrderCommand, { id, label }: Named): PaletteItem => {
  const { side, sizeBy, amount, type, price, triggerPrice, product, stopLoss, target } = command;
  return item(orderText(command, label), levelsText(command), {
    refusal: null,
    deed: {
      kind: 'order',
      draft: {
        // Typed or chosen, an order begins on paper.
        mode: 'test',
        ...{ symbol: id, side, sizeBy, amount, type, price, triggerPrice, product, stopLoss, target },
      },
    },
  });
};

/** Sentence for words that name nothing. */
const unknownText = ({ kind, words }: Exclude<Command, { kind: 'wrong' }>): string => {
  if (kind === 'backtest') return t('None of your strategies is called {{words}}.', { words });
  if (kind === 'scan') return t('None of your saved scans is called {{words}}.', { words });
  return t('There is no instrument {{words}}.', { words });
};

/** A command as something to choose. Nothing happens before it is chosen, and then its page or dialog asks. */
export const commandItem = ({ command, named }: KnownCommand): PaletteItem => {
  if (command.kind === 'wrong') return saying(FAULT_LABELS[command.why]);
  if (!named) return saying(unknownText(command));
  const { id, label } = named;
  switch (command.kind) {
    case 'order':
      return orderItem(command, named);
    case 'alert':
      return priceAlertItem(command, named);
    case 'condition':
      return conditionItem(command, named);
    case 'backtest':
      return item(
        backtestText(label, command.period),
        command.period === null ? t('choose its days there') : t('opens the form; nothing runs yet'),
        { refusal: null, deed: { kind: 'go', route: backtestAddress(id, command.period) } },
      );
    case 'scan':
      return item(t('Open the scan {{name}}', { name: label }), t('opens the form; nothing runs yet'), {
        ...{ refusal: null, deed: { kind: 'go', route: `/scanner?saved=${id}` } },
      });
    case 'chart': {
      const symbol = chartSymbolOf(id);
      const { timeframe } = command;
      const search = timeframe === null ? '' : `?timeframe=${timeframe}`;
      return item(
        timeframe === null
          ? t('Chart of {{name}}', { name: symbol })
          : t('Chart of {{name}}, {{candles}}', { name: symbol, candles: TIMEFRAME_LABELS[timeframe] }),
        t('opens the chart'),
        { refusal: null, deed: { kind: 'go', route: `/chart/${encodeURIComponent(symbol)}${search}` } },
      );
    }
  }
};
