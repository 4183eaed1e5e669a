import { Button, makeStyles, tokens, type ButtonProps } from '@fluentui/react-components';
import { useState } from 'react';
import { desktop } from '../../api/desktop.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { settings } from '../../state/settings.ts';
import { StatusText } from '../../ui/status-text.tsx';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
});

type Outcome = 'shown' | 'off' | 'refused';

const OutcomeText = ({ outcome }: { outcome: Outcome }) => {
  if (outcome === 'shown')
    return (
      <StatusText tone="good">
        {t('A notification is on its way. If you do not see it, the settings of your system hide it.')}
      </StatusText>
    );
  return (
    <StatusText tone="warning">
      {outcome === 'off'
        ? t('Notifications of the system are switched off. Alerts appear in the window.')
        : t('This computer does not show notifications. Alerts appear in the window instead.')}
    </StatusText>
  );
};

/** A button for a test notification; its outcome is shown beside it. */
export const TestNotification = ({ icon }: Pick<ButtonProps, 'icon'>) => {
  const isOn = settings.use().notifications.native;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const test = useAction(() => desktop('notifications.test', {}));
  const onTest = async () => {
    const result = await test.run(undefined);
    if (result.ok) setOutcome(result.value.isShown ? 'shown' : isOn ? 'refused' : 'off');
  };
  return (
    <div className={useStyles().line}>
      <Button icon={icon} disabledFocusable={test.isRunning} onClick={() => void onTest()}>
        {t('Send a test notification')}
      </Button>
      <span role="status">{outcome && <OutcomeText outcome={outcome} />}</span>
    </div>
  );
};
