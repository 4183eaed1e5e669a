import { Switch } from '@fluentui/react-components';
import { LanguageField } from '../../features/settings/language-field.tsx';
import { LookFields } from '../../features/settings/look-fields.tsx';
import { QuietChoice } from '../../features/settings/quiet-choice.tsx';
import { TestNotification } from '../../features/settings/test-notification.tsx';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { settings } from '../../state/settings.ts';
import { playSound } from '../../ui/sounds.ts';

/** In which language the window speaks. */
export const LanguageCard = () => {
  const { language } = settings.use();
  const save = useAction(settings.change);
  return <LanguageField value={language} onChoose={(value) => void save.run({ language: value })} />;
};

/** Choice of appearance; the whole window shows it at once. */
export const LookCard = () => {
  const { skin, moneyPalette } = settings.use();
  const save = useAction(settings.change);
  return <LookFields skin={skin} moneyPalette={moneyPalette} onChange={(part) => void save.run(part)} />;
};

/** Choice of alerts: notifications (the system asks for its permission at the first one), sounds, quiet hours. */
export const AlertsCard = () => {
  const { notifications } = settings.use();
  const save = useAction(settings.change);
  const change = (part: Partial<typeof notifications>) =>
    save.run({ notifications: { ...notifications, ...part } });
  return (
    <>
      <TestNotification />
      <Switch
        label={t('Sounds')}
        checked={notifications.sound}
        onChange={(_, data) => {
          if (data.checked) playSound('news');
          void change({ sound: data.checked });
        }}
      />
      <QuietChoice
        value={notifications.quiet.when}
        onChoose={(when) => void change({ quiet: { ...notifications.quiet, when } })}
      />
    </>
  );
};
