import { Button } from '@fluentui/react-components';
import { useEffect } from 'react';
import { useLocation } from '@tanstack/react-router';
import { t } from '../i18n/translate.ts';
import { routeHref } from '../state/navigation.ts';
import { proposals } from '../state/proposals.ts';
import { useReloadOnFacts } from '../state/reload-on-facts.ts';
import { NoticeBar } from '../ui/notice-bar.tsx';

const PROPOSALS_ROUTE = '/proposals';

/** Notice of proposals that wait, wherever the person is. */
export const ProposalsBar = () => {
  const waiting = proposals.use(({ value }) => value?.waiting ?? 0);
  const isThere = useLocation({ select: ({ pathname }) => pathname === PROPOSALS_ROUTE });
  useEffect(() => void proposals.load(undefined), []);
  useReloadOnFacts(['proposal'], proposals);
  if (waiting === 0 || isThere) return null;
  return (
    <NoticeBar
      intent="info"
      title={t('A script proposes something')}
      actions={
        <Button as="a" href={routeHref(PROPOSALS_ROUTE)}>
          {t('Show proposals')}
        </Button>
      }
    >
      {t('{{count}} proposals wait. Nothing is done until you accept.', { count: waiting })}
    </NoticeBar>
  );
};
