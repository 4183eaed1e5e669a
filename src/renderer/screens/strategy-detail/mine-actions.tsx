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
import { CloneFlow } from '../../flows/clone-flow.tsx';
import { GoLiveFlow } from '../../flows/go-live-flow.tsx';
import { OnlineButton, OnlineMenuItem } from '../../flows/online-controls.tsx';
import { RunButton, useRunStrategy } from '../../flows/run-strategy.tsx';
import { SellFlow } from '../../flows/sell-flow.tsx';
import { t } from '../../i18n/translate.ts';
import { useEnable } from '../../state/strategy-actions.ts';
import { routeHref } from '../../state/navigation.ts';
import { RenameFlow } from './rename-flow.tsx';

type Asking = 'go-live' | 'sell' | 'clone' | 'rename' | null;

/** Start, stop, go live, sell, enable, clone and rename one's own strategy. */
export const MineActions = ({ trick, onChanged }: { trick: StrategySummary; onChanged: () => void }) => {
  const run = useRunStrategy(trick, onChanged);
  const enable = useEnable();
  const [asking, setAsking] = useState<Asking>(null);
  const { TricksId, trickStatus } = trick;
  const isDisabled = trickStatus === STRATEGY_STATUS.disabled;
  const close = () => setAsking(null);

  const onEnable = async () => {
    await enable.run({ TricksId, enabled: isDisabled });
    onChanged();
  };

  return (
    <>
      <RunButton run={run} appearance="primary" />
      {trick.mode === 'test' && !isDisabled && (
        <OnlineButton call="live.goLive" onClick={() => setAsking('go-live')}>
          {t('Go live…')}
        </OnlineButton>
      )}
      <Button onClick={() => setAsking('sell')}>{t('Sell…')}</Button>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button appearance="subtle" icon={<MoreHorizontal20Regular />} aria-label={t('More actions')} />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem onClick={() => void onEnable()}>{isDisabled ? t('Enable') : t('Disable')}</MenuItem>
            <OnlineMenuItem onClick={() => setAsking('clone')}>{t('Clone…')}</OnlineMenuItem>
            <MenuItem onClick={() => setAsking('rename')}>{t('Rename…')}</MenuItem>
            <MenuItemLink href={routeHref(`/backtest?trick=${TricksId}`)}>{t('Backtest')}</MenuItemLink>
            <MenuItemLink href={routeHref(`/builder?trick=${TricksId}`)}>{t('Change rules')}</MenuItemLink>
            <MenuItemLink href={routeHref(`/builder?copy=${TricksId}`)}>{t('Duplicate rules')}</MenuItemLink>
          </MenuList>
        </MenuPopover>
      </Menu>
      {asking === 'go-live' && <GoLiveFlow trick={trick} onChanged={onChanged} onClose={close} />}
      {asking === 'sell' && <SellFlow trick={trick} onChanged={onChanged} onClose={close} />}
      {asking === 'clone' && <CloneFlow trick={trick} onClose={close} />}
      {asking === 'rename' && <RenameFlow trick={trick} onChanged={onChanged} onClose={close} />}
    </>
  );
};
