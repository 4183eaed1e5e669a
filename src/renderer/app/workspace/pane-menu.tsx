import {
  Button,
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Tooltip,
} from '@fluentui/react-components';
import { Dismiss16Regular, MoreHorizontal16Regular } from '@fluentui/react-icons';
import type { DockviewApi, IDockviewHeaderActionsProps, IDockviewPanel } from 'dockview-react';
import { useEffect, useState } from 'react';
import { labels, t } from '../../i18n/translate.ts';
import { LINK_COLOURS } from '../../state/links.ts';
import { colourNames } from './colour-names.ts';
import { LinkMark } from './link-mark.tsx';
import { paneCommands, SIDES, specOf, type Side } from './pane-commands.ts';

const moveNames: Readonly<Record<Side, string>> = labels({
  left: 'Move left',
  right: 'Move right',
  up: 'Move up',
  down: 'Move down',
});
const joinNames: Readonly<Record<Side, string>> = labels({
  left: 'Join the pane on the left',
  right: 'Join the pane on the right',
  up: 'Join the pane above',
  down: 'Join the pane below',
});
const SIZES = ['wider', 'narrower', 'taller', 'shorter'] as const;
const sizeNames: Readonly<Record<(typeof SIZES)[number], string>> = labels({
  wider: 'Wider',
  narrower: 'Narrower',
  taller: 'Taller',
  shorter: 'Shorter',
});

const NO_LINK = 'none';

const LinkMenu = ({ panel }: { panel: IDockviewPanel }) => {
  const { link } = specOf(panel);
  return (
    <Menu
      checkedValues={{ link: [link ?? NO_LINK] }}
      onCheckedValueChange={(_, { checkedItems: [chosen] }) =>
        paneCommands.link(panel, LINK_COLOURS.find((colour) => colour === chosen) ?? null)
      }
    >
      <MenuTrigger disableButtonEnhancement>
        <MenuItem>{t('Link colour')}</MenuItem>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItemRadio name="link" value={NO_LINK}>
            {t('No link')}
          </MenuItemRadio>
          {LINK_COLOURS.map((colour) => (
            <MenuItemRadio key={colour} name="link" value={colour} icon={<LinkMark colour={colour} />}>
              {colourNames[colour]}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};

const PlaceItems = ({ dock, panel }: { dock: DockviewApi; panel: IDockviewPanel }) => {
  const isFloating = panel.api.location.type === 'floating';
  return (
    <>
      {!isFloating && (
        <>
          <Menu>
            <MenuTrigger disableButtonEnhancement>
              <MenuItem>{t('Place')}</MenuItem>
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                {SIDES.map((side) => (
                  <MenuItem key={side} onClick={() => paneCommands.move(dock, panel, side)}>
                    {moveNames[side]}
                  </MenuItem>
                ))}
                <MenuDivider />
                {SIDES.map((side) => (
                  <MenuItem key={side} onClick={() => paneCommands.join(dock, panel, side)}>
                    {joinNames[side]}
                  </MenuItem>
                ))}
              </MenuList>
            </MenuPopover>
          </Menu>
          <Menu>
            <MenuTrigger disableButtonEnhancement>
              <MenuItem>{t('Size')}</MenuItem>
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                {SIZES.map((change) => (
                  <MenuItem key={change} persistOnClick onClick={() => paneCommands.resize(panel, change)}>
                    {sizeNames[change]}
                  </MenuItem>
                ))}
              </MenuList>
            </MenuPopover>
          </Menu>
          <MenuItem onClick={() => paneCommands.toggleWhole(panel)}>
            {panel.api.isMaximized() ? t('Show the other panes') : t('Show this pane alone')}
          </MenuItem>
        </>
      )}
      <MenuItem onClick={() => paneCommands.toggleFloating(dock, panel)}>
        {isFloating ? t('Put back among the panes') : t('Float over the panes')}
      </MenuItem>
    </>
  );
};

/** Menu of the pane in front, and its close button. */
export const PaneActions = ({ containerApi: dock, activePanel }: IDockviewHeaderActionsProps) => {
  const [, setTurn] = useState(0);
  // The title and the link of the pane in front are not told by its place.
  useEffect(() => {
    const title = activePanel?.api.onDidTitleChange(() => setTurn((turn) => turn + 1));
    const params = activePanel?.api.onDidParametersChange(() => setTurn((turn) => turn + 1));
    return () => {
      title?.dispose();
      params?.dispose();
    };
  }, [activePanel]);
  if (!activePanel) return null;
  const name = activePanel.title ?? '';
  const { link } = specOf(activePanel);
  return (
    <span data-pane-actions={activePanel.id}>
      {link && <LinkMark colour={link} label={t('Linked: {{colour}}', { colour: colourNames[link] })} />}
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Tooltip content={t('Menu of the pane {{name}}', { name })} relationship="label">
            <Button appearance="subtle" size="small" data-pane-menu icon={<MoreHorizontal16Regular />} />
          </Tooltip>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <LinkMenu panel={activePanel} />
            <PlaceItems dock={dock} panel={activePanel} />
            <MenuItem onClick={() => paneCommands.popOut(activePanel)}>
              {t('Move to a window of its own')}
            </MenuItem>
            <MenuDivider />
            <MenuItem onClick={() => paneCommands.close(activePanel)}>{t('Close the pane')}</MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      <Tooltip content={t('Close {{name}}', { name })} relationship="label">
        <Button
          appearance="subtle"
          size="small"
          icon={<Dismiss16Regular />}
          onClick={() => paneCommands.close(activePanel)}
        />
      </Tooltip>
    </span>
  );
};
