import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { ScriptKeyView } from '../../../shared/contract/api-keys.ts';
import { formatCount } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { dayText } from '../../i18n/dates.ts';
import { labels, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { createResource } from '../../state/resource.ts';
import { textColumn, timeColumn } from '../../ui/columns.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Content } from '../../ui/content.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { notify } from '../../ui/toasts.tsx';
import { KeyLogDrawer } from './key-log-drawer.tsx';
import { SCOPE_LABELS } from './key-scopes.ts';
import { MakeKeyForm } from './make-key-form.tsx';

const keys = createResource(() => api.keys.list());
const load = () => void keys.load(undefined);

const useStyles = makeStyles({
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
  actions: { display: 'flex', gap: tokens.spacingHorizontalS, justifyContent: 'flex-end' },
});

const ENDED_LABELS = labels({ expired: 'Expired', revoked: 'Revoked' });

const todayText = ({ callsToday, perDay }: ScriptKeyView): string =>
  t('{{today}} of {{day}}', { today: formatCount(callsToday), day: formatCount(perDay) });

const mayText = ({ scopes, onlyStrategies }: ScriptKeyView): string => {
  const may = scopes.map((scope) => SCOPE_LABELS[scope]).join(', ');
  if (onlyStrategies === null) return may;
  return t('{{may}}; only {{strategies}}', {
    may,
    strategies: onlyStrategies.map(({ name }) => name).join(', '),
  });
};

const untilText = ({ state, expiresAt }: ScriptKeyView): string =>
  state === 'good' ? dayText(Date.parse(expiresAt)) : ENDED_LABELS[state];

interface RowActions {
  readonly onLog: (row: ScriptKeyView) => void;
  readonly onRevoke: (row: ScriptKeyView) => void;
  readonly className: string;
}

const columnsWith = ({ onLog, onRevoke, className }: RowActions): readonly Column<ScriptKeyView>[] => [
  textColumn('name', t('Key'), (row) => `${row.name} (${row.hint}…)`, { kind: 'wrap' }),
  textColumn('may', t('What it may do'), mayText, { kind: 'wrap' }),
  textColumn('today', t('Calls today'), todayText),
  timeColumn('used', t('Last used (IST)'), (row) => row.lastUsedAt),
  textColumn('until', t('Good until'), untilText),
  {
    key: 'actions',
    title: t('Actions'),
    isTitleHidden: true,
    align: 'end',
    render: (row) => (
      <span className={className}>
        <Button
          size="small"
          aria-label={t('Log of the key {{name}}', { name: row.name })}
          onClick={() => onLog(row)}
        >
          {t('Log')}
        </Button>
        {row.state === 'good' && (
          <Button
            size="small"
            aria-label={t('Revoke the key {{name}}', { name: row.name })}
            onClick={() => onRevoke(row)}
          >
            {t('Revoke')}
          </Button>
        )}
      </span>
    ),
  },
];

const RevokeDialog = ({ row, onClose }: { row: ScriptKeyView; onClose: () => void }) => {
  const revoke = useAction(api.keys.revoke, { presentation: 'dialog' });
  const onConfirm = async () => {
    const result = await revoke.run({ keyId: row.keyId });
    if (!result.ok) return;
    keys.patch(() => result.value);
    notify({ tone: 'success', message: result.message ?? t('The key is revoked.') });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('Revoke {{name}}?', { name: row.name })}
      action={t('Revoke')}
      isDangerous
      isRunning={revoke.isRunning}
      problem={revoke.failure?.message}
      onConfirm={() => void onConfirm()}
      onClose={onClose}
    >
      {t('Scripts that use it are refused from now on. It cannot be made good again.')}
    </ConfirmDialog>
  );
};

/** Keys of scripts: making, revoking, and the log of each. */
export const KeysSection = () => {
  const styles = useStyles();
  const { value, ...state } = keys.use();
  const [logOf, setLogOf] = useState<ScriptKeyView | null>(null);
  const [revoking, setRevoking] = useState<ScriptKeyView | null>(null);
  useEffect(load, []);
  useReloadOnFacts(['key'], keys);
  const columns = columnsWith({ onLog: setLogOf, onRevoke: setRevoking, className: styles.actions });
  useCsvExport(value && csvOfRows('keys', columns, value.keys));
  return (
    <>
      <MakeKeyForm onMade={load} />
      <SectionCard title={t('Keys')}>
        <p className={styles.note}>
          {t('No key can send an order or move money. What a script proposes waits for you under Proposals.')}
        </p>
        <Content
          {...state}
          hasContent={value !== null}
          isEmpty={value?.keys.length === 0}
          onRetry={load}
          skeleton={<TableSkeleton rows={2} />}
          empty={{ icon: null, sentence: t('You have no keys.') }}
        >
          <DataTable
            label={t('Keys')}
            columns={columns}
            rows={value?.keys ?? []}
            rowKey={(row) => row.keyId}
          />
        </Content>
      </SectionCard>
      {logOf && <KeyLogDrawer of={logOf} onClose={() => setLogOf(null)} />}
      {revoking && <RevokeDialog row={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
};
