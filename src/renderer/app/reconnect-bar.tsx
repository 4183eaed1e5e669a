import { Button } from '@fluentui/react-components';
import { t } from '../i18n/translate.ts';
import { header } from '../state/header.ts';
import { useGoTo } from '../state/navigation.ts';
import { NoticeBar } from '../ui/notice-bar.tsx';

/** In the morning: the broker's session of the day is missing, and what that means. Nothing once it is there. */
export const ReconnectBar = () => {
  const goTo = useGoTo();
  const isDue = header.use((state) => state.value?.broker.isLoginDue ?? false);
  if (!isDue) return null;
  return (
    <NoticeBar
      intent="warning"
      layout="multiline"
      title={t('Reconnect Angel One.')}
      actions={<Button onClick={() => goTo('/profile/broker')}>{t('Reconnect…')}</Button>}
    >
      {t(
        'Its session ends every night. Until you log in, live strategies enter nothing; paper strategies go on.',
      )}
    </NoticeBar>
  );
};
