import { Tab, TabList } from '@fluentui/react-components';
import { labels, t } from '../../i18n/translate.ts';
import { useGoTo } from '../../state/navigation.ts';

const KINDS = labels({ '/builder': 'With rules', '/leg-builder': 'With option legs' });
type Kind = keyof typeof KINDS;

/** Kinds of strategies that can be built; each has a page of its own. */
export const KindTabs = ({ kind }: { kind: Kind }) => {
  const goTo = useGoTo();
  return (
    <TabList
      aria-label={t('Kind of strategy')}
      selectedValue={kind}
      onTabSelect={(_, { value }) => goTo(String(value))}
    >
      {Object.entries(KINDS).map(([route, text]) => (
        <Tab key={route} value={route}>
          {text}
        </Tab>
      ))}
    </TabList>
  );
};
