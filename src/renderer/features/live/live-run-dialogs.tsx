import { Radio, RadioGroup } from '@fluentui/react-components';
import { useState } from 'react';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useClosedReason } from '../../state/exchange-hours.ts';
import { useSell } from '../../state/strategy-actions.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { notify } from '../../ui/toasts.tsx';

interface StartLiveProps {
  strategy: StrategySummary;
  isRunning: boolean;
  onStart: () => void;
  onClose: () => void;
}

/** Asks before a strategy that is live evaluates again: a key pressed by mistake must not trade. */
export const StartLiveDialog = ({
  strategy: { name, brokerName },
  isRunning,
  onStart,
  onClose,
}: StartLiveProps) => {
  const closed = useClosedReason();
  return (
    <ConfirmDialog
      title={t('Start “{{name}}” live?', { name })}
      action={t('Start live')}
      cancel={t('Leave it stopped')}
      isDangerous
      isRunning={isRunning}
      onConfirm={onStart}
      onClose={onClose}
    >
      <span>
        <Sentence
          text="Real orders are sent to <b>{{broker}}</b> from its next signal. Everything that going live asks for is checked again first."
          values={{ broker: brokerName }}
          parts={{ b: <strong /> }}
        />
      </span>
      {closed !== undefined && <span>{closed}</span>}
    </ConfirmDialog>
  );
};

type Leaving = 'keep' | 'exit';

interface StopLiveProps {
  strategy: StrategySummary;
  isRunning: boolean;
  /** Ends entries; positions keep their protection. */
  onStop: () => void;
  onChanged: () => void;
  onClose: () => void;
}

/** Asks what becomes of open positions when a live strategy stops: they stay protected, or are left now. */
export const StopLiveDialog = ({ strategy, isRunning, onStop, onChanged, onClose }: StopLiveProps) => {
  const { strategyId, name, openPositions: count } = strategy;
  const sell = useSell();
  const closed = useClosedReason();
  const [leaving, setLeaving] = useState<Leaving>('keep');
  const exitNow = async () => {
    const result = await sell.run({ strategyId });
    if (!result.ok) return;
    notify({
      tone: 'success',
      message: result.message ?? t('{{name}} is stopped; its positions are being left.', { name }),
    });
    onClose();
    onChanged();
  };
  return (
    <ConfirmDialog
      title={t('Stop “{{name}}”?', { name })}
      action={t(leaving === 'exit' ? 'Exit now and stop' : 'Stop')}
      cancel={t('Keep it running')}
      isDangerous={leaving === 'exit'}
      isRunning={isRunning || sell.isRunning}
      problem={failureSentence(sell.failure, t('Order history'))}
      onConfirm={leaving === 'exit' ? () => void exitNow() : onStop}
      onClose={onClose}
    >
      <span>{t('It enters nothing more with real money until you start it again.')}</span>
      {count > 0 && (
        <RadioGroup
          aria-label={t('What becomes of what is open')}
          value={leaving}
          onChange={(_, data) => setLeaving(data.value as Leaving)}
        >
          <Radio
            value="keep"
            label={t('The {{count}} open positions stay, with stop-loss and target in place', { count })}
          />
          <Radio value="exit" label={t('Exit now: real orders that close them are sent', { count })} />
        </RadioGroup>
      )}
      {leaving === 'exit' && closed !== undefined && <span>{closed}</span>}
    </ConfirmDialog>
  );
};
