import { Button, DialogActions, makeStyles, tokens } from '@fluentui/react-components';
import { t } from '../../i18n/translate.ts';
import { brokerAccount } from '../../state/broker-account.ts';
import { header, myHome } from '../../state/header.ts';
import {
  closeMorningCheck,
  loadMorningCheck,
  morningQuestions,
  useMorningCheck,
} from '../../state/morning-check.ts';
import { routeHref } from '../../state/navigation.ts';
import { riskGuard } from '../../state/risk-guard.ts';
import { updates } from '../../state/updates.ts';
import { CheckList, type Check } from '../../ui/check-list.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { morningChecks } from './morning-check-results.ts';

const useStyles = makeStyles({
  surface: { maxWidth: '560px' },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  well: { margin: 0, fontWeight: tokens.fontWeightSemibold },
});

/** React hook: the checks as far as they are known; null until everything has been asked. */
export const useMorningChecks = (): readonly Check[] | null => {
  const questions = morningQuestions.use();
  const account = brokerAccount.use();
  const guard = riskGuard.use();
  const home = myHome.use();
  const version = updates.use();
  const { value } = header.use();
  if ([questions, account, guard, home, version].some(({ isLoading }) => isLoading)) return null;
  return morningChecks({
    header: value,
    home: home.value,
    account: account.value?.broker_angelone_details ?? null,
    guard: guard.value,
    funds: questions.value?.funds ?? null,
    skewMs: questions.value?.skewMs ?? null,
    updates: version.value,
  });
};

/** Goes through everything before the market opens; what is well stands together at the end. */
export const MorningCheck = () => {
  const styles = useStyles();
  const isOpen = useMorningCheck();
  const checks = useMorningChecks();
  if (!isOpen) return null;
  return (
    <DialogFrame
      title={t('Morning check')}
      surfaceClass={styles.surface}
      contentClass={styles.content}
      onClose={closeMorningCheck}
      actions={
        <DialogActions>
          <Button onClick={() => void loadMorningCheck()}>{t('Check again')}</Button>
          <Button appearance="primary" onClick={closeMorningCheck}>
            {t('Close')}
          </Button>
        </DialogActions>
      }
    >
      {checks ? (
        <>
          {checks.every(({ isMet }) => isMet) && <p className={styles.well}>{t('All well.')}</p>}
          <CheckList checks={checks} hrefOf={routeHref} onLeave={closeMorningCheck} />
        </>
      ) : (
        <BlockSkeleton height={180} />
      )}
    </DialogFrame>
  );
};
