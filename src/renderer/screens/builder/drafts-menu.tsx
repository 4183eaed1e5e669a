import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { Delete16Regular } from '@fluentui/react-icons';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useGoTo } from '../../state/navigation.ts';
import { type RuleDraft, ruleDrafts } from '../../state/rule-drafts.ts';
import { session } from '../../state/session.ts';

const nameOf = ({ name }: RuleDraft): string => name.trim() || t('Without a name');

/** Drafts kept on this computer: open one, or throw it away. */
export const DraftsMenu = () => {
  const { user } = session.use();
  const drafts = ruleDrafts.useOf(user?.id ?? 0);
  const goTo = useGoTo();
  if (drafts.length === 0) return null;
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button>{t('Drafts ({{number}})', { number: drafts.length })}</Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {drafts.map((draft) => (
            <MenuItem
              key={draft.id}
              secondaryContent={dateTimeText(draft.savedAt)}
              onClick={() => goTo(`/builder?draft=${draft.id}`)}
            >
              {nameOf(draft)}
            </MenuItem>
          ))}
          {drafts.map((draft) => (
            <MenuItem
              key={`${draft.id} remove`}
              icon={<Delete16Regular />}
              secondaryContent={dateTimeText(draft.savedAt)}
              onClick={() => ruleDrafts.remove(draft.id)}
            >
              {t('Throw {{name}} away', { name: nameOf(draft) })}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};
