import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { useEffect } from 'react';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { wallet } from '../../../shared/contract/wallet.ts';
import { formatRupees } from '../../../shared/money.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { sandboxSentence } from '../../i18n/money-labels.ts';
import { t } from '../../i18n/translate.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { myWallet } from '../../state/wallet.ts';
import { Content } from '../../ui/content.tsx';
import { Screen } from '../../ui/screen.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { ActivateDialog } from './activate-dialog.tsx';
import { AddDialog } from './add-dialog.tsx';
import { Balances, usdtWallet } from './balances.tsx';
import { LatestEntries } from './latest-entries.tsx';
import { payment, pendingPayment } from './payment.ts';
import { TopUpDialog } from './top-up-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';
import { walletSearch, type WalletAction } from './wallet-search.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

type Wallet = OutputOf<(typeof wallet)['mine']>;

interface OpenDialogProps {
  action: WalletAction;
  value: Wallet;
  onClose: () => void;
}

const OpenDialog = ({ action, value, onClose }: OpenDialogProps) => {
  const { available, credit, limits, activation, withdrawRefusal } = value;
  switch (action) {
    case 'add':
      return <AddDialog limits={limits.add} onClose={onClose} />;
    case 'top-up':
      return <TopUpDialog available={available} onClose={onClose} />;
    case 'transfer':
      return <TransferDialog limits={{ ...limits.transfer, available }} onClose={onClose} />;
    case 'withdraw':
      return (
        <WithdrawDialog
          limits={{ ...limits.withdraw, available }}
          refusal={withdrawRefusal}
          onClose={onClose}
        />
      );
    case 'activate':
      return activation.isActive ? null : (
        <ActivateDialog {...activation} credit={credit} onClose={onClose} />
      );
    case 'none':
      return null;
  }
};

/** Money: what there is, and what can be done with it. */
export const WalletScreen = () => {
  const [{ do: action }, setSearch] = useUrlSearch(walletSearch);
  const { value, isLoading, failure, loadedAt } = myWallet.use();
  const waiting = pendingPayment(payment.use((state) => state.value));
  useEffect(() => {
    void myWallet.load(undefined);
    void usdtWallet.load(undefined);
    void payment.reload();
  }, []);
  const openId = value?.openPayment?.intentId;
  useEffect(() => {
    // A request made in this window is known already, and how it ended stays to be read.
    if (openId !== undefined && payment.get().value === null) void payment.load({ intentId: openId });
  }, [openId]);
  useReloadOnFacts(['wallet'], [myWallet, usdtWallet]);
  useReloadOnFacts(['payment'], payment);
  const open = (next: WalletAction) => () => setSearch({ do: next });
  const close = () => setSearch({ do: 'none' });
  return (
    <Screen title={t('Wallet')}>
      {waiting && action !== 'add' && (
        <MessageBar intent="warning">
          <MessageBarBody>
            {t('A payment of {{amount}} waits to be made.', { amount: formatRupees(waiting.amount) })}
          </MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={open('add')}>
              {t('Show QR code')}
            </Button>
          </MessageBarActions>
        </MessageBar>
      )}
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void myWallet.load(undefined)}
        skeleton={<BlockSkeleton height={92} />}
        empty={{ icon: null, sentence: '' }}
      >
        {value && <Balances value={value} />}
      </Content>
      {value && (
        <Toolbar
          start={
            <>
              <OnlineButton appearance="primary" onClick={open('add')}>
                {t('Add')}
              </OnlineButton>
              <OnlineButton onClick={open('top-up')}>{t('Top up')}</OnlineButton>
              <OnlineButton onClick={open('transfer')}>{t('Transfer')}</OnlineButton>
              <OnlineButton onClick={open('withdraw')}>{t('Withdraw')}</OnlineButton>
            </>
          }
          end={
            value.activation.isActive ? (
              <StatusText tone="good">{t('Account active')}</StatusText>
            ) : (
              <OnlineButton onClick={open('activate')}>{t('Activate account')}</OnlineButton>
            )
          }
        />
      )}
      {value?.isSandbox && (
        <MessageBar intent="info">
          <MessageBarBody>{sandboxSentence()}</MessageBarBody>
        </MessageBar>
      )}
      <LatestEntries />
      {value && <OpenDialog action={action} value={value} onClose={close} />}
    </Screen>
  );
};
