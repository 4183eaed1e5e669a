import { AlertRegular } from '@fluentui/react-icons';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import type { WatchedRules } from '../../features/rules/watched-rules.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { csvTableOf, useCsvExport } from '../../state/csv-export.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { notify } from '../../ui/toasts.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { RuleDrawer } from './rule-drawer.tsx';
import type { RuleForm } from './rule-form.ts';
import { rulesList } from './rules-list.ts';
import { ruleColumns, RulesTable } from './rules-table.tsx';

/** Values are asked for anew at least so often. */
const REFRESH_MS = 30_000;

interface MyAlertsProps {
  page: number;
  onPage: (page: number) => void;
  /** Fields with which the address begins a new alert; null for none. */
  begun: Partial<RuleForm> | null;
  /** The condition that it begins with; null of none. */
  asked: WatchedRules | null;
  /** The new alert was saved or given up. */
  onBegun: () => void;
}

/** The rules that a person has made: list, new, change, pause, remove. */
export const MyAlerts = ({ page, onPage, begun, asked, onBegun }: MyAlertsProps) => {
  const list = usePagedList(rulesList, { filter: {}, page, reloadOn: ['alert-rule'] });
  const [openedId, setOpenedId] = useState<number | null>(null);
  /** The rule that is changed, or a new one. */
  const [chosen, setEditing] = useState<number | 'new' | null>(null);
  const editing = chosen ?? (begun === null ? null : 'new');
  const close = (): void => {
    setEditing(null);
    if (begun !== null) onBegun();
  };
  const { retry } = list;
  const askAgain = useEffectEvent(retry);
  // Values move with the market, and no fact tells of them.
  useEffect(() => {
    const timer = setInterval(() => askAgain(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  useCsvExport(() => csvTableOf('my-alerts', ruleColumns(), list.all()));
  const opened = list.rowOf(openedId);
  const edited = typeof editing === 'number' ? (list.rowOf(editing) ?? null) : null;
  return (
    <>
      <Toolbar
        start={<span>{t('They are watched with the window closed too.')}</span>}
        end={
          <OnlineButton
            appearance="primary"
            size="small"
            call="alertRules.add"
            onClick={() => setEditing('new')}
          >
            {t('New alert…')}
          </OnlineButton>
        }
      />
      <PagedListView
        list={list}
        onPage={onPage}
        skeleton={<TableSkeleton rows={6} />}
        empty={{
          icon: <AlertRegular fontSize={32} />,
          sentence: t('You have made no alert yet.'),
        }}
        onClearFilters={null}
      >
        <RulesTable rows={list.rows} selectedId={openedId} onOpen={setOpenedId} />
      </PagedListView>
      {opened && (
        <RuleDrawer
          key={opened.ruleId}
          rule={opened}
          onEdit={() => setEditing(opened.ruleId)}
          onRemoved={() => {
            setOpenedId(null);
            list.retry();
          }}
          onClose={() => setOpenedId(null)}
        />
      )}
      {editing !== null && (editing === 'new' || edited) && (
        <RuleDialog
          rule={edited}
          start={begun ?? {}}
          asked={asked}
          onSaved={() => {
            notify({ tone: 'success', message: t('The alert is watched.') });
            close();
            list.retry();
          }}
          onClose={close}
        />
      )}
    </>
  );
};
