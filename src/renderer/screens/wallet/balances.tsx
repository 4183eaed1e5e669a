import { Button } from '@fluentui/react-components';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { wallet } from '../../../shared/contract/wallet.ts';
import { formatRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { formatUsdt } from '../../i18n/money-labels.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { createResource } from '../../state/resource.ts';
import { myWallet } from '../../state/wallet.ts';
import { StatRow, StatTile } from '../../ui/stat-tile.tsx';
import { notify } from '../../ui/toasts.tsx';

export const usdtWallet = createResource(() => api.wallet.usdt(), { isQuiet: true });

/** Moves what has been earned to the main wallet. */
const ClaimButton = () => {
  const claim = useAction(api.wallet.claimRewards);
  const offline = useOfflineReason();
  const run = async () => {
    const result = await claim.run({});
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? t('Your rewards are in the main wallet.') });
    void myWallet.reload();
  };
  return (
    <Button
      size="small"
      title={offline}
      disabledFocusable={claim.isRunning || offline !== undefined}
      onClick={() => void run()}
    >
      {t('Move to wallet')}
    </Button>
  );
};

/** Balances, and where they are. */
export const Balances = ({ value }: { value: OutputOf<(typeof wallet)['mine']> }) => {
  const usdt = usdtWallet.use((state) => state.value);
  const hasUsdt = usdt !== null && (usdt.balance !== 0 || usdt.entries > 0);
  return (
    <StatRow label={t('Balances')}>
      <StatTile
        label={t('Available')}
        value={formatRupees(value.available)}
        hint={t('To spend, send or withdraw')}
      />
      <StatTile
        label={t('On hold', { context: 'wallet' })}
        value={formatRupees(value.held)}
        hint={t('Withdrawals on their way')}
      />
      <StatTile
        label={t('Reward')}
        value={formatRupees(value.reward)}
        hint={value.reward > 0 ? <ClaimButton /> : t('Earned from your team')}
      />
      <StatTile
        label={t('Credit')}
        value={formatRupees(value.credit)}
        hint={t('For platform fees and backtests')}
      />
      {hasUsdt && (
        <StatTile label="USDT" value={formatUsdt(usdt.balance)} hint={t('Kept apart from rupees')} />
      )}
    </StatRow>
  );
};
