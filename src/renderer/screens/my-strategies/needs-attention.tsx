import { Button } from '@fluentui/react-components';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { t } from '../../i18n/translate.ts';
import { routeHref } from '../../state/navigation.ts';
import { NoticeBar } from '../../ui/notice-bar.tsx';

/** Strategies that wait for a decision stand above every tab. */
export const NeedsAttention = ({ strategies }: { strategies: readonly StrategySummary[] }) =>
  strategies.map((strategy) => (
    <NoticeBar
      key={strategy.strategyId}
      intent="warning"
      title={t('{{name}} needs you.', { name: strategy.name })}
      actions={
        <Button as="a" href={routeHref(`/strategies/${strategy.strategyId}`)}>
          {t('See what happened')}
        </Button>
      }
    >
      {t('It enters nothing until you have looked. What it holds keeps its protection.')}
    </NoticeBar>
  ));
