import { useEffect } from 'react';
import { t } from '../../i18n/translate.ts';
import { myHome } from '../../state/header.ts';
import { Screen } from '../../ui/screen.tsx';
import { Agenda } from './agenda.tsx';
import { Feed } from './feed.tsx';
import { GetStarted } from './get-started.tsx';
import { KeyFigures } from './key-figures.tsx';
import { LiveLockBar } from './live-lock-bar.tsx';
import { ProPlansStrip } from './pro-plans-strip.tsx';
import { RunningStrip } from './running-strip.tsx';
import { TopStrip } from './top-strip.tsx';
import { Welcome } from './welcome.tsx';

/** Where a person lands: a welcome for who is new, the figures of today, what to do next, what runs and what is on offer. */
export const HomeScreen = () => {
  useEffect(() => {
    void myHome.reload();
  }, []);
  return (
    <Screen title={t('Home')}>
      <Welcome />
      <LiveLockBar />
      <KeyFigures />
      <Agenda />
      <GetStarted />
      <TopStrip />
      <RunningStrip />
      <Feed />
      <ProPlansStrip />
    </Screen>
  );
};
