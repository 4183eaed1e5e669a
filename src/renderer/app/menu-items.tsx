import {
  Beaker20Regular,
  Bot20Regular,
  BuildingShop20Regular,
  Cart20Regular,
  DataTrending20Regular,
  DataUsage20Regular,
  DocumentBulletList20Regular,
  Document20Regular,
  Gift20Regular,
  History20Regular,
  Home20Regular,
  People20Regular,
  ReceiptMoney20Regular,
  Receipt20Regular,
  Scales20Regular,
  Star20Regular,
  TextBulletListSquare20Regular,
  TicketDiagonal20Regular,
  Trophy20Regular,
  Wallet20Regular,
} from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { MENU_GROUPS, ROUTE_LIST, type MenuGroup, type RouteTitle } from './route-list.ts';

export interface MenuItem {
  /** In English, as the list of routes has it. */
  title: RouteTitle;
  icon: ReactNode;
  /** Null while this version does not have it. */
  path: string | null;
}

const order: Readonly<Record<MenuGroup, readonly (readonly [title: RouteTitle, icon: ReactNode])[]>> = {
  Overview: [
    ['Home', <Home20Regular />],
    ['Top ten', <Trophy20Regular />],
  ],
  Strategies: [
    ['My strategies', <Bot20Regular />],
    ['Marketplace', <BuildingShop20Regular />],
    ['My profit', <DataTrending20Regular />],
    ['Backtest', <Beaker20Regular />],
    ['Pro plans', <Star20Regular />],
  ],
  Trading: [
    ['Open positions', <DataUsage20Regular />],
    ['Order history', <DocumentBulletList20Regular />],
    ['Trade history', <History20Regular />],
    ['Reconciliation', <Scales20Regular />],
    ['Baskets', <Cart20Regular />],
  ],
  Money: [
    ['Wallet', <Wallet20Regular />],
    ['Wallet history', <Receipt20Regular />],
    ['My transactions', <ReceiptMoney20Regular />],
    ['Subscription', <Document20Regular />],
  ],
  'Community & help': [
    ['My team', <People20Regular />],
    ['Reward history', <Gift20Regular />],
    ['Support tickets', <TicketDiagonal20Regular />],
    ['Logs', <TextBulletListSquare20Regular />],
  ],
};

/** The whole menu of the specification; what has no route yet is named all the same. */
export const MENU: readonly { group: MenuGroup; items: readonly MenuItem[] }[] = MENU_GROUPS.map((group) => ({
  group,
  items: order[group].map(([title, icon]) => {
    const route = ROUTE_LIST.find((entry) => entry.group === group && entry.title === title);
    return { title, icon, path: route?.path ?? null };
  }),
}));
