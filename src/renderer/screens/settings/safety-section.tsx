import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { riskGuard } from '../../state/risk-guard.ts';
import { Content } from '../../ui/content.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { LimitsForm } from './limits-form.tsx';
import { LiveLockCard } from './live-lock-card.tsx';

const useStyles = makeStyles({
  parts: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
});

/** Limits of live trading: limits of the day, and the lock that stops everything. */
export const SafetySection = () => {
  const styles = useStyles();
  const { value, isLoading, failure, loadedAt } = riskGuard.use();
  useEffect(() => {
    void riskGuard.load(undefined);
  }, []);
  useReloadOnFacts(['trade', 'strategy'], riskGuard);
  return (
    <Content
      isLoading={isLoading}
      hasContent={value !== null}
      failure={failure}
      loadedAt={loadedAt}
      onRetry={() => void riskGuard.load(undefined)}
      skeleton={<BlockSkeleton height={320} />}
      empty={{ icon: null, sentence: '' }}
    >
      {value && (
        <div className={styles.parts}>
          <LiveLockCard lock={value.lock} />
          <LimitsForm guard={value} />
        </div>
      )}
    </Content>
  );
};
