import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { fieldText, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface RenameFlowProps {
  strategy: StrategySummary;
  onChanged: () => void;
  onClose: () => void;
}

const NAME_MIN_LENGTH = 3;

/** Gives one's own strategy another name. */
export const RenameFlow = ({ strategy, onChanged, onClose }: RenameFlowProps) => {
  const [name, setName] = useState(strategy.name);
  const rename = useAction(api.strategies.add, { presentation: 'dialog' });
  const trimmed = name.trim();
  const isShort = trimmed.length < NAME_MIN_LENGTH;
  const run = async () => {
    const result = await rename.run({ url: 'update', strategyId: strategy.strategyId, name: trimmed });
    if (!result.ok) return;
    onClose();
    onChanged();
  };
  return (
    <ConfirmDialog
      title={t('Rename {{name}}', { name: strategy.name })}
      action={t('Rename')}
      isRunning={rename.isRunning}
      isActionDisabled={isShort || trimmed === strategy.name}
      problem={failureSentence(rename.failure, t('My strategies'))}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <Field
        label={t('Name')}
        validationMessage={
          isShort
            ? t('Enter at least {{count}} characters', { count: NAME_MIN_LENGTH })
            : fieldText(rename.failure?.fields?.name)
        }
      >
        <Input value={name} maxLength={60} onChange={(_, data) => setName(data.value)} />
      </Field>
    </ConfirmDialog>
  );
};
