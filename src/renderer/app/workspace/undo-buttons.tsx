import { Button, Tooltip } from '@fluentui/react-components';
import { ArrowRedo16Regular, ArrowUndo16Regular } from '@fluentui/react-icons';
import { t } from '../../i18n/translate.ts';
import { shortcutText } from '../../state/shortcut-text.ts';

interface UndoButtonsProps {
  canUndo: boolean;
  canRedo: boolean;
  onUndo: () => void;
  onRedo: () => void;
}

/** Undo and redo of changes of a layout. */
export const UndoButtons = ({ canUndo, canRedo, onUndo, onRedo }: UndoButtonsProps) => (
  <>
    <Tooltip
      content={t('Undo the change of the layout ({{shortcut}})', { shortcut: shortcutText('layout-undo') })}
      relationship="label"
    >
      <Button
        appearance="subtle"
        size="small"
        icon={<ArrowUndo16Regular />}
        disabledFocusable={!canUndo}
        onClick={onUndo}
      />
    </Tooltip>
    <Tooltip
      content={t('Redo the change of the layout ({{shortcut}})', { shortcut: shortcutText('layout-redo') })}
      relationship="label"
    >
      <Button
        appearance="subtle"
        size="small"
        icon={<ArrowRedo16Regular />}
        disabledFocusable={!canRedo}
        onClick={onRedo}
      />
    </Tooltip>
  </>
);
