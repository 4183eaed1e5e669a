import {
  Avatar,
  Button,
  makeStyles,
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemLink,
  MenuList,
  MenuPopover,
  MenuTrigger,
  tokens,
} from '@fluentui/react-components';
import {
  ClipboardCheckmarkRegular,
  KeyboardRegular,
  PersonRegular,
  RecordStopRegular,
  SettingsRegular,
  SignOutRegular,
  TaskListSquareLtrRegular,
} from '@fluentui/react-icons';
import { t } from '../i18n/translate.ts';
import { useAction } from '../state/action.ts';
import { openMorningCheck } from '../state/morning-check.ts';
import { routeHref, useGoTo } from '../state/navigation.ts';
import { initialsOf, session } from '../state/session.ts';
import { settings } from '../state/settings.ts';
import { toggleLayer } from '../state/shell-layer.ts';
import { shortcutText } from '../state/shortcut-text.ts';
import { askStopAllLive } from '../state/stop-all-live.ts';
import { START_ROUTE } from './route-list.ts';

const useStyles = makeStyles({
  button: { minWidth: '32px', padding: 0, borderRadius: tokens.borderRadiusCircular },
  who: { padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}` },
  name: { display: 'block', fontWeight: tokens.fontWeightSemibold },
  email: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** The menu of the account: the signed-in user, this computer's settings, and signing out. */
export const AccountMenu = () => {
  const styles = useStyles();
  const user = session.use((state) => state.user);
  const goTo = useGoTo();
  const save = useAction(settings.change);
  const showFirstSteps = async () => {
    const shown = await save.run({ guidance: { ...settings.get().guidance, isChecklistHidden: false } });
    if (shown.ok) goTo(START_ROUTE);
  };
  if (!user) return null;
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          className={styles.button}
          aria-label={t('{{initials}}, account of {{name}}', {
            initials: initialsOf(user.fullName),
            name: user.fullName,
          })}
        >
          <Avatar initials={initialsOf(user.fullName)} size={28} aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <div className={styles.who}>
          <span className={styles.name}>{user.fullName}</span>
          <span className={styles.email}>{user.email}</span>
        </div>
        <MenuList>
          <MenuDivider />
          <MenuItemLink icon={<PersonRegular />} href={routeHref('/profile')}>
            {t('Profile')}
          </MenuItemLink>
          <MenuItemLink
            icon={<SettingsRegular />}
            href={routeHref('/settings')}
            secondaryContent={shortcutText('settings')}
          >
            {t('Settings')}
          </MenuItemLink>
          <MenuItem icon={<TaskListSquareLtrRegular />} onClick={() => void showFirstSteps()}>
            {t('First steps')}
          </MenuItem>
          <MenuItem icon={<ClipboardCheckmarkRegular />} onClick={openMorningCheck}>
            {t('Morning check')}
          </MenuItem>
          <MenuItem
            icon={<KeyboardRegular />}
            secondaryContent={shortcutText('shortcuts')}
            onClick={() => toggleLayer('shortcuts')}
          >
            {t('Keyboard shortcuts')}
          </MenuItem>
          <MenuItem
            icon={<RecordStopRegular />}
            secondaryContent={shortcutText('stop-all-live')}
            onClick={() => askStopAllLive()}
          >
            {t('Stop all live…')}
          </MenuItem>
          <MenuDivider />
          <MenuItem icon={<SignOutRegular />} onClick={() => void session.signOut()}>
            {t('Sign out')}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};
