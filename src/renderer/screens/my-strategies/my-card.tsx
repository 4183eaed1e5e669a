import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuItemLink,
  MenuList,
  MenuPopover,
  MenuTrigger,
  tokens,
} from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import { GoLiveFlow } from '../../features/live/go-live-flow.tsx';
import { OnlineMenuItem } from '../../features/stream/online-controls.tsx';
import { StrategyLine, StrategyToday, StrategyTotal } from '../../features/strategies/result-figures.tsx';
import { RunButton, useRunStrategy } from '../../features/strategies/run-strategy.tsx';
import { SellFlow } from '../../features/strategies/sell-flow.tsx';
import { RemoveFlow } from '../../features/strategies/remove-flow.tsx';
import {
  algoIdText,
  brokerText,
  SEGMENT_LABELS,
  sinceHint,
  sinceText,
  STATUS_TONES,
  STATUS_LABELS,
} from '../../i18n/strategy-labels.ts';
import { backtestRoute } from '../../features/strategies/backtest-route.ts';
import { t } from '../../i18n/translate.ts';
import { useEnable, useMute } from '../../state/strategy-actions.ts';
import { routeHref } from '../../state/navigation.ts';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { StrategyCard } from '../../features/strategies/strategy-card.tsx';

const useStyles = makeStyles({
  whole: { flexShrink: 0, whiteSpace: 'nowrap' },
  end: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, marginLeft: 'auto' },
});

const NAMED = 2;
const instrumentsLine = (symbols: readonly string[]): string => {
  const names = symbols.slice(0, NAMED).join(', ');
  return symbols.length > NAMED
    ? t('{{names}} and {{number}} more', { names, number: symbols.length - NAMED })
    : names;
};

/** A card of the user's own strategy, with its actions. */
export const MyCard = ({ strategy, onChanged }: { strategy: StrategySummary; onChanged: () => void }) => {
  const styles = useStyles();
  const run = useRunStrategy(strategy, onChanged);
  const enable = useEnable();
  const mute = useMute();
  const [asking, setAsking] = useState<'go-live' | 'sell' | 'remove' | null>(null);
  const close = () => setAsking(null);
  const { strategyId, strategyStatus, origin } = strategy;
  const isDisabled = strategyStatus === STRATEGY_STATUS.disabled;
  const detail = (tab: string) => routeHref(`/strategies/${strategyId}?tab=${tab}`);

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
      <StrategyCard
        name={strategy.name}
        href={detail('overview')}
        chip={<ModeChip mode={strategy.mode} />}
        subtitle={[
          ...(strategy.managedBy === null ? [] : [strategy.managedBy]),
          ...(origin === null || origin.name === strategy.name
            ? []
            : [t('Copy of {{name}}', { name: origin.name })]),
          brokerText(strategy),
          ...[algoIdText(strategy)].filter((text) => text !== null),
          SEGMENT_LABELS[strategy.segment],
          instrumentsLine(strategy.instruments),
          ...(strategy.isMuted ? [t('Muted')] : []),
        ].join(' · ')}
        line={<StrategyLine strategy={strategy} />}
        isMarked={strategyStatus === STRATEGY_STATUS.needsAttention}
        figures={[
          { name: t('Today'), value: <StrategyToday strategy={strategy} /> },
          {
            name: sinceText(strategy.mode),
            hint: sinceHint(strategy.mode),
            value: <StrategyTotal strategy={strategy} />,
          },
        ]}
        actions={
          <>
            <RunButton
              run={run}
              size="small"
              names={{
                start: t('Start {{name}}', { name: strategy.name }),
                stop: t('Stop {{name}}', { name: strategy.name }),
              }}
            />
            <Button
              size="small"
              className={styles.whole}
              aria-label={t('Square off {{name}}', { name: strategy.name })}
              onClick={() => setAsking('sell')}
            >
              {t('Square off…')}
            </Button>
            <span className={styles.end}>
              <StatusText tone={STATUS_TONES[strategyStatus]}>{STATUS_LABELS[strategyStatus]}</StatusText>
              <Menu>
                <MenuTrigger disableButtonEnhancement>
                  <Button
                    size="small"
                    appearance="subtle"
                    icon={<MoreHorizontal20Regular />}
                    aria-label={t('More for {{name}}', { name: strategy.name })}
                  />
                </MenuTrigger>
                <MenuPopover>
                  <MenuList>
                    {strategy.mode === 'test' && !isDisabled && (
                      <OnlineMenuItem onClick={() => setAsking('go-live')}>{t('Go live…')}</OnlineMenuItem>
                    )}
                    <MenuItemLink href={detail('overview')}>{t('Details')}</MenuItemLink>
                    <MenuItemLink href={detail('settings')}>{t('Stop-loss and settings')}</MenuItemLink>
                    <MenuItemLink href={detail('trades')}>{t('Trades')}</MenuItemLink>
                    <MenuItemLink href={detail('log')}>{t('Log')}</MenuItemLink>
                    <MenuItemLink href={routeHref(backtestRoute(strategy))}>{t('Backtest')}</MenuItemLink>
                    <MenuItemLink href={routeHref(`/builder?strategy=${strategyId}`)}>
                      {t('Change rules')}
                    </MenuItemLink>
                    <MenuItemLink href={routeHref(`/builder?copy=${strategyId}`)}>
                      {t('Duplicate')}
                    </MenuItemLink>
                    <MenuItem onClick={() => void onEnable()}>
                      {isDisabled ? t('Enable') : t('Disable')}
                    </MenuItem>
                    <MenuItem onClick={() => void onMute()}>
                      {strategy.isMuted ? t('Unmute') : t('Mute')}
                    </MenuItem>
                    <MenuItem onClick={() => setAsking('remove')}>{t('Remove…')}</MenuItem>
                  </MenuList>
                </MenuPopover>
              </Menu>
            </span>
          </>
        }
      />
      {asking === 'go-live' && <GoLiveFlow strategy={strategy} onChanged={onChanged} onClose={close} />}
      {asking === 'sell' && <SellFlow strategy={strategy} onChanged={onChanged} onClose={close} />}
      {asking === 'remove' && <RemoveFlow strategy={strategy} onRemoved={onChanged} onClose={close} />}
    </>
  );
};
