import { useState } from 'react';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { t } from '../../i18n/translate.ts';
import { useFollow } from '../../state/follow.ts';
import { notify } from '../../ui/toasts.tsx';
import { PayFeeDialog } from '../publications/pay-fee-dialog.tsx';
import { OnlineToggleButton } from '../stream/online-controls.tsx';

interface FollowButtonProps {
  strategy: Pick<StrategySummary, 'strategyId' | 'name' | 'isFollowed' | 'fee'>;
  size?: 'small' | 'medium';
  onChanged: () => void;
}

/** Follows a strategy, or stops following it; what its author asks for is paid first. */
export const FollowButton = ({ strategy, size = 'medium', onChanged }: FollowButtonProps) => {
  const [isPaying, setIsPaying] = useState(false);
  const follow = useFollow();
  const { strategyId, name, isFollowed, fee } = strategy;
  const run = async () => {
    const result = await follow.run({ strategyId, isFollowed });
    if (!result.ok) return;
    notify({
      tone: 'success',
      message: isFollowed
        ? t('You no longer follow {{name}}.', { name })
        : t('You follow {{name}}: its signals become alerts.', { name }),
    });
    onChanged();
  };
  const mustPay = fee !== null && !fee.isPaid && !isFollowed;
  return (
    <>
      <OnlineToggleButton
        size={size}
        checked={isFollowed}
        aria-label={isFollowed ? t('Following {{name}}', { name }) : t('Follow {{name}}', { name })}
        disabledFocusable={follow.isRunning}
        onClick={() => (mustPay ? setIsPaying(true) : void run())}
      >
        {isFollowed ? t('Following') : t('Follow')}
      </OnlineToggleButton>
      {isPaying && fee && (
        <PayFeeDialog
          strategy={strategy}
          fee={fee}
          onPaid={() => {
            setIsPaying(false);
            void run();
          }}
          onClose={() => setIsPaying(false)}
        />
      )}
    </>
  );
};
