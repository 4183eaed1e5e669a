import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useSell } from '../../state/strategy-actions.ts';
import { SellDialog } from './sell-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';

interface SellFlowProps {
  strategy: StrategySummary;
  onChanged: () => void;
  onClose: () => void;
}

/** Asks, sells every position of the strategy and stops it. */
export const SellFlow = ({ strategy, onChanged, onClose }: SellFlowProps) => {
  const sell = useSell();
  const run = async () => {
    const result = await sell.run({ strategyId: strategy.strategyId });
    if (!result.ok) return;
    notify({ tone: 'success', message: t('{{name}}: sold and stopped.', { name: strategy.name }) });
    onClose();
    onChanged();
  };
  return (
    <SellDialog
      name={strategy.name}
      mode={strategy.mode}
      openPositions={strategy.openPositions}
      isRunning={sell.isRunning}
      problem={failureSentence(sell.failure, t('Order history'))}
      onSell={() => void run()}
      onClose={onClose}
    />
  );
};
