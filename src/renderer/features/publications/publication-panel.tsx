import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { PublicationState } from '../../../shared/publication-states.ts';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { formatCount, formatRupees } from '../../../shared/money.ts';
import { OnlineButton } from '../stream/online-controls.tsx';
import { dayText } from '../../i18n/dates.ts';
import { labels, t } from '../../i18n/translate.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { routeHref } from '../../state/navigation.ts';
import { myPublications, type Publication, usePublicationOf } from './publications.ts';
import { PublishFlow } from './publish-flow.tsx';
import { ReviewFigures } from './review-figures.tsx';
import { StrategyLink } from '../strategies/strategy-link.tsx';
import { WithdrawFlow } from './withdraw-flow.tsx';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalL },
  versions: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  version: { display: 'flex', flexWrap: 'wrap', gap: `0 ${tokens.spacingHorizontalM}` },
  note: { color: tokens.colorNeutralForeground2 },
});

const stateLabels: Readonly<Record<PublicationState, string>> = labels(
  {
    draft: 'Not handed in',
    'in-review': 'In review',
    published: 'Published',
    updating: 'Published, next version in review',
    refused: 'Refused by the review',
    withdrawn: 'Withdrawn',
  },
  { context: 'publication' },
);
const STATE_TONES = {
  draft: 'neutral',
  'in-review': 'neutral',
  published: 'good',
  updating: 'good',
  refused: 'bad',
  withdrawn: 'neutral',
} as const satisfies Record<PublicationState, string>;

const checkLabels = labels({
  'look-ahead': 'No look-ahead',
  liquidity: 'Liquidity',
  sample: 'Enough trades',
  costs: 'Charges',
});

const WITHDRAWABLE: readonly PublicationState[] = ['in-review', 'published', 'updating'];
const WAITING: readonly PublicationState[] = ['in-review', 'updating'];

/** Findings of the last review, the reasons of a refusal first. */
const Review = ({ checks }: Pick<Publication, 'checks'>) => (
  <CheckList
    checks={checks.map(({ check, isPassed, sentence }) => ({
      check,
      label: checkLabels[check],
      isMet: isPassed,
      isAdvice: false,
      how: isPassed ? '' : sentence,
      link: null,
    }))}
    hrefOf={routeHref}
    onLeave={() => undefined}
  />
);

const Versions = ({ versions }: Pick<Publication, 'versions'>) => {
  const styles = useStyles();
  return (
    <ul className={styles.versions} aria-label={t('Versions')}>
      {versions.map(({ versionId, number, strategyId, note, publishedAt, figures }) => (
        <li key={versionId} className={styles.version}>
          <StrategyLink strategyId={strategyId}>{t('Version {{number}}', { number })}</StrategyLink>
          <span>{dayText(Date.parse(publishedAt))}</span>
          <span className={styles.note}>
            <SaidByServer>{note}</SaidByServer>
          </span>
          <ReviewFigures figures={figures} />
        </li>
      ))}
    </ul>
  );
};

/** Publication of one's own strategy: state, review, versions, and the possible actions. */
export const PublicationPanel = ({ strategy }: { strategy: StrategySummary }) => {
  const styles = useStyles();
  const publication = usePublicationOf(strategy.strategyId);
  const [asking, setAsking] = useState<'publish' | 'withdraw' | null>(null);
  useEffect(() => {
    void myPublications.load(undefined);
  }, []);
  // A review tells its end by an alert.
  useReloadOnFacts(
    ['alert'],
    myPublications,
    () => publication !== null && WAITING.includes(publication.state),
  );
  if (!publication) return null;
  const { state, checks, versions, followers, fee, sold, earned } = publication;
  const isNext = state === 'published';
  const close = () => setAsking(null);
  return (
    <SectionCard
      title={t('Publication')}
      aside={<StatusText tone={STATE_TONES[state]}>{stateLabels[state]}</StatusText>}
    >
      {checks.length > 0 && <Review checks={checks} />}
      {versions.length > 0 && <Versions versions={versions} />}
      <div className={styles.line}>
        {strategy.version === null && !WAITING.includes(state) && (
          <OnlineButton size="small" call="authors.publish" onClick={() => setAsking('publish')}>
            {isNext ? t('Publish next version…') : t('Publish again…')}
          </OnlineButton>
        )}
        {WITHDRAWABLE.includes(state) && (
          <Button size="small" onClick={() => setAsking('withdraw')}>
            {t('Withdraw…')}
          </Button>
        )}
        <Button as="a" size="small" href={routeHref(`/authors/${strategy.strategyAuthor.authorId}`)}>
          {t('My author page')}
        </Button>
        {versions.length > 0 && (
          <span>{t('{{number}} followers', { count: followers, number: formatCount(followers) })}</span>
        )}
        {fee > 0 && <span>{t('Fee {{amount}}, once', { amount: formatRupees(fee) })}</span>}
        {sold > 0 && (
          <span>
            {t('Paid by {{number}}, your share {{amount}}', {
              number: formatCount(sold),
              amount: formatRupees(earned),
            })}
          </span>
        )}
      </div>
      {asking === 'publish' && <PublishFlow strategy={strategy} publication={publication} onClose={close} />}
      {asking === 'withdraw' && <WithdrawFlow publication={publication} onClose={close} />}
    </SectionCard>
  );
};
