import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { useMoveProtection } from '../../features/trades/move-protection.ts';
import { draftOf, ProtectionFields, protectionOf } from '../../features/trades/protection-fields.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { notify } from '../../ui/toasts.tsx';
import type { StrategyDetails } from './details.ts';

interface ProtectionFormProps {
  strategyId: number;
  settings: StrategyDetails['settings'];
  onSaved: () => void;
}

/** Stop-loss, target and trailing stop; they apply to open positions at once. */
export const ProtectionForm = ({ strategyId, settings, onSaved }: ProtectionFormProps) => {
  const [draft, setDraft] = useState({
    stopLoss: draftOf(settings.stopLoss),
    target: draftOf(settings.target),
    trailing: draftOf(settings.trailing),
  });
  const save = useMoveProtection(strategyId);
  const protection = protectionOf(draft);
  const run = async () => {
    if (!protection) return;
    const result = await save.run(protection);
    if (!result.ok) return;
    const open = result.value.openPositions.length;
    notify({
      tone: 'success',
      message:
        open === 0
          ? t('Protection saved.')
          : t('Protection saved and moved for {{count}} open positions.', { count: open }),
    });
    onSaved();
  };
  return (
    <SectionCard title={t('Protection')}>
      <ProtectionFields draft={draft} onChange={setDraft} />
      <div>
        <Button disabledFocusable={!protection || save.isRunning} onClick={() => void run()}>
          {save.isExit(protection) ? t('Save and square off') : t('Save protection')}
        </Button>
      </div>
    </SectionCard>
  );
};
