import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import {
  Add16Regular,
  Alert16Regular,
  BotSparkle16Regular,
  ChartMultiple16Regular,
  Copy16Regular,
  ArrowCircleDown16Regular,
  ArrowCircleUp16Regular,
  StarAdd16Regular,
  TableSimple16Regular,
  Steps16Regular,
} from '@fluentui/react-icons';
import type { ComponentType } from 'react';
import { hasChain } from '../../../shared/chain-underlyings.ts';
import type { Mode, Source } from '../../../shared/contract/fields.ts';
import { t } from '../../i18n/translate.ts';
import { useGoFromHere } from '../../state/go-from-here.ts';
import { askManualOrder } from '../../state/manual-order.ts';
import { watchlists } from '../../state/watchlists.ts';
import { copyText } from '../../ui/copy-text.ts';
import { notify } from '../../ui/toasts.tsx';
import { chartOf, chartSymbolOf, isContract } from '../trades/chart-of.ts';
import { addTo, addToNew } from './add-to-list.ts';

/** A symbol whose menu is open. */
export interface SymbolInMenu {
  readonly symbol: string;
  /** Market that it was seen on; null where that does not matter. */
  readonly source: Source | null;
}

/** Something that can be done with a symbol anywhere. */
export interface SymbolAction {
  readonly key: string;
  /** Whether it is offered: what cannot be done with a symbol is not in its menu. */
  readonly isFor: (of: SymbolInMenu) => boolean;
  readonly Item: ComponentType<{ of: SymbolInMenu }>;
}

const CONTRACT = /^(\S+) (\d{4}-\d{2}-\d{2}) (\S.*)$/;

/** Address of the option chain of a symbol: of an index, or of a contract on one. Null where there is none. */
const chainAddressOf = (symbol: string): string | null => {
  const [, underlying = symbol, expiry, end] = CONTRACT.exec(symbol) ?? [];
  if (!hasChain(underlying)) return null;
  const search = new URLSearchParams({ underlying });
  if (expiry !== undefined) {
    search.set('expiry', expiry);
    search.set('contract', symbol);
    // An option may lie far from the money.
    if (end !== 'FUT') search.set('strikes', 'all');
  }
  return `/option-chain?${search.toString()}`;
};

/** Address of the builder with a symbol; null of what rules are not written on. */
const builderAddressOf = (symbol: string): string | null => {
  const underlying = chartSymbolOf(symbol);
  if (isContract(symbol))
    return hasChain(underlying) ? `/leg-builder?underlying=${encodeURIComponent(underlying)}` : null;
  return `/builder?symbol=${encodeURIComponent(symbol)}`;
};

const ChartItem = ({ of: { symbol, source } }: { of: SymbolInMenu }) => {
  const goTo = useGoFromHere();
  const address = source
    ? chartOf({ symbol, source })
    : `/chart/${encodeURIComponent(chartSymbolOf(symbol))}`;
  return (
    <MenuItem icon={<ChartMultiple16Regular />} onClick={() => goTo(address)}>
      {isContract(symbol)
        ? t('Open chart of {{symbol}}', { symbol: chartSymbolOf(symbol) })
        : t('Open chart')}
    </MenuItem>
  );
};

const ChainItem = ({ of: { symbol } }: { of: SymbolInMenu }) => {
  const goTo = useGoFromHere();
  return (
    <MenuItem icon={<TableSimple16Regular />} onClick={() => goTo(chainAddressOf(symbol) ?? '')}>
      {t('Option chain')}
    </MenuItem>
  );
};

const DepthItem = ({ of: { symbol, source } }: { of: SymbolInMenu }) => {
  const goTo = useGoFromHere();
  const search = new URLSearchParams({ symbol, ...(source && { source }) });
  return (
    <MenuItem icon={<Steps16Regular />} onClick={() => goTo(`/depth?${search.toString()}`)}>
      {t('Market depth')}
    </MenuItem>
  );
};

const orderItem = (side: 'buy' | 'sell') =>
  function OrderItem({ of: { symbol } }: { of: SymbolInMenu }) {
    return (
      <MenuItem
        icon={side === 'buy' ? <ArrowCircleUp16Regular /> : <ArrowCircleDown16Regular />}
        onClick={() => askManualOrder({ symbol, side, ...(isContract(symbol) && { sizeBy: 'lots' }) })}
      >
        {side === 'buy' ? t('Buy…') : t('Sell…')}
      </MenuItem>
    );
  };

const AlertItem = ({ of: { symbol, source } }: { of: SymbolInMenu }) => {
  const goTo = useGoFromHere();
  // It is watched where it was seen.
  const mode: Mode = source === 'broker' ? 'live' : 'test';
  return (
    <MenuItem
      icon={<Alert16Regular />}
      onClick={() => goTo(`/notifications?${new URLSearchParams({ view: 'mine', symbol, mode }).toString()}`)}
    >
      {t('Create an alert…')}
    </MenuItem>
  );
};

const BuildItem = ({ of: { symbol } }: { of: SymbolInMenu }) => {
  const goTo = useGoFromHere();
  return (
    <MenuItem icon={<BotSparkle16Regular />} onClick={() => goTo(builderAddressOf(symbol) ?? '')}>
      {isContract(symbol)
        ? t('Build an option strategy on {{symbol}}', { symbol: chartSymbolOf(symbol) })
        : t('Build a strategy')}
    </MenuItem>
  );
};

const CopyItem = ({ of: { symbol } }: { of: SymbolInMenu }) => (
  <MenuItem
    icon={<Copy16Regular />}
    onClick={() =>
      void copyText(symbol).then(() =>
        notify({ tone: 'success', message: t('{{symbol}} is copied.', { symbol }) }),
      )
    }
  >
    {t('Copy symbol')}
  </MenuItem>
);

const WatchlistItem = ({ of: { symbol } }: { of: SymbolInMenu }) => {
  const { value } = watchlists.use();
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuItem icon={<StarAdd16Regular />}>{t('Add to watchlist')}</MenuItem>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {value?.lists.map(({ listId, name }) => (
            <MenuItem key={listId} onClick={() => void addTo(listId, name, symbol)}>
              {name}
            </MenuItem>
          ))}
          <MenuItem icon={<Add16Regular />} onClick={() => void addToNew(symbol)}>
            {t('New watchlist')}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};

const always = (): boolean => true;
/** Contracts of BSE have no price on paper. */
const isOrdered = ({ symbol }: SymbolInMenu): boolean => !symbol.startsWith('BSE:');

/** Actions on a symbol, in the order of its menu. */
export const SYMBOL_ACTIONS: readonly SymbolAction[] = [
  { key: 'chart', isFor: always, Item: ChartItem },
  { key: 'buy', isFor: isOrdered, Item: orderItem('buy') },
  { key: 'sell', isFor: isOrdered, Item: orderItem('sell') },
  { key: 'chain', isFor: ({ symbol }) => chainAddressOf(symbol) !== null, Item: ChainItem },
  { key: 'depth', isFor: always, Item: DepthItem },
  { key: 'alert', isFor: isOrdered, Item: AlertItem },
  { key: 'watchlist', isFor: always, Item: WatchlistItem },
  { key: 'build', isFor: ({ symbol }) => builderAddressOf(symbol) !== null, Item: BuildItem },
  { key: 'copy', isFor: always, Item: CopyItem },
];
