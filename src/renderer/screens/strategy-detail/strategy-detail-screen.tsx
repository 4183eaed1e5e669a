import { Tab, TabList } from '@fluentui/react-components';
import { BotRegular } from '@fluentui/react-icons';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import { LinkButton } from '../../flows/link-button.tsx';
import { NeedsYou } from '../../flows/needs-you.tsx';
import { t, labels } from '../../i18n/translate.ts';
import { useStreamReload } from '../../state/stream.ts';
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
  overview: (shown) => <Overview details={shown} />,
  positions: ({ trick }) => <PositionsTab trick={trick} />,
  trades: ({ trick }) => <TradesTab trick={trick} />,
  orders: ({ trick }) => <OrdersTab trick={trick} />,
  fills: ({ trick }) => <FillsTab trick={trick} />,
  settings: (shown, reload) => <SettingsTab key={shown.trick.TricksId} details={shown} onSaved={reload} />,
  log: ({ trick }) => <LogTab trick={trick} />,
};

/** One strategy: its results, rules, positions, trades, orders, fills, settings and log. */
export const StrategyDetailScreen = () => {
  const params: { id?: string } = useParams({ strict: false });
  const TricksId = Number(params.id);
  const [{ tab }, setSearch] = useUrlSearch(detailSearch);
  const { value, isLoading, failure, loadedAt } = details.use();
  useEffect(() => {
    void details.load({ TricksId });
  }, [TricksId]);
  const seen = useRef(new Set<number>());
  useStreamReload(
    ['trick', 'trade', 'position'],
    () => void details.reload(),
    (event) => {
      switch (event.type) {
        case 'trick':
          return event.TricksId === TricksId;
        case 'trade':
          return event.trade.TricksId === TricksId;
        case 'position': {
          // The price of an open one moves every second; what it changes here is that it is there.
          const { positionId, status, TricksId: of } = event.position;
          const isNew = status === 'open' && !seen.current.has(positionId);
          if (of === TricksId && isNew) seen.current.add(positionId);
          return of === TricksId && (isNew || status === 'closed');
        }
      }
    },
  );
  const shown = value?.trick.TricksId === TricksId ? value : null;
  const tabs = shown?.trick.isMine ? TABS : (['overview'] as const);
  const current = tabs.find((name) => name === tab) ?? 'overview';
  const reload = () => void details.reload();
  return (
    <Screen title={shown?.trick.name ?? t('Strategy')} mode={shown?.trick.isMine ? shown.trick.mode : null}>
      <Content
        isLoading={isLoading}
        hasContent={shown !== null}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void details.load({ TricksId })}
        skeleton={<BlockSkeleton height={420} />}
        empty={{
          icon: <BotRegular fontSize={32} />,
          sentence: t('There is no such strategy.'),
          action: <LinkButton to="/my-strategies">{t('Go to my strategies')}</LinkButton>,
        }}
      >
        {shown && <DetailHeader trick={shown.trick} loadedAt={loadedAt} onChanged={reload} />}
      </Content>
      {shown?.trick.isMine && shown.trick.trickStatus === STRATEGY_STATUS.needsAttention && (
        <NeedsYou TricksId={TricksId} attention={shown.attention} onSettled={reload} />
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
