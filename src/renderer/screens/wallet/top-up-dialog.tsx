import { Radio, RadioGroup } from '@fluentui/react-components';
import { GiftRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { formatRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { MoneyOutcome, outcomeOf, type Outcome } from '../../features/money/money-outcome.tsx';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { createResource } from '../../state/resource.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Content } from '../../ui/content.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';

const packages = createResource(() => api.wallet.topUps());

interface Package {
  name: string;
  price: number;
  gst: number;
  credit: number;
}

const packageText = ({ name, price, gst, credit }: Package): string =>
  t('{{name}}: {{credit}} of credit for {{total}} ({{price}} + {{gst}} GST)', {
    name,
    credit: formatRupees(credit),
    total: formatRupees(price + gst),
    price: formatRupees(price),
    gst: formatRupees(gst),
  });

/** Buys credit for platform fees and backtests from the wallet. */
export const TopUpDialog = ({ available, onClose }: { available: number; onClose: () => void }) => {
  const { value, isLoading, failure, loadedAt } = packages.use();
  const [packageId, setPackageId] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const buy = useAction(api.wallet.topUp, { presentation: 'dialog' });
  const offline = useOfflineReason();
  useEffect(() => {
    void packages.load(undefined);
  }, []);
  const chosen = value?.list.find((one) => one.packageId === packageId);
  const total = chosen ? chosen.price + chosen.gst : null;
  const run = async () => {
    if (!chosen) return;
    const result = await buy.run({ packageId: chosen.packageId });
    const text = t('{{credit}} of credit was added.', { credit: formatRupees(chosen.credit) });
    setOutcome(outcomeOf(result, { text, place: t('My transactions') }));
  };
  if (outcome)
    return (
      <MoneyOutcome outcome={outcome} proceedTo="/my-transactions" onTryAgain={() => setOutcome(null)} />
    );
  return (
    <ConfirmDialog
      title={t('Top up')}
      action={total === null ? t('Pay') : t('Pay {{total}}', { total: formatRupees(total) })}
      isRunning={buy.isRunning}
      isActionDisabled={total === null || offline !== undefined}
      problem={offline}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>
        {t(
          'Credit pays platform fees and backtests before your wallet does. It is paid from your wallet, which has {{available}}.',
          { available: formatRupees(available) },
        )}
      </span>
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        isEmpty={value?.list.length === 0}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void packages.load(undefined)}
        skeleton={<BlockSkeleton height={120} />}
        empty={{ icon: <GiftRegular fontSize={32} />, sentence: t('There is nothing to buy now.') }}
      >
        <RadioGroup
          aria-label={t('Packages')}
          value={packageId ?? ''}
          onChange={(_, data) => setPackageId(data.value)}
        >
          {value?.list.map((one) => (
            <Radio key={one.packageId} value={one.packageId} label={packageText(one)} />
          ))}
        </RadioGroup>
      </Content>
    </ConfirmDialog>
  );
};
