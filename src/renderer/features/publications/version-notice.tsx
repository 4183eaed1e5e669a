import { Button } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { type EventOf } from '../../state/stream.ts';
import { createResource } from '../../state/resource.ts';
import { NoticeBar } from '../../ui/notice-bar.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { VersionDialog } from './version-dialog.tsx';

const changes = createResource(api.authors.changes, { isQuiet: true });

const strategyOf = (event: EventOf<'strategy' | 'position'>): number =>
  event.type === 'position' ? event.position.strategyId : event.strategyId;

interface VersionNoticeProps {
  strategy: StrategySummary;
  /** It was accepted; what is held by now. */
  onAccepted: (strategyId: number) => void;
}

/** Notice of a newer version of a followed or cloned strategy. It leads to what changed. */
export const VersionNotice = ({ strategy, onAccepted }: VersionNoticeProps) => {
  const { strategyId, parentStrategyId, isMine, isFollowed } = strategy;
  const isHeld = isMine ? parentStrategyId !== null : isFollowed;
  const [isOpen, setIsOpen] = useState(false);
  const version = changes.use(({ value }) =>
    value?.version?.strategyId === strategyId ? value.version : null,
  );
  useEffect(() => {
    if (isHeld) void changes.load({ strategyId });
  }, [strategyId, isHeld]);
  // Whether it can be accepted changes with what runs and is open.
  useReloadOnFacts(
    ['alert', 'strategy', 'position'],
    changes,
    (event) => isHeld && (event.type === 'alert' || strategyOf(event) === strategyId),
  );
  const next = version?.next;
  if (!isHeld || !version || !next) return null;
  return (
    <>
      <NoticeBar
        intent="info"
        layout="multiline"
        title={t('{{name}} has a new version', { name: version.name })}
        actions={
          <Button size="small" onClick={() => setIsOpen(true)}>
            {t('What changed…')}
          </Button>
        }
      >
        {t('You have version {{held}}; version {{next}} is in the marketplace.', {
          held: version.held.number,
          next: next.number,
        })}{' '}
        <SaidByServer>{next.note}</SaidByServer>
      </NoticeBar>
      {isOpen && (
        <VersionDialog
          version={{ ...version, next }}
          isCopy={isMine}
          onClose={() => setIsOpen(false)}
          onAccepted={() => {
            setIsOpen(false);
            void changes.load({ strategyId: isMine ? strategyId : next.strategyId });
            onAccepted(isMine ? strategyId : next.strategyId);
          }}
        />
      )}
    </>
  );
};
