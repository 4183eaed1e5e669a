import {
  BeakerRegular,
  BotRegular,
  BuildingShopRegular,
  CartRegular,
  DataTrendingRegular,
  DataUsageRegular,
  DocumentBulletListRegular,
  DocumentRegular,
  GiftRegular,
  HistoryRegular,
  HomeRegular,
  PeopleRegular,
  ReceiptMoneyRegular,
  ReceiptRegular,
  StarRegular,
  TextBulletListSquareRegular,
  TicketDiagonalRegular,
  TrophyRegular,
  WalletRegular,
} from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { MENU_GROUPS, ROUTE_LIST, type MenuGroup } from './route-list.ts';

export interface MenuItem {
  title: string;
  icon: ReactNode;
  /** Null while this version does not have it. */
  path: string | null;
  shortcut: string | null;
}

const order: Readonly<Record<MenuGroup, readonly (readonly [title: string, icon: ReactNode])[]>> = {
  Overview: [
    ['Home', <HomeRegular />],
    ['Top ten', <TrophyRegular />],
  ],
  Strategies: [
    ['My strategies', <BotRegular />],
    ['Marketplace', <BuildingShopRegular />],
    ['My profit', <DataTrendingRegular />],
    ['Backtest', <BeakerRegular />],
    ['Pro plans', <StarRegular />],
  ],
  Trading: [
    ['Open positions', <DataUsageRegular />],
    ['Order history', <DocumentBulletListRegular />],
    ['Trade history', <HistoryRegular />],
    ['Baskets', <CartRegular />],
  ],
  Money: [
    ['Wallet', <WalletRegular />],
    ['Wallet history', <ReceiptRegular />],
    ['My transactions', <ReceiptMoneyRegular />],
    ['Subscription', <DocumentRegular />],
  ],
  'Community & help': [
    ['My team', <PeopleRegular />],
    ['Reward history', <GiftRegular />],
    ['Support tickets', <TicketDiagonalRegular />],
    ['Logs', <TextBulletListSquareRegular />],
  ],
};

/** The whole menu of the specification; what has no route yet is named all the same. */
export const MENU: readonly { group: MenuGroup; items: readonly MenuItem[] }[] = MENU_GROUPS.map((group) => ({
  group,
  items: order[group].map(([title, icon]) => {
    const route = ROUTE_LIST.find((entry) => entry.group === group && entry.title === title);
    return { title, icon, path: route?.path ?? null, shortcut: route?.shortcut ?? null };
  }),
}));
