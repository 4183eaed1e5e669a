import { useMemo } from 'react';
import { dateTimeText } from '../../i18n/dates.ts';
import type { WalletEntry, WalletName } from '../../../shared/contract/wallet.ts';

import { CopyReference } from '../../flows/copy-reference.tsx';
import { PdfButton } from '../../flows/pdf-button.tsx';
import { WALLET_WORDS, walletAmount, walletChange } from '../../i18n/money-words.ts';
import { session } from '../../state/session.ts';
import { myWallet } from '../../state/wallet.ts';
import { DetailsDrawer, Facts } from '../../ui/details-drawer.tsx';
import { SignedAmount } from '../../ui/money.tsx';
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
    <DetailsDrawer title={entry.title} onClose={onClose}>
      <Facts
        facts={[
          ['Amount', <SignedAmount text={walletChange(wallet, entry.amount)} />],
          ['Balance after it', walletAmount(wallet, entry.balance)],
          ['Time', dateTimeText(Date.parse(entry.at))],
          ['Wallet', WALLET_WORDS[wallet]],
          ...(entry.counterparty === null
            ? []
            : [[entry.type === 'C' ? 'From' : 'To', entry.counterparty] as const]),
          ...(entry.note === '' ? [] : [['Note', <span dir="auto">{entry.note}</span>] as const]),
          ['Reference', entry.reference],
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
