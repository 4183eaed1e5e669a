import { makeStyles, Tab, TabList } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { searchField, urlSearch, useUrlSearch } from '../../state/url-search.ts';
import { Screen } from '../../ui/screen.tsx';
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { BackendSection } from './backend-section.tsx';
import { ImportSection } from './import-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PaceSection } from './pace-section.tsx';
import { ReplaySection } from './replay-section.tsx';

const TABS = ['appearance', 'market', 'notifications', 'backend', 'about'] as const;
type TabName = (typeof TABS)[number];

const settingsSearch = urlSearch({ tab: searchField.oneOf(TABS, 'appearance') });

const tabNames: Readonly<Record<TabName, string>> = {
  appearance: 'Appearance',
  market: 'Market',
  notifications: 'Notifications',
  backend: 'Backend',
  about: 'About',
};

const Market = () => (
  <>
    <ImportSection />
    <ReplaySection />
    <PaceSection />
  </>
);

const tabContent: Readonly<Record<TabName, ReactNode>> = {
  appearance: <AppearanceSection />,
  market: <Market />,
  notifications: <NotificationsSection />,
  backend: <BackendSection />,
  about: <AboutSection />,
};

const useStyles = makeStyles({ root: { maxWidth: '920px' } });

/** Settings of this computer. */
export const SettingsScreen = () => {
  const [{ tab }, setSearch] = useUrlSearch(settingsSearch);
  return (
    <Screen title="Settings" className={useStyles().root}>
      <TabList
        aria-label="Settings"
        selectedValue={tab}
        onTabSelect={(_, data) => setSearch({ tab: data.value as TabName })}
      >
        {TABS.map((name) => (
          <Tab key={name} value={name}>
            {tabNames[name]}
          </Tab>
        ))}
      </TabList>
      {tabContent[tab]}
    </Screen>
  );
};
