import {
  Button,
  Menu,
  MenuItem,
  MenuItemLink,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import { CloneFlow } from '../../features/strategies/clone-flow.tsx';
import { usePublicationOf } from '../../features/publications/publications.ts';
import { PublishFlow } from '../../features/publications/publish-flow.tsx';
import { GoLiveFlow } from '../../features/live/go-live-flow.tsx';
import { OnlineButton, OnlineMenuItem } from '../../features/stream/online-controls.tsx';
import { RunButton, useRunStrategy } from '../../features/strategies/run-strategy.tsx';
import { SellFlow } from '../../features/strategies/sell-flow.tsx';
import { RemoveFlow } from '../../features/strategies/remove-flow.tsx';
import { backtestRoute } from '../../features/strategies/backtest-route.ts';
import { t } from '../../i18n/translate.ts';
import { useEnable, useMute } from '../../state/strategy-actions.ts';
import { routeHref, useGoTo } from '../../state/navigation.ts';
import { RenameFlow } from './rename-flow.tsx';

type Asking = 'go-live' | 'sell' | 'clone' | 'rename' | 'remove' | 'publish' | null;

/** Start, stop, go live, sell, enable, clone and rename one's own strategy. */
export const MineActions = ({
  strategy,
  onChanged,
}: {
  strategy: StrategySummary;
  onChanged: () => void;
}) => {
  const run = useRunStrategy(strategy, onChanged);
  const enable = useEnable();
  const mute = useMute();
  const goTo = useGoTo();
  const [asking, setAsking] = useState<Asking>(null);
  const { strategyId, strategyStatus } = strategy;
  const isDisabled = strategyStatus === STRATEGY_STATUS.disabled;
  const publication = usePublicationOf(strategyId);
  // What is published stays as it was reviewed: a copy of it is changed, and published as the next version.
  const isVersion = strategy.version !== null;
  const close = () => setAsking(null);

  const onEnable = async () => {
    await enable.run({ strategyId, enabled: isDisabled });
    onChanged();
  };
  const onMute = async () => {
    await mute.run({ strategyId, isMuted: !strategy.isMuted });
    onChanged();
  };

  return (
    <>
      <RunButton run={run} appearance="primary" />
      {strategy.mode === 'test' && !isDisabled && (
        <OnlineButton call="live.goLive" onClick={() => setAsking('go-live')}>
          {t('Go live…')}
        </OnlineButton>
      )}
      <Button onClick={() => setAsking('sell')}>{t('Square off…')}</Button>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button appearance="subtle" icon={<MoreHorizontal20Regular />} aria-label={t('More actions')} />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem onClick={() => void onEnable()}>{isDisabled ? t('Enable') : t('Disable')}</MenuItem>
            <MenuItem onClick={() => void onMute()}>{strategy.isMuted ? t('Unmute') : t('Mute')}</MenuItem>
            <OnlineMenuItem onClick={() => setAsking('clone')}>{t('Clone…')}</OnlineMenuItem>
            {!isVersion && <MenuItem onClick={() => setAsking('rename')}>{t('Rename…')}</MenuItem>}
            <MenuItemLink href={routeHref(backtestRoute(strategy))}>{t('Backtest')}</MenuItemLink>
            {!isVersion && (
              <MenuItemLink href={routeHref(`/builder?strategy=${strategyId}`)}>
                {t('Change rules')}
              </MenuItemLink>
            )}
            <MenuItemLink href={routeHref(`/builder?copy=${strategyId}`)}>
              {t('Duplicate rules')}
            </MenuItemLink>
            {!isVersion && publication === null && strategy.managedBy === null && (
              <OnlineMenuItem onClick={() => setAsking('publish')}>{t('Publish…')}</OnlineMenuItem>
            )}
            {!isVersion && <MenuItem onClick={() => setAsking('remove')}>{t('Remove…')}</MenuItem>}
          </MenuList>
        </MenuPopover>
      </Menu>
      {asking === 'go-live' && <GoLiveFlow strategy={strategy} onChanged={onChanged} onClose={close} />}
      {asking === 'sell' && <SellFlow strategy={strategy} onChanged={onChanged} onClose={close} />}
      {asking === 'clone' && <CloneFlow strategy={strategy} onClose={close} />}
      {asking === 'rename' && <RenameFlow strategy={strategy} onChanged={onChanged} onClose={close} />}
      {asking === 'publish' && <PublishFlow strategy={strategy} publication={null} onClose={close} />}
      {asking === 'remove' && (
        <RemoveFlow strategy={strategy} onRemoved={() => goTo('/my-strategies?tab=Test')} onClose={close} />
      )}
    </>
  );
};
