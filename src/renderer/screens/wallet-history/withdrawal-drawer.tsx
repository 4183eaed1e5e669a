import { useMemo } from 'react';
import type { Withdrawal } from '../../../shared/contract/wallet.ts';
import { formatRupees } from '../../../shared/money.ts';
import { CopyReference } from '../../features/money/copy-reference.tsx';
import { PdfButton } from '../../features/export/pdf-button.tsx';
import { payoutActions, SandboxPanel } from '../../features/money/sandbox-panel.tsx';
import { dateTimeText } from '../../i18n/dates.ts';
import { WITHDRAWAL_TONES, WITHDRAWAL_LABELS } from '../../i18n/money-labels.ts';
import { t } from '../../i18n/translate.ts';
import { session } from '../../state/session.ts';
import { DetailsDrawer, Facts } from '../../ui/details-drawer.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { withdrawalReceipt } from './receipts.ts';

interface WithdrawalDrawerProps {
  withdrawal: Withdrawal;
  onChanged: () => void;
  onClose: () => void;
}

/** One withdrawal, what has become of it, and its receipt. */
export const WithdrawalDrawer = ({ withdrawal, onChanged, onClose }: WithdrawalDrawerProps) => {
  const holder = session.use((state) => state.user?.fullName ?? '');
  const { isSandbox, state } = withdrawal;
  const receipt = useMemo(
    () => withdrawalReceipt(withdrawal, { holder, isSandbox }),
    [withdrawal, holder, isSandbox],
  );
  return (
    <DetailsDrawer title={t('Withdrawal')} onClose={onClose}>
      <Facts
        facts={[
          [t('Status'), <StatusText tone={WITHDRAWAL_TONES[state]}>{WITHDRAWAL_LABELS[state]}</StatusText>],
          [t('Amount'), formatRupees(withdrawal.amount)],
          [t('Asked for'), dateTimeText(Date.parse(withdrawal.at))],
          ...(withdrawal.settledAt === null
            ? []
            : [[t('Ended', { context: 'time' }), dateTimeText(Date.parse(withdrawal.settledAt))] as const]),
          [t('Account ending in'), withdrawal.accountLast4],
          ['IFSC', withdrawal.ifsc],
          [t('Reference'), withdrawal.reference],
        ]}
      />
      {withdrawal.message && <SaidByServer>{withdrawal.message}</SaidByServer>}
      <Toolbar
        start={
          <>
            <PdfButton document={receipt} />
            <CopyReference reference={withdrawal.reference} />
          </>
        }
      />
      {isSandbox && state === 'held' && (
        <SandboxPanel
          reference={withdrawal.reference}
          sentence={t('No real money moves: no bank is asked. Choose how the withdrawal goes.')}
          actions={payoutActions()}
          onReported={onChanged}
        />
      )}
    </DetailsDrawer>
  );
};
