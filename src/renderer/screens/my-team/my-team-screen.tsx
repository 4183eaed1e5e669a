import { Tab, TabList } from '@fluentui/react-components';
import { useEffect } from 'react';
import { t } from '../../i18n/translate.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { Content } from '../../ui/content.tsx';
import { Screen } from '../../ui/screen.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { DirectMembers } from './direct-members.tsx';
import { IndirectMembers } from './indirect-members.tsx';
import { InviteCard } from './invite-card.tsx';
import { MemberDrawer } from './member-drawer.tsx';
import { myTeam, NO_DIRECT_FILTER, teamSearch } from './members.ts';
import { Levels, Summary } from './summary.tsx';

/** Members the user brought in, their yield, and how to invite more. */
export const MyTeamScreen = () => {
  const [{ show, member }, setSearch] = useUrlSearch(teamSearch);
  const { value, isLoading, failure, loadedAt } = myTeam.use();
  useEffect(() => {
    void myTeam.load(undefined);
  }, []);
  useReloadOnFacts(['wallet'], myTeam);
  return (
    <Screen title={t('My team')}>
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void myTeam.load(undefined)}
        skeleton={<BlockSkeleton height={92} />}
        empty={{ icon: null, sentence: '' }}
      >
        {value && <Summary value={value} />}
      </Content>
      {value && <InviteCard {...value} />}
      <TabList
        aria-label={t('Which members')}
        selectedValue={show}
        onTabSelect={(_, data) =>
          setSearch({
            ...NO_DIRECT_FILTER,
            level: null,
            page: 1,
            member: null,
            show: data.value === 'indirect' ? 'indirect' : 'direct',
          })
        }
      >
        <Tab value="direct">{t('Direct')}</Tab>
        <Tab value="indirect">{t('Indirect')}</Tab>
      </TabList>
      {show === 'indirect' ? <IndirectMembers /> : <DirectMembers />}
      {value && value.levels.length > 0 && <Levels levels={value.levels} />}
      {member !== null && <MemberDrawer id={member} onClose={() => setSearch({ member: null })} />}
    </Screen>
  );
};
