import { Button, Field, Slider, Switch } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { Settings } from '../../../shared/desktop.ts';
import { t, labels } from '../../i18n/translate.ts';
import { about } from '../../state/about.ts';
import { useAction } from '../../state/action.ts';
import { settings } from '../../state/settings.ts';
import { keepOnTop, loadWindowState, toggleMini, useWindowState } from '../../state/window-kind.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';

type Windows = Settings['windows'];

const closingLabels: Readonly<Record<Windows['closing'], string>> = labels({
  ask: 'Ask me',
  tray: 'Keep TrickDesk in the tray',
  quit: 'Quit TrickDesk',
});

/** The contract's bounds, percent. */
const OPACITY = { min: 70, max: 100, step: 5 } as const;

const OpacityField = ({ value, onChoose }: { value: number; onChoose: (percent: number) => void }) => {
  const [shown, setShown] = useState(value);
  return (
    <Field
      label={t('Opacity of the mini P&L: {{percent}}%', { percent: shown })}
      hint={t('Some Linux desktops draw every window opaque.')}
    >
      <Slider
        {...OPACITY}
        value={shown}
        onChange={(_, data) => {
          setShown(data.value);
          onChoose(data.value);
        }}
      />
    </Field>
  );
};

const OnTopSwitch = () => {
  const state = useWindowState(({ value }) => value);
  useEffect(() => void loadWindowState(), []);
  if (!state) return null;
  if (!state.canStayOnTop)
    return (
      <span>
        {t(
          'This system (Wayland) lets no program put its windows over others. The menu of the title bar may offer it: Always on Top.',
        )}
      </span>
    );
  return (
    <Switch
      label={t('Keep this window over all others')}
      checked={state.isOnTop}
      onChange={(_, data) => void keepOnTop(data.checked)}
    />
  );
};

/** Settings of windows: closing, the start with the computer, the small window, and what stays on top. */
export const WindowsSection = () => {
  const { windows, backend } = settings.use();
  const isInstalled = about.use((state) => state.value?.isInstalled);
  const save = useAction(settings.change);
  const change = (part: Partial<Windows>) => void save.run({ windows: { ...windows, ...part } });
  useEffect(() => void about.load(undefined), []);
  return (
    <>
      <SectionCard title={t('Closing and starting')}>
        <ChoiceField
          label={t('Closing the window')}
          hint={
            backend.kind === 'server'
              ? t('Your strategies run on the server, with the app or without it.')
              : t(
                  'Your strategies run on this computer, and only while TrickDesk runs. In the tray it goes on.',
                )
          }
          value={windows.closing}
          labels={closingLabels}
          onChoose={(closing) => change({ closing })}
        />
        <Switch
          label={t('Start when I sign in to the computer, in the tray')}
          checked={windows.isStartedAtSignIn}
          disabled={isInstalled === false}
          onChange={(_, data) => change({ isStartedAtSignIn: data.checked })}
        />
        {isInstalled === false && (
          <span>{t('This copy is not installed, so the system cannot start it.')}</span>
        )}
      </SectionCard>
      <SectionCard title={t('Mini P&L')}>
        <span>{t('A small window over all others with the result of today.')}</span>
        <OpacityField
          value={windows.miniOpacityPercent}
          onChoose={(miniOpacityPercent) => change({ miniOpacityPercent })}
        />
        <div>
          <Button onClick={toggleMini}>{t('Open or close the mini P&L')}</Button>
        </div>
      </SectionCard>
      <SectionCard title={t('On top')}>
        <OnTopSwitch />
      </SectionCard>
    </>
  );
};
