import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { CloneFlow } from '../../features/strategies/clone-flow.tsx';
import { OnlineButton, OnlineToggleButton } from '../../features/stream/online-controls.tsx';
import { t } from '../../i18n/translate.ts';
import { useFollow } from '../../state/follow.ts';
import { routeHref } from '../../state/navigation.ts';

/** A strategy on offer can be cloned in test or followed. */
export const OfferActions = ({
  strategy,
  onChanged,
}: {
  strategy: StrategySummary;
  onChanged: () => void;
}) => {
  const [isCloning, setIsCloning] = useState(false);
  const follow = useFollow();
  const { strategyId, isFollowed } = strategy;
  const onFollow = async () => {
    const result = await follow.run({ strategyId, isFollowed });
    if (result.ok) onChanged();
  };
  return (
    <>
      <OnlineButton appearance="primary" onClick={() => setIsCloning(true)}>
        {t('Clone')}
      </OnlineButton>
      <OnlineToggleButton
        checked={isFollowed}
        disabledFocusable={follow.isRunning}
        onClick={() => void onFollow()}
      >
        {isFollowed ? t('Following') : t('Follow')}
      </OnlineToggleButton>
      <Button as="a" href={routeHref(`/backtest?strategy=${strategyId}`)}>
        {t('Backtest')}
      </Button>
      {isCloning && <CloneFlow strategy={strategy} onClose={() => setIsCloning(false)} />}
    </>
  );
};
