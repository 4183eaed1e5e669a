import { Field, Input, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { fieldText, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface ProfileFlowProps {
  author: { readonly bio: string; readonly parrvaReference: string | null };
  onSaved: () => void;
  onClose: () => void;
}

/** Changes what one's own author page says. */
export const ProfileFlow = ({ author, onSaved, onClose }: ProfileFlowProps) => {
  const [bio, setBio] = useState(author.bio);
  const [reference, setReference] = useState(author.parrvaReference ?? '');
  const save = useAction(api.authors.saveProfile, { presentation: 'dialog' });
  const run = async () => {
    const result = await save.run({ bio: bio.trim(), parrvaReference: reference.trim() || null });
    if (!result.ok) return;
    onSaved();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('Your author page')}
      action={t('Save')}
      isWide
      isRunning={save.isRunning}
      problem={failureSentence(save.failure, t('Profile'))}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <Field label={t('About you')} validationMessage={fieldText(save.failure?.fields?.bio)}>
        <Textarea
          dir="auto"
          rows={4}
          resize="vertical"
          maxLength={500}
          value={bio}
          onChange={(_, data) => setBio(data.value)}
        />
      </Field>
      <Field
        label={t('PaRRVA reference')}
        hint={t(
          'Where a verification agency recognised by SEBI has confirmed your past returns. It is shown as you give it.',
        )}
        validationMessage={fieldText(save.failure?.fields?.parrvaReference)}
      >
        <Input value={reference} maxLength={60} onChange={(_, data) => setReference(data.value)} />
      </Field>
    </ConfirmDialog>
  );
};
