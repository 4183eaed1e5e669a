import {
  Button,
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { LayoutColumnTwoSplitRight20Regular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { notifySaved } from '../../features/export/notify-saved.ts';
import { saveFile } from '../../state/save-file.ts';
import { popOut } from '../../state/window-kind.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';
import { layoutFile, readLayoutFile, type Layout } from './layout.ts';
import { FIRST_LAYOUT } from './first-layout.ts';
import { freeName, layouts, MOST_LAYOUTS } from './layouts.ts';
import { noRoomText } from './use-kept-layout.ts';
import { NameDialog } from './name-dialog.tsx';

/** Largest file that is read as a layout, bytes. */
const LARGEST_FILE = 1024 * 1024;

interface LayoutMenuProps {
  ownerId: number;
  name: string;
  onOpen: (name: string) => void;
  onReplace: (layout: Layout) => void;
}

/** Address of a layout, for a window of its own. */
const addressOf = (name: string): string => `/workspace?${new URLSearchParams({ layout: name }).toString()}`;

const inform = (message: string): void => notify({ tone: 'news', message });

/** Layouts by name: open, new, rename, remove, and as a file. */
export const LayoutMenu = ({ ownerId, name, onOpen, onReplace }: LayoutMenuProps) => {
  const names = layouts.useNames(ownerId);
  const picker = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState<'new' | 'copy' | 'rename' | 'remove' | null>(null);
  const close = () => setAsking(null);
  const shown = (): Layout => layouts.find(ownerId, name) ?? FIRST_LAYOUT;
  const whyNoMore = (): string | null =>
    names.length < MOST_LAYOUTS
      ? null
      : t('You have {{most}} layouts, the most there can be. Remove one first.', { most: MOST_LAYOUTS });
  const make = (chosen: string, layout: Layout) => {
    const refusal = whyNoMore();
    if (refusal !== null) {
      inform(refusal);
      return;
    }
    if (layouts.keep(ownerId, chosen, layout)) onOpen(chosen);
    else inform(noRoomText(chosen));
  };
  const rename = (chosen: string) => {
    if (layouts.rename(ownerId, name, chosen)) onOpen(chosen);
    else inform(noRoomText(chosen));
  };
  const remove = () => {
    const kept = shown();
    if (!layouts.remove(ownerId, name)) {
      inform(noRoomText(name));
      return;
    }
    onOpen(names.find((other) => other !== name) ?? '');
    notify({
      tone: 'news',
      message: t('The layout {{name}} is removed.', { name }),
      action: {
        label: t('Undo'),
        onPress: () => {
          if (layouts.keep(ownerId, name, kept)) onOpen(name);
          else inform(noRoomText(name));
        },
      },
    });
  };
  const save = async () => notifySaved(await saveFile(`${name}.json`, layoutFile(name, shown())));
  const read = async (file: File | undefined) => {
    if (picker.current) picker.current.value = '';
    if (!file) return;
    const found =
      file.size > LARGEST_FILE
        ? t('{{name}} is too large to be a layout.', { name: file.name })
        : readLayoutFile(await file.text());
    if (typeof found === 'string') inform(found);
    else make(freeName(found.name, names), found.layout);
  };
  return (
    <>
      <Menu
        checkedValues={{ layout: [name] }}
        onCheckedValueChange={(_, { checkedItems: [chosen] }) => chosen !== undefined && onOpen(chosen)}
      >
        <MenuTrigger disableButtonEnhancement>
          <Button appearance="subtle" size="small" icon={<LayoutColumnTwoSplitRight20Regular />}>
            {t('Layout: {{name}}', { name })}
          </Button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {names.map((one) => (
              <MenuItemRadio key={one} name="layout" value={one}>
                {one}
              </MenuItemRadio>
            ))}
            {names.length > 0 && <MenuDivider />}
            <MenuItem onClick={() => setAsking('new')}>{t('New layout…')}</MenuItem>
            <MenuItem onClick={() => setAsking('copy')}>{t('Copy this layout…')}</MenuItem>
            <MenuItem onClick={() => setAsking('rename')}>{t('Rename…')}</MenuItem>
            <MenuItem onClick={() => onReplace(FIRST_LAYOUT)}>
              {t('Begin again with the first panes')}
            </MenuItem>
            <MenuItem onClick={() => setAsking('remove')}>{t('Remove…')}</MenuItem>
            <MenuDivider />
            <MenuItem onClick={() => popOut(addressOf(name))}>{t('Open in a window of its own')}</MenuItem>
            <MenuItem onClick={() => void save()}>{t('Save as a file…')}</MenuItem>
            <MenuItem onClick={() => picker.current?.click()}>{t('Open a file…')}</MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t('File of a layout')}
        onChange={({ target }) => void read(target.files?.[0])}
      />
      {asking === 'new' && (
        <NameDialog
          title={t('New layout')}
          action={t('Create')}
          taken={names}
          first={freeName(t('My workspace'), names)}
          onNamed={(chosen) => make(chosen, FIRST_LAYOUT)}
          onClose={close}
        />
      )}
      {asking === 'copy' && (
        <NameDialog
          title={t('Copy of {{name}}', { name })}
          action={t('Create')}
          taken={names}
          first={freeName(name, names)}
          onNamed={(chosen) => make(chosen, shown())}
          onClose={close}
        />
      )}
      {asking === 'rename' && (
        <NameDialog
          title={t('Rename {{name}}', { name })}
          action={t('Rename')}
          taken={names.filter((one) => one !== name)}
          first={name}
          onNamed={rename}
          onClose={close}
        />
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          title={t('Remove the layout {{name}}?', { name })}
          action={t('Remove it')}
          cancel={t('Cancel')}
          isDangerous
          onConfirm={() => {
            close();
            remove();
          }}
          onClose={close}
        >
          {t('Its panes close. Nothing that they show is changed.')}
        </ConfirmDialog>
      )}
    </>
  );
};
