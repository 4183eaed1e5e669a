import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { Position } from '../../../shared/contract/positions.ts';
import { parseRupees, plainRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { notify } from '../../ui/toasts.tsx';

interface LevelsDialogProps {
  position: Position;
  onDone: () => void;
  onClose: () => void;
}

const textOf = (paise: number | null): string => (paise === null ? '' : plainRupees(paise));
const isLevel = (text: string): true | string =>
  text.trim() === '' || (parseRupees(text) ?? 0) > 0 || t('Enter a price such as 120.50');
const levelOf = (text: string): number | null => (text.trim() === '' ? null : parseRupees(text));

/** Sets stop-loss and target of a position that was opened by hand: one cancels the other. */
export const LevelsDialog = ({ position, onDone, onClose }: LevelsDialogProps) => {
  const formId = useId();
  const protect = useAction(api.manual.protect, { presentation: 'dialog' });
  const { control, handleSubmit } = useForm({
    defaultValues: { stopLoss: textOf(position.stopLoss), target: textOf(position.target) },
  });
  const submit = handleSubmit(async ({ stopLoss, target }) => {
    const result = await protect.run({
      positionId: position.positionId,
      stopLoss: levelOf(stopLoss),
      target: levelOf(target),
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
        <FormInput
          control={control}
          name="stopLoss"
          label={t('Stop-loss (₹)')}
          hint={t('Empty for none')}
          rules={{ validate: isLevel }}
          inputMode="decimal"
          problem={fields?.['stopLoss']}
        />
        <FormInput
          control={control}
          name="target"
          label={t('Target (₹)')}
          hint={t('Empty for none')}
          rules={{ validate: isLevel }}
          inputMode="decimal"
          problem={fields?.['target']}
        />
      </form>
    </DialogFrame>
  );
};
