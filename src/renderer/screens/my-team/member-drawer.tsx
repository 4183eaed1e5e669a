import { PersonRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import { dayText } from '../../i18n/dates.ts';
import { designationName } from '../../i18n/money-labels.ts';
import { t } from '../../i18n/translate.ts';
import { Content } from '../../ui/content.tsx';
import { DetailsDrawer, Facts } from '../../ui/details-drawer.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { member } from './members.ts';

const yesNo = (isSo: boolean): string => (isSo ? t('Yes') : t('No'));

/** One member, as far as one may see somebody of one's team. */
export const MemberDrawer = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const here = member.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  useEffect(() => {
    void here.load({ id });
  }, [here, id]);
  const person = value?.id === id ? value : null;
  return (
    <DetailsDrawer title={person?.fullName ?? t('Member')} onClose={onClose}>
      <Content
        isLoading={isLoading}
        hasContent={person !== null}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void here.load({ id })}
        skeleton={<BlockSkeleton height={200} />}
        empty={{ icon: <PersonRegular fontSize={32} />, sentence: '' }}
      >
        {person && (
          <Facts
            facts={[
              [t('Mobile number'), person.phone],
              [t('E-mail'), person.email],
              [t('Joined'), dayText(Date.parse(person.joinedAt))],
              [t('Designation'), designationName(person.designation_level)],
              [t('Account active'), yesNo(person.isActive)],
              [t('Trades live'), yesNo(person.isTradeactive)],
              [t('Advisor plan'), yesNo(person.isRoboactive)],
            ]}
          />
        )}
      </Content>
    </DetailsDrawer>
  );
};
