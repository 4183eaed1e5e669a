import { makeStyles, Tab, TabList } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { t, words } from '../../i18n/translate.ts';
import { searchField, urlSearch, useUrlSearch } from '../../state/url-search.ts';
import { Screen } from '../../ui/screen.tsx';
import { AboutSection } from './about-section.tsx';
import { AlertPreferences } from './alert-preferences.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { BackendSection } from './backend-section.tsx';
import { DataSection } from './data-section.tsx';
import { ImportSection } from './import-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PaceSection } from './pace-section.tsx';
import { ReplaySection } from './replay-section.tsx';
import { SafetySection } from './safety-section.tsx';

const SECTIONS = ['appearance', 'market', 'notifications', 'safety', 'backend', 'data', 'about'] as const;
type SectionName = (typeof SECTIONS)[number];

const settingsSearch = urlSearch({ section: searchField.oneOf(SECTIONS, 'appearance') });

const sectionNames: Readonly<Record<SectionName, string>> = words({
  appearance: 'Appearance',
  market: 'Market',
  notifications: 'Notifications',
  safety: 'Trading safety',
  backend: 'Backend',
  data: 'Data',
  about: 'About',
});

const Market = () => (
  <>
    <ImportSection />
    <ReplaySection />
    <PaceSection />
  </>
);

const Notifications = () => (
  <>
    <AlertPreferences />
    <NotificationsSection />
  </>
);

const sectionContent: Readonly<Record<SectionName, ReactNode>> = {
  appearance: <AppearanceSection />,
  market: <Market />,
  notifications: <Notifications />,
  safety: <SafetySection />,
  backend: <BackendSection />,
  data: <DataSection />,
  about: <AboutSection />,
};

const useStyles = makeStyles({ root: { maxWidth: '920px' } });

/** Settings of this computer. */
export const SettingsScreen = () => {
  const [{ section }, setSearch] = useUrlSearch(settingsSearch);
  return (
    <Screen title={t('Settings')} className={useStyles().root}>
      <TabList
        aria-label={t('Settings')}
        selectedValue={section}
        onTabSelect={(_, data) => setSearch({ section: data.value as SectionName })}
      >
        {SECTIONS.map((name) => (
          <Tab key={name} value={name}>
            {sectionNames[name]}
          </Tab>
        ))}
      </TabList>
      {sectionContent[section]}
    </Screen>
  );
};
