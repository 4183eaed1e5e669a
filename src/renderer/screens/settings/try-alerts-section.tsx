import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { AlertRegular, Speaker2Regular } from '@fluentui/react-icons';
import { t } from '../../i18n/translate.ts';
import { TestNotification } from '../../features/settings/test-notification.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { playSound } from '../../ui/sounds.ts';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
});

/** Whether notifications arrive, and how the sounds sound. */
export const TryAlertsSection = () => (
  <SectionCard title={t('Try it')}>
    <TestNotification icon={<AlertRegular />} />
    <div className={useStyles().line}>
      <Button icon={<Speaker2Regular />} onClick={() => playSound('critical')}>
        {t('Play the critical sound')}
      </Button>
      <Button icon={<Speaker2Regular />} onClick={() => playSound('news')}>
        {t('Play the sound for news')}
      </Button>
    </div>
  </SectionCard>
);
