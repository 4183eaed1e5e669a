import { Button, Switch } from '@fluentui/react-components';
import type { Settings } from '../../../shared/desktop.ts';
import { t } from '../../i18n/translate.ts';
import { desktop } from '../../api/desktop.ts';
import { useAction } from '../../state/action.ts';
import { settings } from '../../state/settings.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { notify } from '../../ui/toasts.tsx';

/** How alerts reach the person outside the window. */
export const NotificationsSection = () => {
  const { notifications } = settings.use();
  const test = useAction(() => desktop('notifications.test', {}));
  const save = useAction(settings.change);
  const change = (part: Partial<Settings['notifications']>) =>
    void save.run({ notifications: { ...notifications, ...part } });
  const onTest = async () => {
    const result = await test.run(undefined);
    if (!result.ok) return;
    notify(
      result.value.isShown
        ? { tone: 'success', message: t('A notification is on its way.') }
        : {
            tone: 'failure',
            message: t('This computer does not show notifications. Alerts appear here instead.'),
          },
    );
  };
  return (
    <SectionCard title={t('Notifications')}>
      <Switch
        label={t('Notifications of the system')}
        checked={notifications.native}
        onChange={(_, data) => change({ native: data.checked })}
      />
      <Switch
        label={t('Toasts in the window')}
        checked={notifications.toast}
        onChange={(_, data) => change({ toast: data.checked })}
      />
      <Switch
        label={t('Private: no amounts in notifications')}
        checked={notifications.isPrivate}
        onChange={(_, data) => change({ isPrivate: data.checked })}
      />
      <div>
        <Button disabledFocusable={test.isRunning} onClick={() => void onTest()}>
          {t('Send a test notification')}
        </Button>
      </div>
    </SectionCard>
  );
};
