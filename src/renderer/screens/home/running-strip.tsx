import { Button } from '@fluentui/react-components';
import { BotRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import { STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import { api } from '../../api/api.ts';
import { ValuesAsOf } from '../../features/stream/as-of.tsx';
import { LinkButton } from '../../features/navigation/link-button.tsx';
import { StrategyLine, StrategyToday, StrategyTotal } from '../../features/strategies/result-figures.tsx';
import { SEGMENT_LABELS, sinceHint, sinceText, TIMEFRAME_LABELS } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { createResource } from '../../state/resource.ts';
import { routeHref } from '../../state/navigation.ts';
import { Content } from '../../ui/content.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { CardsSkeleton } from '../../ui/skeletons.tsx';
import { CardGrid, StrategyCard } from '../../features/strategies/strategy-card.tsx';

const running = createResource(() =>
  api.strategies.mine({ strategyStatus: STRATEGY_STATUS.running, pageType: 'All', pageSize: 6 }),
);

/** Running strategies, in test and live. */
export const RunningStrip = () => {
  const { value, isLoading, failure, loadedAt } = running.use();
  useEffect(() => {
    void running.load(undefined);
  }, []);
  useReloadOnFacts(['strategy', 'trade'], running);
  const { counts, needsAttention = [] } = value ?? {};
  // Disabled ones are counted with the test ones.
  const hasStrategies = (counts?.stopped ?? 0) + (counts?.test ?? 0) + needsAttention.length > 0;
  const isLiveNeeding = needsAttention.some(({ mode }) => mode === 'live');
  const place = isLiveNeeding
    ? '/my-strategies?tab=Live'
    : counts?.stopped === 0
      ? '/my-strategies?tab=Test'
      : '/my-strategies?tab=Stopped';
  return (
    <SectionCard
      title={t('My running strategies')}
      aside={
        <>
          <ValuesAsOf loadedAt={loadedAt} />
          <Button as="a" size="small" href={routeHref('/my-strategies')}>
            {t('All my strategies')}
          </Button>
        </>
      }
    >
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        isEmpty={value?.rows.length === 0}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void running.load(undefined)}
        skeleton={<CardsSkeleton count={3} />}
        empty={{
          icon: <BotRegular fontSize={32} />,
          ...(hasStrategies
            ? {
                sentence: t('None of your strategies is running.'),
                action: <LinkButton to={place}>{t('Go to my strategies')}</LinkButton>,
              }
            : {
                sentence: t('No strategies yet. Start one on paper; no money is needed.'),
                action: <LinkButton to="/top-ten">{t('Choose from the top ten')}</LinkButton>,
              }),
        }}
      >
        <CardGrid label={t('Running strategies')}>
          {value?.rows.map((strategy) => (
            <StrategyCard
              key={strategy.strategyId}
              level={3}
              name={strategy.name}
              href={routeHref(`/strategies/${strategy.strategyId}`)}
              chip={<ModeChip mode={strategy.mode} />}
              subtitle={`${SEGMENT_LABELS[strategy.segment]} · ${TIMEFRAME_LABELS[strategy.timeframe]}`}
              line={<StrategyLine strategy={strategy} />}
              figures={[
                { name: t('Today'), value: <StrategyToday strategy={strategy} /> },
                {
                  name: sinceText(strategy.mode),
                  hint: sinceHint(strategy.mode),
                  value: <StrategyTotal strategy={strategy} />,
                },
              ]}
            />
          ))}
        </CardGrid>
      </Content>
    </SectionCard>
  );
};
