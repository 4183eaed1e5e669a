import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { TargetArrowRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import type { GttOrder } from '../../../shared/contract/gtt.ts';
import { serverText, t } from '../../i18n/translate.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { askManualOrder } from '../../state/manual-order.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { useReloadOnFocus } from '../../state/reload-on-focus.ts';
import { Content } from '../../ui/content.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { ChangeGttDialog } from './change-gtt-dialog.tsx';
import { elsewhereColumns, gttColumns, gttTableColumns } from './gtt-columns.tsx';
import { gttList } from './gtt-list.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
  said: { margin: 0, color: tokens.colorNeutralForeground3, maxWidth: '80ch' },
});

const ask = () => askManualOrder({ mode: 'live', type: 'gtt', product: 'delivery' });

/** Orders with real money that wait at the broker over days. */
export const GttScreen = () => {
  const styles = useStyles();
  const store = gttList.useHere();
  const { value, ...state } = gttList.use();
  const load = () => void store.load(undefined);
  useEffect(() => void store.load(undefined), [store]);
  useReloadOnFacts(['gtt'], store);
  useReloadOnFocus(load);
  const [changing, setChanging] = useState<GttOrder | null>(null);
  const orders = value?.orders ?? [];
  const elsewhere = value?.elsewhere ?? [];
  useCsvExport(value && csvOfRows('gtt-orders', gttColumns(), orders));
  return (
    <Screen title={t('GTT orders')} mode="live">
      <Toolbar start={<Button onClick={ask}>{t('New GTT order…')}</Button>} />
      <p className={styles.said}>
        {t(
          'They wait at Angel One until a price is reached, also while TrickDesk is closed. What they buy or sell is your own: no strategy, stop-loss or position of TrickDesk has to do with it.',
        )}
      </p>
      <Content
        {...state}
        hasContent={value !== null}
        isEmpty={orders.length + elsewhere.length === 0 && value?.problem === null}
        onRetry={load}
        skeleton={<TableSkeleton rows={4} />}
        empty={{
          icon: <TargetArrowRegular fontSize={32} />,
          sentence: t('No GTT order waits, here or in the app of the broker.'),
        }}
      >
        <div className={styles.root}>
          {value && value.problem !== null && (
            <MessageBar intent="warning" layout="multiline">
              <MessageBarBody>{serverText(value.problem)}</MessageBarBody>
            </MessageBar>
          )}
          {orders.length > 0 ? (
            <DataTable
              label={t('GTT orders placed here')}
              columns={gttTableColumns({ onChanged: load, onChange: setChanging })}
              rows={orders}
              rowKey={(row) => row.gttId}
            />
          ) : (
            <EmptyPanel
              icon={<TargetArrowRegular fontSize={32} />}
              sentence={t('No GTT order was placed here.')}
            />
          )}
          {elsewhere.length > 0 && (
            <SectionCard title={t('Placed elsewhere')}>
              <DataTable
                label={t('GTT orders placed elsewhere')}
                columns={elsewhereColumns()}
                rows={elsewhere}
                rowKey={(row) => row.ruleId}
                csv={{ name: 'gtt-orders-elsewhere' }}
              />
            </SectionCard>
          )}
        </div>
      </Content>
      {changing && (
        <ChangeGttDialog
          order={orders.find(({ gttId }) => gttId === changing.gttId) ?? changing}
          problem={value?.problem ?? null}
          onChanged={load}
          onClose={() => setChanging(null)}
        />
      )}
    </Screen>
  );
};
