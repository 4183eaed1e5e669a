import { Button } from '@fluentui/react-components';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { t } from '../../i18n/translate.ts';
import { routeHref } from '../../state/navigation.ts';
import { NoticeBar } from '../../ui/notice-bar.tsx';

/** Strategies that wait for a decision stand above every tab. */
export const NeedsAttention = ({ tricks }: { tricks: readonly StrategySummary[] }) =>
  tricks.map((trick) => (
    <NoticeBar
      key={trick.TricksId}
      intent="warning"
      title={t('{{name}} needs you.', { name: trick.name })}
      actions={
        <Button as="a" href={routeHref(`/strategies/${trick.TricksId}`)}>
          {t('See what happened')}
        </Button>
      }
    >
      {t('It enters nothing until you have looked. What it holds keeps its protection.')}
    </NoticeBar>
  ));
