import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import { ReceiptMoneyRegular } from '@fluentui/react-icons';
import { useEffect, useMemo } from 'react';
import type { Invoice } from '../../../shared/contract/subscription.ts';
import { formatRupees } from '../../../shared/money.ts';
import { PdfButton } from '../../features/export/pdf-button.tsx';
import { dayText } from '../../i18n/dates.ts';
import { t, serverText } from '../../i18n/translate.ts';
import { Content } from '../../ui/content.tsx';
import { Facts } from '../../ui/details-drawer.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { gstParts, invoiceDocument } from './invoice-document.ts';
import { invoice } from './purchases.ts';

const InvoiceFacts = ({ value }: { value: Invoice }) => {
  const document = useMemo(() => invoiceDocument(value), [value]);
  const { seller, buyer } = value;
  return (
    <>
      {value.isSandbox && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>{t('Sandbox: the seller is made up and no real money was paid.')}</MessageBarBody>
        </MessageBar>
      )}
      <Facts
        facts={[
          [t('Number', { context: 'identity' }), value.number],
          [t('Day'), dayText(Date.parse(value.at))],
          [t('Sold by'), `${seller.name}, ${seller.address}, GSTIN ${seller.gstin}`],
          [t('Sold to'), [buyer.name, buyer.address, buyer.state].filter(Boolean).join(', ')],
          ...value.lines.map(
            (line) => [`${serverText(line.text)} (SAC ${line.sac})`, formatRupees(line.taxable)] as const,
          ),
          [t('Taxable value'), formatRupees(value.taxable)],
          ...gstParts(value).map(([name, paise]) => [name, formatRupees(paise)] as const),
          [t('Total'), <strong>{formatRupees(value.total)}</strong>],
        ]}
      />
      <div>
        <PdfButton document={document} />
      </div>
    </>
  );
};

/** The tax invoice of a purchase. */
export const InvoicePanel = ({ transactionId }: { transactionId: number }) => {
  const here = invoice.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  useEffect(() => {
    void here.load({ transactionId });
  }, [here, transactionId]);
  return (
    <SectionCard title={t('Invoice')}>
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void here.load({ transactionId })}
        skeleton={<BlockSkeleton height={160} />}
        empty={{ icon: <ReceiptMoneyRegular fontSize={32} />, sentence: '' }}
      >
        {value && <InvoiceFacts value={value} />}
      </Content>
    </SectionCard>
  );
};
