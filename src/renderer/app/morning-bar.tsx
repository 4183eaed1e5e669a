import { Button } from '@fluentui/react-components';
import { useEffect } from 'react';
import { istDate } from '../../shared/time.ts';
import { useMorningChecks } from '../features/live/morning-check-dialog.tsx';
import { t } from '../i18n/translate.ts';
import { useAction } from '../state/action.ts';
import { header } from '../state/header.ts';
import { isCheckTime, loadMorningCheck, openMorningCheck } from '../state/morning-check.ts';
import { settings } from '../state/settings.ts';
import { useNow } from '../state/use-now.ts';
import { NoticeBar } from '../ui/notice-bar.tsx';

const POLL_MS = 15_000;

const Bar = ({ today }: { today: string }) => {
  const { guidance } = settings.use();
  const save = useAction(settings.change);
  const checks = useMorningChecks();
  useEffect(() => void loadMorningCheck(), []);
  if (!checks) return null;
  const count = checks.filter(({ isMet, isAdvice }) => !isMet && !isAdvice).length;
  return (
    <NoticeBar
      intent={count === 0 ? 'success' : 'warning'}
      title={t('Morning check')}
      actions={
        <>
          <Button onClick={openMorningCheck}>{t('Show the check')}</Button>
          <Button
            appearance="subtle"
            onClick={() => void save.run({ guidance: { ...guidance, morningCheckedOn: today } })}
          >
            {t('Done for today')}
          </Button>
        </>
      }
    >
      {count === 0 ? t('All well.') : t('{{count}} things to see to.', { count })}
    </NoticeBar>
  );
};

/** From 08:45 of a trading day, for those who may trade live: how everything stands, until they put it away. */
export const MorningBar = () => {
  const now = useNow(POLL_MS);
  const { morningCheckedOn } = settings.use().guidance;
  const hasBroker = header.use((state) => (state.value?.broker.state ?? 'not-linked') !== 'not-linked');
  const today = istDate(now);
  if (!hasBroker || !isCheckTime(now) || morningCheckedOn === today) return null;
  return <Bar today={today} />;
};
