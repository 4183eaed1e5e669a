import { Button, Tooltip } from '@fluentui/react-components';
import { ArrowRedo16Regular, ArrowUndo16Regular } from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { t } from '../../i18n/translate.ts';
import { shortcutText } from '../../state/shortcut-text.ts';

interface StepButtonProps {
  name: string;
  icon: ReactElement;
  isPossible: boolean;
  onStep: () => void;
}

const StepButton = ({ name, icon, isPossible, onStep }: StepButtonProps) => (
  <Tooltip content={name} relationship="label">
    <Button appearance="subtle" size="small" icon={icon} disabledFocusable={!isPossible} onClick={onStep} />
  </Tooltip>
);

interface UndoButtonsProps {
  canUndo: boolean;
  canRedo: boolean;
  onUndo: () => void;
  onRedo: () => void;
}

/** Undo and redo of changes of a layout. */
export const UndoButtons = ({ canUndo, canRedo, onUndo, onRedo }: UndoButtonsProps) => (
  <>
    <StepButton
      name={t('Undo the change of the layout ({{shortcut}})', { shortcut: shortcutText('layout-undo') })}
      icon={<ArrowUndo16Regular />}
      isPossible={canUndo}
      onStep={onUndo}
    />
    <StepButton
      name={t('Redo the change of the layout ({{shortcut}})', { shortcut: shortcutText('layout-redo') })}
      icon={<ArrowRedo16Regular />}
      isPossible={canRedo}
      onStep={onRedo}
    />
  </>
);
