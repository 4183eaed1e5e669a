import { Tab, TabList } from '@fluentui/react-components';
import { BotRegular } from '@fluentui/react-icons';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import { LinkButton } from '../../features/navigation/link-button.tsx';
import { PublicationPanel } from '../../features/publications/publication-panel.tsx';
import { VersionNotice } from '../../features/publications/version-notice.tsx';
import { NeedsYou } from '../../features/live/needs-you.tsx';
import { t, labels } from '../../i18n/translate.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { useGoTo } from '../../state/navigation.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { Content } from '../../ui/content.tsx';
import { Screen } from '../../ui/screen.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { DetailHeader } from './detail-header.tsx';
import { details, detailSearch, TABS, type Tab as TabName, type StrategyDetails } from './details.ts';
import { FillsTab } from './fills-tab.tsx';
import { LogTab } from './log-tab.tsx';
import { OrdersTab } from './orders-tab.tsx';
import { Overview } from './overview.tsx';
import { PositionsTab } from './positions-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { TradesTab } from './trades-tab.tsx';

const tabNames: Readonly<Record<TabName, string>> = labels({
  overview: 'Overview',
  positions: 'Positions',
  trades: 'Trades',
  orders: 'Orders',
  fills: 'Fills',
  settings: 'Settings',
  log: 'Log',
});

const tabContent: Readonly<Record<TabName, (shown: StrategyDetails, reload: () => void) => ReactNode>> = {
  overview: (shown) => (
    <>
      {shown.strategy.isMine && <PublicationPanel strategy={shown.strategy} />}
      <Overview details={shown} />
    </>
  ),
  positions: ({ strategy }) => <PositionsTab strategy={strategy} />,
  trades: ({ strategy }) => <TradesTab strategy={strategy} />,
  orders: ({ strategy }) => <OrdersTab strategy={strategy} />,
  fills: ({ strategy }) => <FillsTab strategy={strategy} />,
  settings: (shown, reload) => (
    <SettingsTab key={shown.strategy.strategyId} details={shown} onSaved={reload} />
  ),
  log: ({ strategy }) => <LogTab strategy={strategy} />,
};

/** Others' strategies have their figures alone; a published version has no settings, since it never changes. */
const tabsOf = ({ strategy }: StrategyDetails): readonly TabName[] => {
  if (!strategy.isMine) return ['overview'];
  return strategy.version === null ? TABS : TABS.filter((name) => name !== 'settings');
};

/** One strategy: its results, rules, positions, trades, orders, fills, settings and log. */
export const StrategyDetailScreen = () => {
  const params: { id?: string } = useParams({ strict: false });
  const strategyId = Number(params.id);
  const goTo = useGoTo();
  const [{ tab }, setSearch] = useUrlSearch(detailSearch);
  const here = details.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  useEffect(() => {
    void here.load({ strategyId });
  }, [here, strategyId]);
  const seen = useRef(new Set<number>());
  useReloadOnFacts(['strategy', 'trade', 'position'], details, (event) => {
    switch (event.type) {
      case 'strategy':
        return event.strategyId === strategyId;
      case 'trade':
        return event.trade.strategyId === strategyId;
      case 'position': {
        // The price of an open one moves every second; what it changes here is that it is there.
        const { positionId, status, strategyId: of } = event.position;
        const isNew = status === 'open' && !seen.current.has(positionId);
        if (of === strategyId && isNew) seen.current.add(positionId);
        return of === strategyId && (isNew || status === 'closed');
      }
    }
  });
  const shown = value?.strategy.strategyId === strategyId ? value : null;
  const tabs = shown ? tabsOf(shown) : (['overview'] as const);
  const current = tabs.find((name) => name === tab) ?? 'overview';
  const reload = () => void details.reload();
  return (
    <Screen
      title={shown?.strategy.name ?? t('Strategy')}
      mode={shown?.strategy.isMine ? shown.strategy.mode : null}
    >
      <Content
        isLoading={isLoading}
        hasContent={shown !== null}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void here.load({ strategyId })}
        skeleton={<BlockSkeleton height={420} />}
        empty={{
          icon: <BotRegular fontSize={32} />,
          sentence: t('There is no such strategy.'),
          action: <LinkButton to="/my-strategies">{t('Go to my strategies')}</LinkButton>,
        }}
      >
        {shown && <DetailHeader strategy={shown.strategy} loadedAt={loadedAt} onChanged={reload} />}
      </Content>
      {shown?.strategy.isMine && shown.strategy.strategyStatus === STRATEGY_STATUS.needsAttention && (
        <NeedsYou strategyId={strategyId} attention={shown.attention} onSettled={reload} />
      )}
      {shown && (
        <VersionNotice
          strategy={shown.strategy}
          onAccepted={(held) => (held === strategyId ? reload() : goTo(`/strategies/${held}`))}
        />
      )}
      {shown && tabs.length > 1 && (
        <TabList
          aria-label={t('Parts of the strategy')}
          selectedValue={current}
          onTabSelect={(_, data) => setSearch({ tab: data.value as TabName, page: 1 })}
        >
          {tabs.map((name) => (
            <Tab key={name} value={name}>
              {tabNames[name]}
            </Tab>
          ))}
        </TabList>
      )}
      {shown && tabContent[current](shown, reload)}
    </Screen>
  );
};
