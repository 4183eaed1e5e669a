import { useMemo } from 'react';
import type { WalletEntry, WalletName } from '../../../shared/contract/wallet.ts';
import { CopyReference } from '../../features/money/copy-reference.tsx';
import { PdfButton } from '../../features/export/pdf-button.tsx';
import { dateTimeText } from '../../i18n/dates.ts';
import { WALLET_LABELS, walletAmount, walletChange } from '../../i18n/money-labels.ts';
import { t, serverText } from '../../i18n/translate.ts';
import { session } from '../../state/session.ts';
import { myWallet } from '../../state/wallet.ts';
import { DetailsDrawer, Facts } from '../../ui/details-drawer.tsx';
import { SignedAmount } from '../../ui/money.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { entryReceipt } from './receipts.ts';

interface EntryDrawerProps {
  entry: WalletEntry;
  wallet: WalletName;
  onClose: () => void;
}

/** One line of a wallet with its receipt. */
export const EntryDrawer = ({ entry, wallet, onClose }: EntryDrawerProps) => {
  const holder = session.use((state) => state.user?.fullName ?? '');
  const isSandbox = myWallet.use((state) => state.value?.isSandbox ?? false);
  const receipt = useMemo(
    () => entryReceipt(entry, { wallet, holder, isSandbox }),
    [entry, wallet, holder, isSandbox],
  );
  return (
    <DetailsDrawer title={serverText(entry.title)} onClose={onClose}>
      <Facts
        facts={[
          [t('Amount'), <SignedAmount text={walletChange(wallet, entry.amount)} />],
          [t('Balance after it'), walletAmount(wallet, entry.balance)],
          [t('Time'), dateTimeText(Date.parse(entry.at))],
          [t('Wallet'), WALLET_LABELS[wallet]],
          ...(entry.counterparty === null
            ? []
            : [[t(entry.type === 'C' ? 'From' : 'To', { context: 'person' }), entry.counterparty] as const]),
          ...(entry.note === '' ? [] : [[t('Note'), <SaidByServer>{entry.note}</SaidByServer>] as const]),
          [t('Reference'), entry.reference],
        ]}
      />
      <Toolbar
        start={
          <>
            <PdfButton document={receipt} />
            <CopyReference reference={entry.reference} />
          </>
        }
      />
    </DetailsDrawer>
  );
};
