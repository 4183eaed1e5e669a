import { makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FormText } from '../../ui/form-text.tsx';
import { notify } from '../../ui/toasts.tsx';
import { AttachmentField } from './attachment-field.tsx';
import type { Attachment } from './attachment.ts';
import { conversation } from './conversation.ts';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

interface ReplyFormProps {
  ticketId: number;
  isClosed: boolean;
  onSent: () => void;
}

/** A further message; on a closed ticket it opens it again. */
export const ReplyForm = ({ ticketId, isClosed, onSent }: ReplyFormProps) => {
  const styles = useStyles();
  const here = conversation.useHere();
  const [attachment, setAttachment] = useState<Attachment | null>(null);
  const reply = useAction(api.tickets.reply, { presentation: 'dialog' });
  const { handleSubmit, control, reset } = useForm({ defaultValues: { body: '' } });
  const submit = handleSubmit(async ({ body }) => {
    const result = await reply.run({ ticketId, body, attachment: attachment ?? undefined });
    if (!result.ok) return;
    reset();
    setAttachment(null);
    here.patch(() => result.value);
    notify({ tone: 'success', message: result.message ?? t('Your reply is sent.') });
    onSent();
  });
  const fields = reply.failure?.fields;
  return (
    <form
      className={styles.form}
      aria-label={t('Reply to support')}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <FormProblem message={failureSentence(reply.failure, t('the messages above'))} />
      <FormText
        control={control}
        name="body"
        label={isClosed ? t('Reply, and open it again') : t('Reply')}
        rows={4}
        maxLength={4_000}
        rules={{ required: t('Write a reply first') }}
        problem={fields?.body}
      />
      <AttachmentField
        attachment={attachment}
        problem={fields?.['attachment.base64'] ?? fields?.['attachment.type']}
        onChange={setAttachment}
      />
      <div>
        <OnlineButton
          call="tickets.reply"
          type="submit"
          appearance="primary"
          disabledFocusable={reply.isRunning}
        >
          {reply.isRunning ? t('Sending…') : t('Send reply')}
        </OnlineButton>
      </div>
    </form>
  );
};
