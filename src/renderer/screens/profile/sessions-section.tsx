import { Button } from '@fluentui/react-components';
import { useEffect } from 'react';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { profile } from '../../../shared/contract/profile.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { createResource } from '../../state/resource.ts';
import { session } from '../../state/session.ts';
import { textColumn, timeColumn } from '../../ui/columns.tsx';
import { Content } from '../../ui/content.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { notify } from '../../ui/toasts.tsx';

type OpenSession = OutputOf<(typeof profile)['sessions']>['sessions'][number];

const openSessions = createResource(() => api.profile.sessions({}));

const columnsWith = (isRunning: boolean, end: (row: OpenSession) => void): readonly Column<OpenSession>[] => [
  {
    key: 'device',
    title: t('Device'),
    kind: 'wrap',
    render: (row) => (
      <>
        {row.device || t('Unknown device')}{' '}
        {row.isThisOne && <StatusText tone="good">{t('This one')}</StatusText>}
      </>
    ),
    csv: (row) => row.device,
  },
  textColumn('address', t('Address'), (row) => row.address, { kind: 'quiet' }),
  timeColumn('opened', t('Signed in (IST)'), (row) => row.openedAt),
  timeColumn('used', t('Last used (IST)'), (row) => row.lastUsedAt),
  {
    key: 'end',
    title: t('Actions'),
    isTitleHidden: true,
    render: (row) => (
      <Button
        size="small"
        disabledFocusable={isRunning}
        aria-label={
          row.isThisOne
            ? t('Sign out here')
            : t('Sign out session of {{place}}', { place: row.device || row.address })
        }
        onClick={() => end(row)}
      >
        {t('Sign out')}
      </Button>
    ),
  },
];

/** All sessions of the user, each with a way to end it. */
export const SessionsSection = () => {
  const { value, isLoading, failure, loadedAt } = openSessions.use();
  const end = useAction(api.profile.sessions);
  useEffect(() => {
    void openSessions.load(undefined);
  }, []);
  const onEnd = async (row: OpenSession) => {
    if (row.isThisOne) return session.signOut();
    const result = await end.run({ endSessionId: row.sessionId });
    if (!result.ok) return;
    openSessions.patch(() => result.value);
    notify({ tone: 'success', message: result.message ?? t('That session is ended.') });
  };
  const columns = columnsWith(end.isRunning, (row) => void onEnd(row));
  useCsvExport(value && csvOfRows('sessions', columns, value.sessions));
  return (
    <SectionCard title={t('Where you are signed in')}>
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void openSessions.load(undefined)}
        skeleton={<TableSkeleton rows={2} />}
        empty={{ icon: null, sentence: '' }}
      >
        <DataTable
          label={t('Sessions')}
          columns={columns}
          rows={value?.sessions ?? []}
          rowKey={(row) => row.sessionId}
        />
      </Content>
    </SectionCard>
  );
};
