import { hasChain } from '../../../shared/chain-underlyings.ts';
import { chartSymbolOf } from '../../features/trades/chart-of.ts';
import { t } from '../../i18n/translate.ts';
import { isContractText } from '../../state/contract-address.ts';
import { EMPTY_ORDER } from '../../state/manual-order.ts';
import type { Found } from '../../state/palette-search.ts';
import type { Deed, PaletteItem } from './palette-item.ts';

/** Begin of the keys of further ways. They are not kept among what was chosen lately. */
export const WAY = 'way:';

/** Instrument or contract that a text names; null of neither. */
const openedBy = (typed: string, found: readonly Found[]): Found | null => {
  const whole = found.find(({ kind, label }) => kind === 'instrument' && label === typed.toUpperCase());
  const contract = isContractText(typed) ? found.find(({ kind }) => kind === 'contract') : undefined;
  return whole ?? contract ?? null;
};

/**
 * Ways to open the instrument that a text names. First its own page: the chart of a share or an index, the chain of a
 * contract, at its strike. Empty of a text that names none.
 */
export const openItems = (typed: string, found: readonly Found[]): PaletteItem[] => {
  const one = openedBy(typed, found);
  if (!one) return [];
  const { kind, key, label: name, detail, route } = one;
  const isContract = kind === 'contract';
  const symbol = key.slice(key.indexOf(':') + 1);
  const underlying = chartSymbolOf(symbol);
  const item = (of: string, label: string, said: string, deed: Deed): PaletteItem => ({
    ...{ key: of === '' ? key : `${WAY}${of} ${key}`, label, detail: said, deed },
    ...{ keys: '', names: [], refusal: null },
  });
  const go = (address: string): Deed => ({ kind: 'go', route: address });
  const opens = isContract ? t('opens its option chain') : t('opens the chart');
  const first = item('', name, [opens, detail].join(' · '), go(route));
  const depth = `/depth?${new URLSearchParams({ symbol }).toString()}`;
  return [
    first,
    item('depth', t('Market depth of {{name}}', { name }), t('opens the depth'), go(depth)),
    item('order', t('Buy or sell {{name}}…', { name }), t('opens the order'), {
      kind: 'order',
      draft: { ...EMPTY_ORDER, symbol, sizeBy: isContract ? 'lots' : 'quantity' },
    }),
    ...(isContract
      ? [
          item('chart', t('Chart of {{name}}', { name: underlying }), t('opens the chart'), {
            ...go(`/chart/${encodeURIComponent(underlying)}`),
          }),
        ]
      : hasChain(symbol)
        ? [
            item('chain', t('Option chain of {{name}}', { name }), t('opens its option chain'), {
              ...go(`/option-chain?${new URLSearchParams({ underlying: symbol }).toString()}`),
            }),
          ]
        : []),
  ];
};
