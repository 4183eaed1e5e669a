import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components';
import { t } from '../i18n/translate.ts';
import { header } from '../state/header.ts';
import { useGoTo } from '../state/navigation.ts';

/** In the morning: the broker's session of the day is missing, and what that means. Nothing once it is there. */
export const ReconnectBar = () => {
  const goTo = useGoTo();
  const isDue = header.use((state) => state.value?.broker.isLoginDue ?? false);
  if (!isDue) return null;
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{t('Reconnect Angel One.')}</MessageBarTitle>{' '}
        {t(
          'Its session ends every night. Until you log in, live strategies enter nothing; test strategies go on.',
        )}
      </MessageBarBody>
      <MessageBarActions>
        <Button onClick={() => goTo('/profile/broker')}>{t('Reconnect…')}</Button>
      </MessageBarActions>
    </MessageBar>
  );
};
