import {
  Beaker20Regular,
  Bot20Regular,
  Briefcase20Regular,
  BuildingShop20Regular,
  Cart20Regular,
  DataTrending20Regular,
  DataUsage20Regular,
  DocumentBulletList20Regular,
  DocumentPercent20Regular,
  Document20Regular,
  Eye20Regular,
  Gift20Regular,
  History20Regular,
  Home20Regular,
  LayoutColumnTwoSplitRight20Regular,
  People20Regular,
  ReceiptMoney20Regular,
  Receipt20Regular,
  Scales20Regular,
  Search20Regular,
  Star20Regular,
  Steps20Regular,
  TableSimple20Regular,
  TargetArrow20Regular,
  TextBulletListSquare20Regular,
  TicketDiagonal20Regular,
  Trophy20Regular,
  Wallet20Regular,
} from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { MENU_GROUPS, ROUTE_LIST, type MenuGroup, type MenuPath, type RouteTitle } from './route-list.ts';

export interface MenuItem {
  path: string;
  /** In English, as the list of routes has it. */
  title: RouteTitle;
  icon: ReactNode;
}

const ICONS: Readonly<Record<MenuPath, ReactNode>> = {
  '/home': <Home20Regular />,
  '/workspace': <LayoutColumnTwoSplitRight20Regular />,
  '/top-ten': <Trophy20Regular />,
  '/my-strategies': <Bot20Regular />,
  '/marketplace': <BuildingShop20Regular />,
  '/my-profit': <DataTrending20Regular />,
  '/backtest': <Beaker20Regular />,
  '/scanner': <Search20Regular />,
  '/pro-plans': <Star20Regular />,
  '/watchlist': <Eye20Regular />,
  '/depth': <Steps20Regular />,
  '/open-positions': <DataUsage20Regular />,
  '/order-history': <DocumentBulletList20Regular />,
  '/gtt': <TargetArrow20Regular />,
  '/trade-history': <History20Regular />,
  '/reconciliation': <Scales20Regular />,
  '/option-chain': <TableSimple20Regular />,
  '/baskets': <Cart20Regular />,
  '/holdings': <Briefcase20Regular />,
  '/wallet': <Wallet20Regular />,
  '/wallet-history': <Receipt20Regular />,
  '/my-transactions': <ReceiptMoney20Regular />,
  '/subscription': <Document20Regular />,
  '/reports': <DocumentPercent20Regular />,
  '/my-team': <People20Regular />,
  '/reward-history': <Gift20Regular />,
  '/tickets': <TicketDiagonal20Regular />,
  '/logs': <TextBulletListSquare20Regular />,
};

/** The whole menu, in the order of the list of routes. */
export const MENU: readonly { group: MenuGroup; items: readonly MenuItem[] }[] = MENU_GROUPS.map((group) => ({
  group,
  items: ROUTE_LIST.filter((route) => route.group === group).map(({ path, title }) => ({
    path,
    title,
    icon: ICONS[path as MenuPath],
  })),
}));
