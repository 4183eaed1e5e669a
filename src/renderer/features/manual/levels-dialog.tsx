import { makeStyles, tokens } from '@fluentui/react-components';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { Position } from '../../../shared/contract/positions.ts';
import { formatCount, formatPrice } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { notify } from '../../ui/toasts.tsx';
import { LevelInputs } from './level-inputs.tsx';
import { priceOf, priceText } from './typed-figures.ts';

/** Levels that were dragged to, paise. */
export interface WishedLevels {
  readonly stopLoss?: number;
  readonly target?: number;
}

interface LevelsDialogProps {
  position: Position;
  /** Levels that are asked about; the others are as they stand. */
  wished?: WishedLevels;
  onDone: () => void;
  onClose: () => void;
}

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

/** Sentence on the levels that were dragged from and to; null where none was. */
const draggedText = (position: Position, { stopLoss, target }: WishedLevels): string | null => {
  if (stopLoss !== undefined)
    return t('Stop-loss from ₹{{from}} to ₹{{to}}.', {
      from: formatPrice(position.stopLoss ?? 0),
      to: formatPrice(stopLoss),
    });
  if (target === undefined) return null;
  return t('Target from ₹{{from}} to ₹{{to}}.', {
    from: formatPrice(position.target ?? 0),
    to: formatPrice(target),
  });
};

/** Sets stop-loss and target of a position that was opened by hand: one cancels the other. */
export const LevelsDialog = ({ position, wished = {}, onDone, onClose }: LevelsDialogProps) => {
  const styles = useStyles();
  const formId = useId();
  const protect = useAction(api.manual.protect, { presentation: 'dialog' });
  const { control, handleSubmit } = useForm({
    defaultValues: {
      stopLoss: priceText(wished.stopLoss ?? position.stopLoss),
      target: priceText(wished.target ?? position.target),
    },
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
  const dragged = draggedText(position, wished);
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
      <form
        id={formId}
        className={styles.form}
        aria-label={title}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <span className={styles.line}>
          <ModeChip mode={position.mode} />
          {t('Of {{units}} {{symbol}}, opened at {{time}}.', {
            units: formatCount(Math.abs(position.quantity)),
            symbol: position.symbol,
            time: dateTimeText(Date.parse(position.openedAt)),
          })}
          {dragged !== null && <strong>{dragged}</strong>}
        </span>
        <FormProblem message={failureSentence(protect.failure, t('the market'))} />
        <LevelInputs control={control} problems={fields} />
      </form>
    </DialogFrame>
  );
};
