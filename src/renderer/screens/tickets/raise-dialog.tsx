import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Ticket } from '../../../shared/contract/tickets.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { ticketDraft, type TicketDraft } from '../../state/ticket-draft.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FormSelect } from '../../ui/form-select.tsx';
import { FormText } from '../../ui/form-text.tsx';
import { notify } from '../../ui/toasts.tsx';
import { AttachmentField } from './attachment-field.tsx';
import type { Attachment } from './attachment.ts';
import { DiagnosticsField } from './diagnostics-field.tsx';
import { myStrategies } from './my-strategies.ts';
import { categoryNames, type TicketCategory } from './ticket-labels.ts';

const useStyles = makeStyles({
  surface: { maxWidth: '560px' },
  content: { paddingBottom: tokens.spacingVerticalM },
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  pair: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
  },
});

interface TicketForm {
  subject: string;
  category: TicketCategory;
  strategy: string;
  order: string;
  body: string;
}

interface RaiseDialogProps {
  /** Subject, when it was begun from there. */
  about: { strategy: number | null; order: number | null };
  /** Called with the new ticket, if the returned list names it. */
  onRaised: (ticket: Ticket | undefined) => void;
  onClose: () => void;
}

const useStrategyOptions = (chosen: number | null): readonly (readonly [string, string])[] => {
  const { value } = myStrategies.use();
  useEffect(() => {
    void myStrategies.load(undefined);
  }, []);
  const known = value?.rows ?? [];
  const isMissing = chosen !== null && !known.some(({ strategyId }) => strategyId === chosen);
  return [
    ['', t('None in particular')],
    ...known.map(({ strategyId, name }) => [String(strategyId), name] as const),
    ...(isMissing ? [[String(chosen), t('Strategy {{number}}', { number: chosen })] as const] : []),
  ];
};

const idOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

const startOf = ({ strategy, order }: RaiseDialogProps['about'], draft: TicketDraft | null): TicketForm => ({
  subject: '',
  category: order ? 'orders' : strategy ? 'strategies' : draft ? 'other' : 'account',
  strategy: strategy ? String(strategy) : '',
  order: order ? String(order) : '',
  body: '',
  ...draft,
});

/** Writes a new ticket. A refusal keeps what was written. */
export const RaiseDialog = ({ about, onRaised, onClose }: RaiseDialogProps) => {
  const styles = useStyles();
  const form = useId();
  const isOffline = useOfflineReason() !== undefined;
  const [attachment, setAttachment] = useState<Attachment | null>(null);
  const [diagnostics, setDiagnostics] = useState<string | null>(null);
  const add = useAction(api.tickets.add, { presentation: 'dialog' });
  const strategyOptions = useStrategyOptions(about.strategy);
  // What was begun elsewhere belongs to this ticket alone.
  useEffect(() => () => ticketDraft.clear(), []);
  const { handleSubmit, control } = useForm<TicketForm>({ defaultValues: startOf(about, ticketDraft.get()) });
  const submit = handleSubmit(async ({ subject, category, strategy, order, body }) => {
    if (isOffline) return;
    const result = await add.run({
      subject,
      category,
      body,
      strategyId: idOf(strategy),
      orderId: idOf(order),
      attachment: attachment ?? undefined,
      diagnostics: diagnostics ?? undefined,
    });
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? t('Your ticket is raised.') });
    onRaised(result.value.ticket_list[0]);
  });
  const fields = add.failure?.fields;
  return (
    <DialogFrame
      title={t('Raise ticket')}
      surfaceClass={styles.surface}
      contentClass={styles.content}
      onClose={() => !add.isRunning && onClose()}
      actions={
        <DialogButtons
          action={t('Send')}
          form={form}
          onAction={() => undefined}
          onCancel={onClose}
          isRunning={add.isRunning}
          isActionDisabled={isOffline}
        />
      }
    >
      <form
        id={form}
        className={styles.form}
        aria-label={t('Raise ticket')}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <FormProblem message={failureSentence(add.failure, t('the list of tickets'))} />
        <FormSelect
          control={control}
          name="category"
          label={t('Category')}
          options={Object.entries(categoryNames)}
          problem={fields?.category}
        />
        <FormInput
          control={control}
          name="subject"
          label={t('Subject')}
          maxLength={120}
          rules={{
            required: t('Say in a few words what it is about'),
            minLength: { value: 3, message: t('Enter at least 3 characters') },
          }}
          problem={fields?.subject}
        />
        <div className={styles.pair}>
          <FormSelect
            control={control}
            name="strategy"
            label={t('Strategy')}
            options={strategyOptions}
            problem={fields?.strategyId}
          />
          <FormInput
            control={control}
            name="order"
            label={t('Order number')}
            hint={t('If it is about one: Order history has it')}
            inputMode="numeric"
            maxLength={12}
            rules={{
              pattern: { value: /^\s*[1-9]\d*\s*$/, message: t('An order number has digits only') },
            }}
            problem={fields?.orderId}
          />
        </div>
        <FormText
          control={control}
          name="body"
          label={t('What happened?')}
          hint={t('Never write a password, a code or a whole account number')}
          rows={6}
          maxLength={4_000}
          rules={{ required: t('Tell what happened') }}
          problem={fields?.body}
        />
        <AttachmentField
          attachment={attachment}
          problem={fields?.['attachment.base64'] ?? fields?.['attachment.type']}
          onChange={setAttachment}
        />
        <DiagnosticsField text={diagnostics} onChange={setDiagnostics} />
      </form>
    </DialogFrame>
  );
};
