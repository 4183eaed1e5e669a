import { useForm } from 'react-hook-form';
import type { DOCUMENT_KINDS, MyProfile } from '../../../shared/contract/profile.ts';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { t, labels } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { myProfile } from '../../state/my-profile.ts';
import { textColumn, timeColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FormSelect } from '../../ui/form-select.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useFormStyles } from './profile-form.ts';

type Document = MyProfile['documents'][number];
type DocumentKind = (typeof DOCUMENT_KINDS)[number];

const kindNames: Readonly<Record<DocumentKind, string>> = labels({
  'driving-licence': 'Driving licence',
  passport: 'Passport',
  'voter-id': 'Voter ID',
  'bank-statement': 'Bank statement',
});
const options = (): readonly (readonly [string, string])[] => Object.entries(kindNames);
const nameOf = (kind: string): string => options().find(([known]) => known === kind)?.[1] ?? kind;

const columns = (): readonly Column<Document>[] => [
  textColumn('kind', t('Document'), (row) => nameOf(row.kind)),
  textColumn('reference', t('Number', { context: 'identity' }), (row) => row.reference),
  textColumn('status', t('Status'), (row) => row.status, { kind: 'quiet' }),
  timeColumn('at', t('Given (IST)'), (row) => row.at, { kind: 'quiet' }),
];

/** Numbers of further papers, shown masked. */
export const DocumentsSection = ({ documents }: { documents: readonly Document[] }) => {
  const styles = useFormStyles();
  const save = useAction(api.profile.updateKyc, { presentation: 'dialog' });
  const { handleSubmit, control, resetField } = useForm<{ kind: DocumentKind; reference: string }>({
    defaultValues: { kind: 'driving-licence', reference: '' },
  });
  const submit = handleSubmit(async (form) => {
    const result = await save.run(form);
    if (!result.ok) return;
    resetField('reference');
    notify({ tone: 'success', message: result.message ?? t('Your document is noted.') });
    void myProfile.load(undefined);
  });
  return (
    <SectionCard title={t('Other documents')}>
      {documents.length > 0 && (
        <DataTable
          label={t('Documents')}
          columns={columns()}
          rows={documents}
          rowKey={(row) => row.kind}
          csv={{ name: 'documents' }}
        />
      )}
      <form
        className={styles.form}
        aria-label={t('Document')}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <FormProblem message={save.failure?.message} />
        <div className={styles.pair}>
          <FormSelect control={control} name="kind" label={t('Document')} options={options()} />
          <FormInput
            control={control}
            name="reference"
            label={t('Its number')}
            autoComplete="off"
            maxLength={30}
            rules={{
              required: t('Enter the number of the document'),
              pattern: {
                value: /^[A-Za-z0-9/-]{4,30}$/,
                message: t('Enter 4 to 30 letters, digits, hyphens or slashes'),
              },
            }}
            problem={save.failure?.fields?.reference}
          />
        </div>
        <div>
          <OnlineButton call="profile.updateKyc" type="submit" disabledFocusable={save.isRunning}>
            {save.isRunning ? t('Saving…') : t('Add document')}
          </OnlineButton>
        </div>
      </form>
    </SectionCard>
  );
};
