import { useEffect, useState } from 'react';
import { api } from '../../api/api.ts';
import { labels, t } from '../../i18n/translate.ts';
import { contractName } from '../../state/contract-address.ts';
import type { Command, Fault, OrderCommand } from './command-line.ts';
import { parseCommand } from './command-line.ts';
import type { PaletteItem } from './palette-items.ts';

/** Something that words of a command name. */
interface Named {
  /** Symbol, or the number of a strategy. */
  readonly id: string;
  readonly label: string;
}

interface Answer {
  readonly text: string;
  /** Null where nothing answers to the words; undefined while it is not known. */
  readonly named: Named | null | undefined;
}

const PAUSE_MS = 180;

const FAULT_LABELS: Readonly<Record<Fault, string>> = labels({
  'no-amount': 'Say how many first, as in: buy 10 sbin, or buy 1 lot nifty 24500 ce limit 120',
  'no-symbol': 'Say of what, as in: buy 10 sbin, or alert nifty > 24600',
  'no-price': 'A price must follow, as in: limit 120.50',
  'no-limit': 'Say the limit too, as in: trigger 402 limit 402.10',
  'no-level': 'Say a price, as in: alert nifty > 24600',
  'no-strategy': 'Say which strategy, as in: bt turtle',
  'said-twice': 'Say each price once.',
});

const namedSymbol = async (words: string): Promise<Named | null> => {
  const shares = await api.market.instruments({ search: words, pageSize: 6 });
  const symbol = words.toUpperCase();
  if (shares.ok && shares.value.instruments.some((one) => one.symbol === symbol))
    return { id: symbol, label: symbol };
  const contracts = await api.market.findContracts({ search: words.slice(0, 80), limit: 1 });
  const [contract] = contracts.ok ? contracts.value.contracts : [];
  if (contract && /\d|fut/i.test(words))
    return { id: contract.symbol, label: `${contractName(contract)} ${contract.expiry}` };
  const [first] = shares.ok ? shares.value.instruments : [];
  return first && first.name.toUpperCase().startsWith(symbol)
    ? { id: first.symbol, label: first.symbol }
    : null;
};

const namedStrategy = async (words: string): Promise<Named | null> => {
  const found = await api.strategies.mine({ strategyStatus: 0, pageType: 'All', search: words, pageSize: 1 });
  const [first] = found.ok ? found.value.rows : [];
  return first ? { id: String(first.strategyId), label: first.name } : null;
};

const sizeText = ({ sizeBy, amount }: OrderCommand): string =>
  sizeBy === 'lots' ? t('{{count}} lots', { count: Number(amount) }) : amount;

/** An order as a sentence. */
const orderText = (order: OrderCommand, name: string): string => {
  const { side, type, price, triggerPrice } = order;
  const values = { size: sizeText(order), name, price, trigger: triggerPrice };
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
    ...(stopLoss === '' ? [] : [t('stop-loss ₹{{price}}', { price: stopLoss })]),
    ...(target === '' ? [] : [t('target ₹{{price}}', { price: target })]),
    t('on paper; opens the order, sends nothing'),
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

const itemOf = (command: Command, named: Named | null): PaletteItem => {
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
        ? t('Alert when {{name}} is above ₹{{price}}', { name: named.label, price: command.price })
        : t('Alert when {{name}} is below ₹{{price}}', { name: named.label, price: command.price }),
      t('opens the alert, saves nothing'),
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
      draft: { symbol: named.id, side, sizeBy, amount, type, price, triggerPrice, product, stopLoss, target },
    },
  });
};

/**
 * React hook: the command that a text is, as something to choose; null of what is none, and while it is not known what its words
 * name. Nothing happens before it is chosen, and then its page or dialog asks.
 */
export const useCommand = (text: string): PaletteItem | null => {
  const [answer, setAnswer] = useState<Answer>({ text: '', named: undefined });
  const command = parseCommand(text);
  const isAsking = command !== null && command.kind !== 'wrong';
  const words = isAsking ? `${command.kind} ${command.words}` : '';
  useEffect(() => {
    if (words === '') return;
    let isOver = false;
    const [kind, ...named] = words.split(' ');
    const find = async () => {
      const found = await (kind === 'backtest' ? namedStrategy : namedSymbol)(named.join(' '));
      if (!isOver) setAnswer({ text: words, named: found });
    };
    const timer = setTimeout(() => void find(), PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [words]);
  if (command === null) return null;
  if (command.kind === 'wrong') return itemOf(command, null);
  return answer.text === words && answer.named !== undefined ? itemOf(command, answer.named) : null;
};
