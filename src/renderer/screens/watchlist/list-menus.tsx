import {
  Button,
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemCheckbox,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons';
import type { Watchlist } from '../../../shared/contract/watchlists.ts';
import { t } from '../../i18n/translate.ts';
import { WATCHLIST_COLUMNS, watchlistColumns } from '../../state/watchlist-columns.ts';
import { changeWatchlists } from '../../state/watchlists.ts';
import { COLUMN_TITLES } from './quote-columns.tsx';

/** Chooses the figures of all lists on this computer. */
export const ColumnsMenu = () => {
  const shown = watchlistColumns.use();
  return (
    <Menu
      checkedValues={{ columns: [...shown] }}
      onCheckedValueChange={(_, { checkedItems }) => watchlistColumns.show(checkedItems)}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button size="small">{t('Columns')}</Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {WATCHLIST_COLUMNS.map((column) => (
            <MenuItemCheckbox key={column} name="columns" value={column}>
              {COLUMN_TITLES[column]}
            </MenuItemCheckbox>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};

/** Lists with one of them a step further on. */
const moved = (ids: readonly number[], listId: number, step: 1 | -1): number[] => {
  const at = ids.indexOf(listId);
  const others = ids.filter((id) => id !== listId);
  return [...others.slice(0, at + step), listId, ...others.slice(at + step)];
};

interface ListMenuProps {
  lists: readonly Watchlist[];
  list: Watchlist;
  onRename: () => void;
  onRemove: () => void;
  onHeading: () => void;
}

/** Actions on the list in view. */
export const ListMenu = ({ lists, list, onRename, onRemove, onHeading }: ListMenuProps) => {
  const ids = lists.map(({ listId }) => listId);
  const at = ids.indexOf(list.listId);
  const expired = list.entries.filter(({ isExpired }) => isExpired).length;
  const move = (step: 1 | -1) => void changeWatchlists.reorder(moved(ids, list.listId, step));
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          appearance="subtle"
          icon={<MoreHorizontal20Regular />}
          aria-label={t('More for the list {{name}}', { name: list.name })}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={onHeading}>{t('Add a heading')}</MenuItem>
          {expired > 0 && (
            <MenuItem onClick={() => void changeWatchlists.removeExpired(list.listId)}>
              {t('Remove expired ({{number}})', { number: expired })}
            </MenuItem>
          )}
          <MenuDivider />
          {at > 0 && <MenuItem onClick={() => move(-1)}>{t('Move the list to the left')}</MenuItem>}
          {at < ids.length - 1 && (
            <MenuItem onClick={() => move(1)}>{t('Move the list to the right')}</MenuItem>
          )}
          <MenuItem onClick={onRename}>{t('Rename the list')}</MenuItem>
          <MenuItem onClick={onRemove}>{t('Remove the list')}</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};
