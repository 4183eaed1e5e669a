import {
  Button,
  Menu,
  MenuButton,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { ArrowRedoRegular, ArrowUndoRegular } from '@fluentui/react-icons';
import { Fragment } from 'react';
import { formatCount } from '../../../../shared/money.ts';
import { t } from '../../../i18n/translate.ts';
import type { ChartBoard } from './board.ts';
import { TOOL_GROUPS, TOOL_LABELS } from './tool-labels.ts';
import type { ToolName } from './tool-names.ts';
import type { Drawings } from './use-drawings.ts';

interface DrawMenuProps {
  board: ChartBoard;
  kept: Drawings;
  /** Opens the list of drawings. */
  onList: () => void;
}

/** Tools of a chart, undo, redo and the list of drawings. */
export const DrawMenu = ({ board, kept, onList }: DrawMenuProps) => {
  const tool = board.store((state) => state.tool);
  const begin = (name: ToolName): void => {
    // The menu gives the focus back to its button first.
    setTimeout(() => {
      document.getElementById(board.elementId)?.focus();
      board.begin(name);
    });
  };
  return (
    <>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <MenuButton size="small">{tool === null ? t('Draw') : TOOL_LABELS[tool]}</MenuButton>
        </MenuTrigger>
        <MenuPopover>
          <MenuList aria-label={t('Draw')}>
            {TOOL_GROUPS.map((names, group) => (
              <Fragment key={names[0]}>
                {group > 0 && <MenuDivider />}
                {names.map((name) => (
                  <MenuItem key={name} onClick={() => begin(name)}>
                    {TOOL_LABELS[name]}
                  </MenuItem>
                ))}
              </Fragment>
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
      <Button
        size="small"
        icon={<ArrowUndoRegular />}
        aria-label={t('Undo drawing')}
        disabledFocusable={!kept.canUndo}
        onClick={kept.undo}
      />
      <Button
        size="small"
        icon={<ArrowRedoRegular />}
        aria-label={t('Redo drawing')}
        disabledFocusable={!kept.canRedo}
        onClick={kept.redo}
      />
      <Button size="small" onClick={onList}>
        {t('Drawings ({{number}})…', { number: formatCount(kept.drawings.length) })}
      </Button>
    </>
  );
};
