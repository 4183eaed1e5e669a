import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { Position } from '../../../shared/contract/positions.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { notify } from '../../ui/toasts.tsx';
import { FigureInput } from './figure-input.tsx';
import { priceOf, priceText } from './typed-figures.ts';

interface LevelsDialogProps {
  position: Position;
  onDone: () => void;
  onClose: () => void;
}

/** Sets stop-loss and target of a position that was opened by hand: one cancels the other. */
export const LevelsDialog = ({ position, onDone, onClose }: LevelsDialogProps) => {
  const formId = useId();
  const protect = useAction(api.manual.protect, { presentation: 'dialog' });
  const { control, handleSubmit } = useForm({
    defaultValues: { stopLoss: priceText(position.stopLoss), target: priceText(position.target) },
  });
  const submit = handleSubmit(async ({ stopLoss, target }) => {
    const result = await protect.run({
      positionId: position.positionId,
      stopLoss: priceOf(stopLoss) ?? null,
      target: priceOf(target) ?? null,
    });
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? t('The levels are set.') });
    onDone();
  });
  const fields = protect.failure?.fields;
  const title = t('Stop-loss and target of {{symbol}}', { symbol: position.symbol });
  return (
    <DialogFrame
      title={title}
      onClose={() => !protect.isRunning && onClose()}
      actions={
        <DialogButtons
          action={t('Update')}
          form={formId}
          onAction={() => undefined}
          onCancel={onClose}
          isRunning={protect.isRunning}
        />
      }
    >
      <form id={formId} aria-label={title} noValidate onSubmit={(event) => void submit(event)}>
        <FormProblem message={failureSentence(protect.failure, t('the market'))} />
        <FigureInput
          control={control}
          name="stopLoss"
          label={t('Stop-loss (₹)')}
          figure="level"
          problem={fields?.['stopLoss']}
        />
        <FigureInput
          control={control}
          name="target"
          label={t('Target (₹)')}
          figure="level"
          problem={fields?.['target']}
        />
      </form>
    </DialogFrame>
  );
};
