import { Field, Input, Radio, RadioGroup } from '@fluentui/react-components';
import { useState } from 'react';
import { formatRupees, parseRupees } from '../../../shared/money.ts';
import { fieldText, t } from '../../i18n/translate.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface CloneDialogProps {
  name: string;
  /** Paise. */
  minimumCapital: number;
  isRunning: boolean;
  /** Nothing can be cloned now; `problem` says why. */
  isDisabled: boolean;
  problem: string | null;
  /** The server's sentences about single fields. */
  fields?: Readonly<Record<string, string>>;
  /** The copy is there; the dialog then leads to it. */
  isDone: boolean;
  onClone: (copy: { name: string; capital: number }) => void;
  onOpenCopy: () => void;
  onClose: () => void;
}

const NAME_MIN_LENGTH = 3;

const capitalProblemOf = (capital: number | null, minimum: number): string | undefined => {
  if (capital === null || capital <= 0) return t('Enter an amount such as ₹1,00,000');
  return capital < minimum
    ? t('This strategy needs at least {{minimum}}', { minimum: formatRupees(minimum) })
    : undefined;
};

/** A dialog that copies one's own strategy, always in test. It leads to the copy. */
export const CloneDialog = ({
  name,
  minimumCapital,
  isRunning,
  isDisabled,
  problem,
  fields,
  isDone,
  onClone,
  onOpenCopy,
  onClose,
}: CloneDialogProps) => {
  const [copyName, setCopyName] = useState(name);
  const [capitalText, setCapitalText] = useState(formatRupees(minimumCapital));
  const trimmed = copyName.trim();
  const capital = parseRupees(capitalText);
  const nameProblem =
    trimmed.length < NAME_MIN_LENGTH
      ? t('Enter at least {{count}} characters', { count: NAME_MIN_LENGTH })
      : undefined;
  const capitalProblem = capitalProblemOf(capital, minimumCapital);
  if (isDone) {
    return (
      <ConfirmDialog
        title={t('{{name}} is yours', { name: trimmed })}
        action={t('Open my copy')}
        cancel={t('Stay here')}
        onConfirm={onOpenCopy}
        onClose={onClose}
      >
        {t('It is on paper and stopped; no money moves.')}
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={t('Clone {{name}}', { name })}
      action={t('Clone')}
      isRunning={isRunning}
      isActionDisabled={isDisabled || nameProblem !== undefined || capitalProblem !== undefined}
      problem={problem}
      onConfirm={() => capital !== null && onClone({ name: trimmed, capital })}
      onClose={onClose}
    >
      <Field label={t('Name of your copy')} validationMessage={nameProblem ?? fieldText(fields?.name)}>
        <Input value={copyName} maxLength={60} onChange={(_, data) => setCopyName(data.value)} />
      </Field>
      <Field
        label={t('Capital')}
        hint={t('How much the copy may use. On paper no money moves.')}
        validationMessage={capitalProblem ?? fieldText(fields?.capital)}
      >
        <Input value={capitalText} inputMode="decimal" onChange={(_, data) => setCapitalText(data.value)} />
      </Field>
      <Field label={t('Mode')} hint={t('A copy always starts on paper, stopped.')}>
        <RadioGroup layout="horizontal" value="test">
          <Radio value="test" label={t('Paper')} />
          <Radio value="live" label={t('Live')} disabled />
        </RadioGroup>
      </Field>
    </ConfirmDialog>
  );
};
