import { makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { t, labels } from '../../i18n/translate.ts';
import { searchField, urlSearch, useUrlSearch } from '../../state/url-search.ts';
import { FormCards } from '../../ui/form-cards.tsx';
import { Screen } from '../../ui/screen.tsx';
import { AboutSection } from './about-section.tsx';
import { AdvancedSection } from './advanced-section.tsx';
import { AlertPreferences } from './alert-preferences.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { BackendSection } from './backend-section.tsx';
import { DataSection } from './data-section.tsx';
import { FetchSection } from './fetch-section.tsx';
import { HandSection } from './hand-section.tsx';
import { ImportSection } from './import-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { ListsSection } from './lists-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { OutsideChannelsSection } from './outside-channels-section.tsx';
import { PaceSection } from './pace-section.tsx';
import { QuietSection } from './quiet-section.tsx';
import { RecorderSection } from './recorder-section.tsx';
import { ReplaySection } from './replay-section.tsx';
import { SafetySection } from './safety-section.tsx';
import { ShortcutsSection } from './shortcuts-section.tsx';
import { TryAlertsSection } from './try-alerts-section.tsx';
import { UpdatesSection } from './updates-section.tsx';
import { WindowsSection } from './windows-section.tsx';
import { upTo } from '../../ui/page-width.ts';

const SECTIONS = [
  'appearance',
  'notifications',
  'windows',
  'safety',
  'market',
  'shortcuts',
  'backend',
  'data',
  'keys',
  'advanced',
  'updates',
  'about',
] as const;
type SectionName = (typeof SECTIONS)[number];

const settingsSearch = urlSearch({ section: searchField.oneOf(SECTIONS, 'appearance') });

const sectionNames: Readonly<Record<SectionName, string>> = labels({
  appearance: 'Appearance',
  notifications: 'Alerts',
  windows: 'Windows and tray',
  safety: 'Trading safety',
  market: 'Market',
  shortcuts: 'Shortcuts',
  backend: 'Backend',
  data: 'Data',
  keys: 'Keys',
  advanced: 'Advanced',
  updates: 'Updates',
  about: 'About',
});

const Market = () => (
  <>
    <FetchSection />
    <ImportSection />
    <ListsSection />
    <RecorderSection />
    <ReplaySection />
    <PaceSection />
  </>
);

const Safety = () => (
  <>
    <SafetySection />
    <HandSection />
  </>
);

const Notifications = () => (
  <>
    <NotificationsSection />
    <QuietSection />
    <TryAlertsSection />
    <AlertPreferences />
    <OutsideChannelsSection />
  </>
);

const sectionContent: Readonly<Record<SectionName, ReactNode>> = {
  appearance: <AppearanceSection />,
  notifications: <Notifications />,
  windows: <WindowsSection />,
  safety: <Safety />,
  market: <Market />,
  shortcuts: <ShortcutsSection />,
  backend: <BackendSection />,
  data: <DataSection />,
  keys: <KeysSection />,
  advanced: <AdvancedSection />,
  updates: <UpdatesSection />,
  about: <AboutSection />,
};

const useStyles = makeStyles({
  tabs: { flexWrap: 'wrap' },
  // Narrower, so that all of them stand on one line of the smallest window.
  tab: {
    [upTo(1_120)]: {
      paddingLeft: tokens.spacingHorizontalSNudge,
      paddingRight: tokens.spacingHorizontalSNudge,
      '::before': { left: tokens.spacingHorizontalSNudge, right: tokens.spacingHorizontalSNudge },
      '::after': { left: tokens.spacingHorizontalSNudge, right: tokens.spacingHorizontalSNudge },
    },
  },
});

/** Settings of this computer. */
export const SettingsScreen = () => {
  const [{ section }, setSearch] = useUrlSearch(settingsSearch);
  const styles = useStyles();
  return (
    <Screen title={t('Settings')}>
      <TabList
        className={styles.tabs}
        aria-label={t('Settings')}
        selectedValue={section}
        onTabSelect={(_, data) => setSearch({ section: data.value as SectionName })}
      >
        {SECTIONS.map((name) => (
          <Tab key={name} value={name} className={styles.tab}>
            {sectionNames[name]}
          </Tab>
        ))}
      </TabList>
      <FormCards>{sectionContent[section]}</FormCards>
    </Screen>
  );
};
