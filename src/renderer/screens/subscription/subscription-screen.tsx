import { Link, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { Subscription } from '../../../shared/contract/subscription.ts';
import { formatCount } from '../../../shared/money.ts';
import { t, serverText } from '../../i18n/translate.ts';
import { Sentence } from '../../ui/sentence.tsx';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { routeHref } from '../../state/navigation.ts';
import { myWallet } from '../../state/wallet.ts';
import { Content } from '../../ui/content.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton, TableSkeleton } from '../../ui/skeletons.tsx';
import { BuyDialog, type Offer } from './buy-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { CurrentPlans } from './current-plans.tsx';
import { PlanCards } from './plan-cards.tsx';
import { backtestPlans, mySubscription, PLAN_RESOURCES } from './plans.ts';
import { Usage } from './usage.tsx';

const useStyles = makeStyles({
  plans: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
});

const NO_EMPTY = { icon: null, sentence: '' };
const hasRights = (plan: Subscription): boolean => plan.state !== 'ended';

/** Plans: what one has, how much of it is used, and what can be bought. */
export const SubscriptionScreen = () => {
  const styles = useStyles();
  const mine = mySubscription.use();
  const offered = backtestPlans.use();
  const [offer, setOffer] = useState<Offer | null>(null);
  const [cancelled, setCancelled] = useState<Subscription | null>(null);
  useEffect(() => {
    void mySubscription.load(undefined);
    void backtestPlans.load(undefined);
    void myWallet.load(undefined);
  }, []);
  useReloadOnFacts(['wallet', 'backtest'], PLAN_RESOURCES);
  const details = mine.value?.subscriptionDetails;
  const tradePlans = details?.tradePlans ?? [];
  const plans = offered.value?.plans ?? [];
  const inGrace = details?.subscriptions.filter(({ state }) => state === 'grace') ?? [];
  const replacedBy = ({ kind, planId }: Offer): string | null =>
    details?.subscriptions.find((plan) => plan.kind === kind && hasRights(plan) && plan.planId !== planId)
      ?.name ?? null;
  const closeAnd = (close: () => void) => () => {
    close();
    for (const resource of PLAN_RESOURCES) void resource.reload();
  };
  return (
    <Screen title={t('Subscription')}>
      {inGrace.map((plan) => (
        <MessageBar key={plan.subscriptionId} intent="warning" layout="multiline">
          <MessageBarBody>
            {serverText(plan.name)}: <SaidByServer>{plan.message}</SaidByServer>{' '}
            <Sentence
              text="<add>Add money</add> or pay in <bought>My transactions</bought>."
              parts={{
                add: <Link href={routeHref('/wallet?do=add')} />,
                bought: <Link href={routeHref('/my-transactions')} />,
              }}
            />
          </MessageBarBody>
        </MessageBar>
      ))}
      <SectionCard title={t('Your plans')}>
        <Content
          isLoading={mine.isLoading}
          hasContent={details !== undefined}
          failure={mine.failure}
          loadedAt={mine.loadedAt}
          onRetry={() => void mySubscription.load(undefined)}
          skeleton={<TableSkeleton rows={3} />}
          empty={NO_EMPTY}
        >
          {details && (
            <div className={styles.plans}>
              <CurrentPlans plans={details.subscriptions} onCancel={setCancelled} />
              <Usage {...details.usage} />
            </div>
          )}
        </Content>
      </SectionCard>
      <SectionCard title={t('Backtest plans')}>
        <Content
          isLoading={offered.isLoading}
          hasContent={offered.value !== null}
          failure={offered.failure}
          loadedAt={offered.loadedAt}
          onRetry={() => void backtestPlans.load(undefined)}
          skeleton={<BlockSkeleton height={140} />}
          empty={NO_EMPTY}
        >
          <PlanCards
            label={t('Backtest plans')}
            plans={plans.map((plan) => ({
              ...plan,
              note: t('{{number}} backtests a month', { number: formatCount(plan.runsPerMonth) }),
            }))}
            onBuy={(planId) => {
              const plan = plans.find((one) => one.planId === planId);
              if (plan?.days) setOffer({ ...plan, days: plan.days, kind: 'backtest' });
            }}
          />
        </Content>
      </SectionCard>
      <SectionCard title={t('Trade activation')}>
        <span>
          {details?.isTradeactive
            ? t('You may trade live.')
            : t('Live trading needs an activation for a time. Paper trading needs none.')}
        </span>
        <Content
          isLoading={mine.isLoading}
          hasContent={details !== undefined}
          failure={null}
          loadedAt={mine.loadedAt}
          onRetry={() => void mySubscription.load(undefined)}
          skeleton={<BlockSkeleton height={140} />}
          empty={NO_EMPTY}
        >
          <PlanCards
            label={t('Trade activation')}
            plans={tradePlans.map((plan) => ({
              ...plan,
              note: t('For {{days}} days', { days: formatCount(plan.days) }),
            }))}
            onBuy={(planId) => {
              const plan = tradePlans.find((one) => one.planId === planId);
              if (plan) setOffer({ ...plan, kind: 'trade' });
            }}
          />
        </Content>
      </SectionCard>
      {offer && (
        <BuyDialog
          offer={offer}
          replaces={replacedBy(offer)}
          onDone={closeAnd(() => setOffer(null))}
          onClose={() => setOffer(null)}
        />
      )}
      {cancelled && (
        <CancelDialog
          plan={cancelled}
          onDone={closeAnd(() => setCancelled(null))}
          onClose={() => setCancelled(null)}
        />
      )}
    </Screen>
  );
};
