import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import type { PaymentIntent } from '../../../shared/contract/wallet.ts';
import { formatRupees } from '../../../shared/money.ts';
import { paymentActions, SandboxPanel } from '../../features/money/sandbox-panel.tsx';
import { t } from '../../i18n/translate.ts';
import { useNow } from '../../state/use-now.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Content } from '../../ui/content.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Facts } from '../../ui/details-drawer.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { notify } from '../../ui/toasts.tsx';
import { payment, remaining } from './payment.ts';

/** The state is asked for this often, beside what the stream tells. */
const POLL_MS = 3_000;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  pair: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalL, alignItems: 'flex-start' },
  facts: { flexGrow: 1, minWidth: '190px' },
  state: { margin: 0 },
});

const CopyButton = ({ text, what }: { text: string; what: string }) => (
  <Button
    size="small"
    appearance="subtle"
    icon={<CopyRegular />}
    aria-label={t('Copy {{what}}', { what })}
    onClick={() =>
      void copyText(text).then(() => notify({ tone: 'news', message: t('{{what}} copied.', { what }) }))
    }
  />
);

const Request = ({ intent, hasAsked }: { intent: PaymentIntent; hasAsked: boolean }) => {
  const styles = useStyles();
  const now = useNow();
  return (
    <div className={styles.root}>
      <div className={styles.pair}>
        <QrCode
          text={intent.deepLink}
          label={t('QR code that asks for {{amount}}, to be read with a UPI app', {
            amount: formatRupees(intent.amount),
          })}
        />
        <div className={styles.facts}>
          <Facts
            facts={[
              [t('Amount'), formatRupees(intent.amount)],
              [t('To', { context: 'person' }), intent.payee.name],
              [
                'UPI ID',
                <>
                  {intent.payee.upiId} <CopyButton text={intent.payee.upiId} what="UPI ID" />
                </>,
              ],
              [t('From', { context: 'person' }), intent.upiId],
              [t('Reference'), intent.reference],
              [t('Time left'), <span role="timer">{remaining(Date.parse(intent.expiresAt), now)}</span>],
            ]}
          />
        </div>
      </div>
      <p className={styles.state} role="status">
        {hasAsked
          ? t('Not confirmed yet. It can take a minute; this page follows by itself.')
          : t('Waiting for the payment…')}
      </p>
      {intent.isSandbox && (
        <SandboxPanel
          reference={intent.reference}
          sentence={t('No real money moves: nobody can pay this QR code. Choose how the payment goes.')}
          actions={paymentActions()}
          onReported={() => void payment.reload()}
        />
      )}
    </div>
  );
};

/** A payment request, until the provider confirms it or not. Closing the dialog does not withdraw the request. */
export const PaymentDialog = ({ onClose }: { onClose: () => void }) => {
  const { value: intent, isLoading, failure, loadedAt } = payment.use();
  const [hasAsked, setHasAsked] = useState(false);
  useEffect(() => {
    const interval = setInterval(() => void payment.reload(), POLL_MS);
    return () => clearInterval(interval);
  }, []);
  const ask = async () => {
    await payment.reload();
    setHasAsked(true);
  };
  return (
    <ConfirmDialog
      title={t('Pay with a UPI app')}
      action={t('I have paid')}
      cancel={t('Close')}
      isWide
      isActionDisabled={intent === null}
      onConfirm={() => void ask()}
      onClose={onClose}
    >
      <Content
        isLoading={isLoading}
        hasContent={intent !== null}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void payment.reload()}
        skeleton={<BlockSkeleton height={200} />}
        empty={{ icon: null, sentence: '' }}
      >
        {intent && <Request intent={intent} hasAsked={hasAsked} />}
      </Content>
    </ConfirmDialog>
  );
};
