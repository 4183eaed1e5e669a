import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { CloneFlow } from '../../features/strategies/clone-flow.tsx';
import { FollowButton } from '../../features/strategies/follow-button.tsx';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { backtestRoute } from '../../features/strategies/backtest-route.ts';
import { t } from '../../i18n/translate.ts';
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
  return (
    <>
      <OnlineButton appearance="primary" onClick={() => setIsCloning(true)}>
        {t('Clone')}
      </OnlineButton>
      <FollowButton strategy={strategy} onChanged={onChanged} />
      <Button as="a" href={routeHref(backtestRoute(strategy))}>
        {t('Backtest')}
      </Button>
      {isCloning && <CloneFlow strategy={strategy} onPaid={onChanged} onClose={() => setIsCloning(false)} />}
    </>
  );
};
