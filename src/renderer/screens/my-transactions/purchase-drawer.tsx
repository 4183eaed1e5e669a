import { Button } from '@fluentui/react-components';
import type { Purchase } from '../../../shared/contract/subscription.ts';
import { formatRupees } from '../../../shared/money.ts';
import { CopyReference } from '../../features/money/copy-reference.tsx';
import { dateTimeText } from '../../i18n/dates.ts';
import { PURCHASE_TONES, PURCHASE_LABELS } from '../../i18n/money-labels.ts';
import { t, serverText } from '../../i18n/translate.ts';
import { DetailsDrawer, Facts } from '../../ui/details-drawer.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { InvoicePanel } from './invoice-panel.tsx';

interface PurchaseDrawerProps {
  purchase: Purchase;
  onRetry: () => void;
  onClose: () => void;
}

/** One purchase, with its invoice once it is paid. */
export const PurchaseDrawer = ({ purchase, onRetry, onClose }: PurchaseDrawerProps) => {
  const { state } = purchase;
  return (
    <DetailsDrawer title={serverText(purchase.text)} onClose={onClose}>
      <Facts
        facts={[
          [t('Status'), <StatusText tone={PURCHASE_TONES[state]}>{PURCHASE_LABELS[state]}</StatusText>],
          [t('Time'), dateTimeText(Date.parse(purchase.at))],
          [t('Total'), formatRupees(purchase.total)],
          [t('Of it GST'), formatRupees(purchase.gst)],
          [t('Reference'), purchase.reference],
        ]}
      />
      {purchase.message && <SaidByServer>{purchase.message}</SaidByServer>}
      <Toolbar
        start={
          <>
            {purchase.canRetry && (
              <Button appearance="primary" onClick={onRetry}>
                {t('Pay now')}
              </Button>
            )}
            <CopyReference reference={purchase.reference} />
          </>
        }
      />
      {purchase.invoiceNumber !== null && <InvoicePanel transactionId={purchase.transactionId} />}
    </DetailsDrawer>
  );
};
