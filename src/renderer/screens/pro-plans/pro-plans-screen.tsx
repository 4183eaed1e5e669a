import { Link, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { StarRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import type { ProPlan } from '../../../shared/contract/advisors.ts';
import { t } from '../../i18n/translate.ts';
import { Sentence } from '../../ui/sentence.tsx';
import { routeHref } from '../../state/navigation.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { myWallet } from '../../state/wallet.ts';
import { Content } from '../../ui/content.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { Screen } from '../../ui/screen.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { ActivateDialog } from './activate-dialog.tsx';
import { ComparePlans } from './compare-plans.tsx';
import { proPlans, proPlansSearch, questionnaire, reloadProPlans } from './pro-plans.ts';
import { Questions } from './questions.tsx';
import { NoRiskResult, RiskResult } from './risk-result.tsx';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  disclosures: {
    margin: 0,
    paddingLeft: tokens.spacingHorizontalXL,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
  },
});

/** A sentence of the server that stays until the next one. */
const ServerMessage = ({ message, hasPlan }: { message: string; hasPlan: boolean }) => (
  <MessageBar intent={hasPlan ? 'success' : 'info'} layout="multiline">
    <MessageBarBody>
      <SaidByServer>{message}</SaidByServer>{' '}
      {hasPlan && (
        <Sentence
          text="See them in <mine>My strategies</mine>, and the analysts’ calls in <calls>Open positions</calls>."
          parts={{
            mine: <Link href={routeHref('/my-strategies?tab=Test')} />,
            calls: <Link href={routeHref('/open-positions?type=calls')} />,
          }}
        />
      )}
    </MessageBarBody>
  </MessageBar>
);

/** Plans that advisors manage: compared, assessed for suitability, activated. */
export const ProPlansScreen = () => {
  const styles = useStyles();
  const [{ show, plan: planId }, setSearch] = useUrlSearch(proPlansSearch);
  const { value, isLoading, failure, loadedAt } = proPlans.use();
  const draft = questionnaire.use();
  const [activating, setActivating] = useState<ProPlan | null>(null);
  const [outcome, setOutcome] = useState<{ message: string; hasPlan: boolean } | null>(null);
  useEffect(() => {
    void proPlans.load(undefined);
    void questionnaire.load(undefined);
    void myWallet.load(undefined);
  }, []);
  const current = value?.proPlans.find(({ isCurrent }) => isCurrent) ?? null;
  const askFor = (plan: ProPlan | null) => {
    setOutcome(null);
    setSearch({ show: 'questions', plan: plan?.planId ?? '' });
  };
  const backToPlans = () => {
    void questionnaire.reload();
    setSearch({ show: 'plans', plan: '' });
  };
  if (show === 'questions')
    return (
      <Screen title={t('Pro plans')}>
        <Content
          isLoading={draft.isLoading}
          hasContent={draft.value !== null}
          failure={draft.failure}
          loadedAt={draft.loadedAt}
          onRetry={() => void questionnaire.load(undefined)}
          skeleton={<BlockSkeleton height={320} />}
          empty={{ icon: null, sentence: '' }}
        >
          {draft.value && (
            <Questions
              questionnaire={draft.value}
              planId={planId}
              onDone={(message) => {
                setOutcome({ message, hasPlan: false });
                void proPlans.reload();
                backToPlans();
              }}
              onLeave={backToPlans}
            />
          )}
        </Content>
      </Screen>
    );
  return (
    <Screen title={t('Pro plans')}>
      {outcome && <ServerMessage {...outcome} />}
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        isEmpty={value?.proPlans.length === 0}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void proPlans.load(undefined)}
        skeleton={<BlockSkeleton height={480} />}
        empty={{
          icon: <StarRegular fontSize={32} />,
          sentence: t('No plan is on offer yet. They appear when the market is prepared.'),
        }}
      >
        {value && (
          <div className={styles.stack}>
            {value.profile ? (
              <RiskResult profile={value.profile} onAgain={() => askFor(null)} />
            ) : (
              <NoRiskResult isBegun={Boolean(draft.value?.savedAt)} onStart={() => askFor(null)} />
            )}
            <ComparePlans plans={value.proPlans} onActivate={setActivating} onAnswer={askFor} />
            <ul className={styles.disclosures}>
              {value.disclosures.map((sentence) => (
                <li key={sentence}>
                  <SaidByServer>{sentence}</SaidByServer>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Content>
      {activating && (
        <ActivateDialog
          plan={activating}
          replaces={current && current.planId !== activating.planId ? current.name : null}
          onDone={(message) => {
            setActivating(null);
            setOutcome({ message, hasPlan: true });
            reloadProPlans();
          }}
          onClose={() => setActivating(null)}
        />
      )}
    </Screen>
  );
};
