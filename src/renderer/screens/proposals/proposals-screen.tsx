import { makeStyles, tokens } from '@fluentui/react-components';
import { CodeRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import type { Proposal } from '../../../shared/contract/proposals.ts';
import { callText, PROPOSAL_STATE_LABELS } from '../../i18n/proposal-labels.ts';
import { t } from '../../i18n/translate.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { proposals } from '../../state/proposals.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { saidColumn, textColumn, timeColumn } from '../../ui/columns.tsx';
import { Content } from '../../ui/content.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { ProposalCard } from './proposal-card.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
});

const load = () => void proposals.load(undefined);

const columns = () => [
  timeColumn<Proposal>('at', t('Proposed (IST)'), (row) => row.at),
  textColumn<Proposal>('call', t('Proposal'), (row) => callText(row.call)),
  textColumn<Proposal>('key', t('Key'), (row) => row.keyName, { kind: 'quiet' }),
  textColumn<Proposal>('state', t('State'), (row) => PROPOSAL_STATE_LABELS[row.state]),
  saidColumn<Proposal>('outcome', t('Outcome'), (row) => row.outcome),
];

const isWaiting = ({ state }: Proposal): boolean => state === 'waiting';

/** Calls that scripts propose: those that wait for the person, and what became of the others. */
export const ProposalsScreen = () => {
  const styles = useStyles();
  const { value, ...state } = proposals.use();
  useEffect(load, []);
  useReloadOnFacts(['proposal'], proposals);
  const all = value?.proposals ?? [];
  const decided = all.filter((each) => !isWaiting(each));
  useCsvExport(value && csvOfRows('proposals', columns(), all));
  return (
    <Screen title={t('Proposals')}>
      <Content
        {...state}
        hasContent={value !== null}
        isEmpty={all.length === 0}
        onRetry={load}
        skeleton={<TableSkeleton rows={4} />}
        empty={{
          icon: <CodeRegular />,
          sentence: t('Scripts with a key can propose something here. Nothing is done until you accept it.'),
        }}
      >
        <div className={styles.root}>
          {all.filter(isWaiting).map((each) => (
            <ProposalCard key={each.proposalId} proposal={each} />
          ))}
          {decided.length > 0 && (
            <SectionCard title={t('Decided before')}>
              <DataTable
                label={t('Decided before')}
                columns={columns()}
                rows={decided}
                rowKey={(row) => row.proposalId}
              />
            </SectionCard>
          )}
        </div>
      </Content>
    </Screen>
  );
};
