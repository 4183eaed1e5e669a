import { searchField, urlSearch } from '../../state/url-search.ts';

export const WALLET_ACTIONS = ['none', 'add', 'top-up', 'transfer', 'withdraw', 'activate'] as const;
export type WalletAction = (typeof WALLET_ACTIONS)[number];

/** Which dialog is open: a link such as `/wallet?do=add` opens one. */
export const walletSearch = urlSearch({ do: searchField.oneOf(WALLET_ACTIONS, 'none') });
