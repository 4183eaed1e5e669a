import {
  Button,
  Menu,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
} from '@fluentui/react-components';
import { Add16Regular } from '@fluentui/react-icons';
import { t } from '../../i18n/translate.ts';
import { useWhyNot } from '../../state/rights.ts';
import { MENU } from '../menu-items.tsx';
import { refusalOf } from '../route-list.ts';
import { isPaneRoute } from './pane-routes.ts';

const useStyles = makeStyles({ list: { maxHeight: '70vh', overflowY: 'auto' } });

/** Index of shares that an empty chart begins with. */
const FIRST_CHART = '/chart/NIFTY';

interface AddPaneProps {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onAdd: (route: string) => void;
}

/** Screens that can be added to a workspace. */
export const AddPane = ({ isOpen, onOpen, onAdd }: AddPaneProps) => {
  const styles = useStyles();
  const whyNot = useWhyNot();
  return (
    <Menu open={isOpen} onOpenChange={(_, { open }) => onOpen(open)}>
      <MenuTrigger disableButtonEnhancement>
        <Button appearance="subtle" size="small" icon={<Add16Regular />}>
          {t('Add a pane')}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList className={styles.list}>
          <MenuItem onClick={() => onAdd(FIRST_CHART)}>{t('Chart')}</MenuItem>
          {MENU.map(({ group, items }) => (
            <MenuGroup key={group}>
              <MenuGroupHeader>{t(group)}</MenuGroupHeader>
              {items
                .filter(({ path }) => isPaneRoute(path) && refusalOf(path, whyNot) === null)
                .map(({ path, title, icon }) => (
                  <MenuItem key={path} icon={<>{icon}</>} onClick={() => onAdd(path)}>
                    {t(title)}
                  </MenuItem>
                ))}
            </MenuGroup>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};
