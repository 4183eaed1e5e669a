import { Tab, TabList } from '@fluentui/react-components';
import { useParams } from '@tanstack/react-router';
import { useEffect, type ComponentType } from 'react';
import type { MyProfile } from '../../../shared/contract/profile.ts';
import { t, labels } from '../../i18n/translate.ts';
import { myProfile } from '../../state/my-profile.ts';
import { useGoTo } from '../../state/navigation.ts';
import { Content } from '../../ui/content.tsx';
import { FormCards } from '../../ui/form-cards.tsx';
import { Screen } from '../../ui/screen.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { BankTab } from './bank-tab.tsx';
import { BrokerTab } from './broker-tab.tsx';
import { KycTab } from './kyc-tab.tsx';
import { PasswordTab } from './password-tab.tsx';
import { PersonalTab } from './personal-tab.tsx';
import { PrivacyTab } from './privacy-tab.tsx';

const TABS = ['personal', 'kyc', 'bank', 'broker', 'password', 'privacy'] as const;
type ProfileTab = (typeof TABS)[number];

const tabNames: Readonly<Record<ProfileTab, string>> = labels({
  personal: 'Personal',
  kyc: 'KYC',
  bank: 'Bank',
  broker: 'Broker',
  password: 'Password',
  privacy: 'Privacy',
});
const views: Readonly<Record<ProfileTab, ComponentType<{ profile: MyProfile }>>> = {
  personal: PersonalTab,
  kyc: KycTab,
  bank: BankTab,
  broker: BrokerTab,
  password: PasswordTab,
  privacy: PrivacyTab,
};

/** Who the person is to the server, and how they prove it. The tab is part of the address. */
export const ProfileScreen = () => {
  const goTo = useGoTo();
  const params: { tab?: string } = useParams({ strict: false });
  const tab = TABS.find((name) => name === params.tab) ?? 'personal';
  const { value, isLoading, failure, loadedAt } = myProfile.use();
  useEffect(() => {
    void myProfile.load(undefined);
  }, []);
  const View = views[tab];
  return (
    <Screen title={t('Profile')}>
      <TabList
        aria-label={t('Profile')}
        selectedValue={tab}
        onTabSelect={(_, data) => goTo(`/profile/${String(data.value)}`)}
      >
        {TABS.map((name) => (
          <Tab key={name} value={name}>
            {tabNames[name]}
          </Tab>
        ))}
      </TabList>
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void myProfile.load(undefined)}
        skeleton={<BlockSkeleton height={320} />}
        empty={{ icon: null, sentence: '' }}
      >
        <FormCards>{value && <View key={value.id} profile={value} />}</FormCards>
      </Content>
    </Screen>
  );
};
