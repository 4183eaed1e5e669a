import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { t } from '../../i18n/translate.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormInput } from '../../ui/form-input.tsx';
import { LONGEST_NAME } from './layout.ts';

interface NameDialogProps {
  title: string;
  action: string;
  /** Names that others have. */
  taken: readonly string[];
  first: string;
  onNamed: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a layout. */
export const NameDialog = ({ title, action, taken, first, onNamed, onClose }: NameDialogProps) => {
  const form = useId();
  const { control, handleSubmit } = useForm({ defaultValues: { name: first } });
  const submit = handleSubmit(({ name }) => {
    onClose();
    onNamed(name.trim());
  });
  return (
    <ConfirmDialog title={title} action={action} cancel={t('Cancel')} form={form} onClose={onClose}>
      <form id={form} onSubmit={(event) => void submit(event)}>
        <FormInput
          control={control}
          name="name"
          label={t('Name')}
          maxLength={LONGEST_NAME}
          rules={{
            validate: (value: string) => {
              if (value.trim() === '') return t('Give it a name.');
              return !taken.includes(value.trim()) || t('Another layout has this name.');
            },
          }}
        />
      </form>
    </ConfirmDialog>
  );
};
