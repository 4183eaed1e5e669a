import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import { useEffect, useMemo, useRef } from 'react';
import { t } from '../../i18n/translate.ts';
import { type MenuPlace, type MenuSubject, symbolMenu } from '../../state/symbol-menu.ts';
import { watchlists } from '../../state/watchlists.ts';
import { SYMBOL_ACTIONS } from './symbol-actions.tsx';
import { clickedSubject, focusedSubject } from './symbol-mark.ts';

/** Whether a key opens the menu of what has the focus. */
const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** Open the menu by the right button, or by its keys. Returns the way to stop. */
const followMenuKeys = (): (() => void) => {
  const open = (event: Event, found: { subject: MenuSubject; place: MenuPlace } | null): void => {
    if (!found) return;
    event.preventDefault();
    symbolMenu.open(found.subject, found.place);
  };
  const onClick = (event: MouseEvent): void => open(event, clickedSubject(event));
  const onKey = (event: KeyboardEvent): void => {
    if (isMenuKey(event)) open(event, focusedSubject(event.target));
  };
  window.addEventListener('contextmenu', onClick);
  window.addEventListener('keydown', onKey);
  return () => {
    window.removeEventListener('contextmenu', onClick);
    window.removeEventListener('keydown', onKey);
  };
};

const Opened = ({ subject, place }: { subject: MenuSubject; place: MenuPlace }) => {
  const { symbol, source, rowId, list } = subject;
  const offered = symbolMenu.use(({ rowActions }) => rowActions).get(list ?? '') ?? [];
  const before = useRef(document.activeElement);
  useEffect(() => {
    // What other windows have done to the lists is in the menu too.
    void watchlists.load(undefined);
    const focused = before.current;
    return () => {
      setTimeout(() => {
        if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
      });
    };
  }, []);
  const target = useMemo(
    () => ({
      getBoundingClientRect: () => new DOMRect(place.left, place.top, 0, place.bottom - place.top),
    }),
    [place],
  );
  const actions = symbol === null ? [] : SYMBOL_ACTIONS.filter(({ isFor }) => isFor({ symbol, source }));
  const ofRow = rowId === null ? [] : offered.filter(({ isFor }) => isFor(rowId));
  return (
    <Menu
      open
      onOpenChange={(_, data) => !data.open && symbolMenu.close()}
      positioning={{ target, position: 'below', align: 'start' }}
    >
      <MenuPopover>
        <MenuList aria-label={symbol === null ? t('Row') : symbol}>
          {symbol !== null && actions.map(({ key, Item }) => <Item key={key} of={{ symbol, source }} />)}
          {actions.length > 0 && ofRow.length > 0 && <MenuDivider />}
          {rowId !== null &&
            ofRow.map(({ key, label, keys, onPress }) => (
              <MenuItem key={key} secondaryContent={keys} onClick={() => onPress(rowId)}>
                {label}
              </MenuItem>
            ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};

/** The menu of any symbol. It opens wherever one is marked. */
export const SymbolMenu = () => {
  const opened = symbolMenu.use((menu) => menu.opened);
  useEffect(followMenuKeys, []);
  if (!opened) return null;
  const { subject, place } = opened;
  return <Opened key={`${subject.symbol} ${place.left} ${place.top}`} subject={subject} place={place} />;
};
