import { makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircleRegular, ScalesRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import type { DifferenceResolution } from '../../../shared/account-difference.ts';
import { ALERT_CATEGORIES } from '../../../shared/alert-category.ts';
import type { AccountDifference } from '../../../shared/contract/live.ts';
import { api } from '../../api/api.ts';
import { contractName } from '../../i18n/contract-name.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { createResource } from '../../state/resource.ts';
import { useReloadOnFocus } from '../../state/reload-on-focus.ts';
import { countColumn, textColumn, timeColumn } from '../../ui/columns.tsx';
import { Content } from '../../ui/content.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { DifferenceCard } from './difference-card.tsx';
import { isLeftAlone, settledText } from './difference-labels.ts';
import { SettleDialog } from './settle-dialog.tsx';

const differences = createResource(() => api.live.differences());

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const settledColumns = (): readonly Column<AccountDifference>[] => [
  timeColumn('found', t('Found (IST)'), (row) => row.foundAt, { kind: 'quiet' }),
  textColumn('symbol', t('Symbol'), contractName),
  countColumn('ours', 'TrickDesk', (row) => row.ours),
  countColumn('theirs', t('The account'), (row) => row.theirs),
  textColumn('outcome', t('What became of it'), settledText, { kind: 'wrap' }),
];

interface Asking {
  readonly difference: AccountDifference;
  readonly resolution: DifferenceResolution;
}

/**
 * The screen that compares TrickDesk with the account at the broker. The owner decides there what becomes of each
 * difference.
 */
export const ReconciliationScreen = () => {
  const styles = useStyles();
  const { value, isLoading, failure, loadedAt } = differences.use();
  const [asking, setAsking] = useState<Asking | null>(null);
  const reload = () => void differences.reload();
  useEffect(() => {
    void differences.load(undefined);
  }, []);
  useReloadOnFacts(
    ['alert', 'position'],
    differences,
    (event) => event.type !== 'alert' || event.alert.categoryId === ALERT_CATEGORIES.broker,
  );
  useReloadOnFocus(reload);
  const rows = value?.differences ?? [];
  const open = rows.filter(({ status }) => status === 'open');
  const [undecided, leftAlone] = [open.filter((one) => !isLeftAlone(one)), open.filter(isLeftAlone)];
  const settled = rows.filter(({ status }) => status !== 'open');
  const comparedAt = value?.comparedAt ?? null;
  const empty = {
    icon: comparedAt === null ? <ScalesRegular fontSize={32} /> : <CheckmarkCircleRegular fontSize={32} />,
    sentence:
      comparedAt === null
        ? t(
            'Nothing has been compared yet. TrickDesk compares every minute while it is connected to the account.',
          )
        : leftAlone.length > 0
          ? t('Nothing is left to decide.')
          : t('Everything agrees with the account.'),
  };
  const asked =
    asking &&
    (open.find(({ differenceId }) => differenceId === asking.difference.differenceId) ?? asking.difference);
  return (
    <Screen title={t('Reconciliation')}>
      {comparedAt !== null && (
        <p className={styles.quiet}>
          {t('Last compared with the account: {{time}}.', { time: dateTimeText(Date.parse(comparedAt)) })}
        </p>
      )}
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        isEmpty={rows.length === 0}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void differences.load(undefined)}
        skeleton={<BlockSkeleton height={200} />}
        empty={empty}
      >
        <div className={styles.stack}>
          {undecided.length === 0 && <EmptyPanel {...empty} />}
          {[...undecided, ...leftAlone].map((difference) => (
            <DifferenceCard
              key={difference.differenceId}
              difference={difference}
              onSettle={(resolution) => setAsking({ difference, resolution })}
            />
          ))}
          {settled.length > 0 && (
            <SectionCard title={t('Settled')}>
              <DataTable
                label={t('Settled differences')}
                columns={settledColumns()}
                rows={settled}
                rowKey={(row) => row.differenceId}
                csv={{ name: 'settled-differences' }}
              />
            </SectionCard>
          )}
        </div>
      </Content>
      {asking && asked && (
        <SettleDialog
          difference={asked}
          resolution={asking.resolution}
          onAnswered={reload}
          onClose={() => setAsking(null)}
        />
      )}
    </Screen>
  );
};
