import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuItemLink,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { TrickCard } from '../../../shared/contract/trick-card.ts';
import { TRICK_STATUS } from '../../../shared/trick-status.ts';
import { GoLiveFlow } from '../../flows/go-live-flow.tsx';
import { OnlineMenuItem } from '../../flows/online-controls.tsx';
import { RunButton, useRunTrick } from '../../flows/run-trick.tsx';
import { SellFlow } from '../../flows/sell-flow.tsx';
import { SEGMENT_WORDS, STATUS_TONES, STATUS_WORDS } from '../../i18n/trick-words.ts';
import { useEnable } from '../../state/trick-actions.ts';
import { routeHref } from '../../state/navigation.ts';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { StrategyCard } from '../../ui/strategy-card.tsx';

const useStyles = makeStyles({ space: { flexGrow: 1 } });

/** One of the person's own strategies, with what can be done to it. */
export const MyCard = ({ trick, onChanged }: { trick: TrickCard; onChanged: () => void }) => {
  const styles = useStyles();
  const run = useRunTrick(trick, onChanged);
  const enable = useEnable();
  const [asking, setAsking] = useState<'go-live' | 'sell' | null>(null);
  const close = () => setAsking(null);
  const { TricksId, trickStatus } = trick;
  const isDisabled = trickStatus === TRICK_STATUS.disabled;
  const detail = (tab: string) => routeHref(`/strategies/${TricksId}?tab=${tab}`);

  const onEnable = async () => {
    await enable.run({ TricksId, enabled: isDisabled });
    onChanged();
  };

  return (
    <>
      <StrategyCard
        name={trick.name}
        href={detail('overview')}
        chip={<ModeChip mode={trick.mode} />}
        subtitle={`${trick.managedBy === null ? '' : `${trick.managedBy} · `}${trick.brokerName} · ${SEGMENT_WORDS[trick.segment]} · ${trick.instruments.slice(0, 2).join(', ')}${trick.instruments.length > 2 ? ` and ${trick.instruments.length - 2} more` : ''}`}
        equity={trick.equity}
        equityLabel={`Result of ${trick.name} over 30 days`}
        keys={{ s: run.toggle }}
        isMarked={trickStatus === TRICK_STATUS.needsAttention}
        figures={[
          { name: 'Today', value: <MoneyChange paise={trick.today} /> },
          {
            name: trick.mode === 'live' ? 'Since live' : 'Since start',
            value: <MoneyChange paise={trick.statistics.net} />,
          },
        ]}
        actions={
          <>
            <RunButton
              run={run}
              size="small"
              aria-label={`${run.isRunning ? 'Stop' : 'Start'} ${trick.name}`}
            />
            <Button size="small" aria-label={`Sell ${trick.name}`} onClick={() => setAsking('sell')}>
              Sell…
            </Button>
            <span className={styles.space} />
            <StatusText tone={STATUS_TONES[trickStatus]}>{STATUS_WORDS[trickStatus]}</StatusText>
            <Menu>
              <MenuTrigger disableButtonEnhancement>
                <Button
                  size="small"
                  appearance="subtle"
                  icon={<MoreHorizontal20Regular />}
                  aria-label={`More for ${trick.name}`}
                />
              </MenuTrigger>
              <MenuPopover>
                <MenuList>
                  {trick.mode === 'test' && !isDisabled && (
                    <OnlineMenuItem onClick={() => setAsking('go-live')}>Go live…</OnlineMenuItem>
                  )}
                  <MenuItemLink href={detail('overview')}>Details</MenuItemLink>
                  <MenuItemLink href={detail('settings')}>Stop-loss and settings</MenuItemLink>
                  <MenuItemLink href={detail('trades')}>Trades</MenuItemLink>
                  <MenuItemLink href={detail('log')}>Log</MenuItemLink>
                  <MenuItemLink href={routeHref(`/backtest?trick=${TricksId}`)}>Backtest</MenuItemLink>
                  <MenuItemLink href={routeHref(`/builder?trick=${TricksId}`)}>Change rules</MenuItemLink>
                  <MenuItemLink href={routeHref(`/builder?copy=${TricksId}`)}>Duplicate</MenuItemLink>
                  <MenuItem onClick={() => void onEnable()}>{isDisabled ? 'Enable' : 'Disable'}</MenuItem>
                </MenuList>
              </MenuPopover>
            </Menu>
          </>
        }
      />
      {asking === 'go-live' && <GoLiveFlow trick={trick} onChanged={onChanged} onClose={close} />}
      {asking === 'sell' && <SellFlow trick={trick} onChanged={onChanged} onClose={close} />}
    </>
  );
};
