import { CalendarLtrRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import type { Mode } from '../../../shared/contract/fields.ts';
import { api } from '../../api/api.ts';
import { ProfitCalendar } from '../../features/trades/profit-calendar.tsx';
import { t } from '../../i18n/translate.ts';
import { createPaneResource } from '../../state/resource.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { Content } from '../../ui/content.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';

/** The figures of My profit. */
const days = createPaneResource(({ from, to }: { from: string; to: string }) =>
  api.strategies.profit({ from_date: from || undefined, to_date: to || undefined }),
);

interface CalendarViewProps {
  mode: Mode;
  from: string;
  to: string;
}

/** Net result of each day as a calendar. */
export const CalendarView = ({ mode, from, to }: CalendarViewProps) => {
  const here = days.useHere();
  const { value, ...state } = here.use();
  useEffect(() => void here.load({ from, to }), [here, from, to]);
  useReloadOnFacts(['trade'], days);
  const shown = value?.[mode].byDay ?? [];
  return (
    <Content
      {...state}
      hasContent={value !== null}
      isEmpty={shown.length === 0}
      onRetry={() => void here.load({ from, to })}
      skeleton={<TableSkeleton />}
      empty={{
        icon: <CalendarLtrRegular fontSize={32} />,
        sentence: t('No trade was closed on these days.'),
      }}
    >
      <SectionCard title={t('Net P&L by day')}>
        <ProfitCalendar days={shown} />
      </SectionCard>
    </Content>
  );
};
