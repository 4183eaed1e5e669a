import { Button, makeStyles, Switch, tokens } from '@fluentui/react-components';
import type { Settings } from '../../../shared/desktop.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { settings } from '../../state/settings.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { AlertChannelsTable } from './alert-channels-table.tsx';

const useStyles = makeStyles({
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** Channels of alerts: by category, and what is off altogether. */
export const NotificationsSection = () => {
  const styles = useStyles();
  const { notifications } = settings.use();
  const save = useAction(settings.change);
  const change = (part: Partial<Settings['notifications']>) =>
    void save.run({ notifications: { ...notifications, ...part } });
  return (
    <SectionCard title={t('Channels')}>
      <Switch
        label={t('Toasts in the window')}
        checked={notifications.toast}
        onChange={(_, data) => change({ toast: data.checked })}
      />
      <Switch
        label={t('Notifications of the system')}
        checked={notifications.native}
        onChange={(_, data) => change({ native: data.checked })}
      />
      <Switch
        label={t('Sounds')}
        checked={notifications.sound}
        onChange={(_, data) => change({ sound: data.checked })}
      />
      <AlertChannelsTable notifications={notifications} onChange={(channels) => change({ channels })} />
      <p className={styles.note}>
        {t(
          'What is critical (an order refused or unknown, a live stop-loss hit, the loss limit of the day, the broker gone while something live runs) uses every way that is on, in quiet hours too.',
        )}
      </p>
      {Object.keys(notifications.channels).length > 0 && (
        <div>
          <Button onClick={() => change({ channels: {} })}>{t('Back to the usual ways')}</Button>
        </div>
      )}
      <Switch
        label={t('The number of unread alerts on the icon')}
        checked={notifications.badge}
        onChange={(_, data) => change({ badge: data.checked })}
      />
      <Switch
        label={t('Private: no amounts in notifications')}
        checked={notifications.isPrivate}
        onChange={(_, data) => change({ isPrivate: data.checked })}
      />
    </SectionCard>
  );
};
