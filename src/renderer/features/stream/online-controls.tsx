import {
  Button,
  MenuItem,
  ToggleButton,
  type ButtonProps,
  type MenuItemProps,
  type ToggleButtonProps,
} from '@fluentui/react-components';
import type { CallId } from '../../../shared/contract/index.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { useWhyNot } from '../../state/rights.ts';

type OnlineButtonProps = ButtonProps & {
  /** The call that it makes, where not everybody may. */
  call?: CallId;
};

/** A button that begins something new: Start, Clone, import, replay. Its title is also what a screen reader says. */
export const OnlineButton = ({ call, ...props }: OnlineButtonProps) => {
  const offline = useOfflineReason();
  const whyNot = useWhyNot();
  const reason = (call && whyNot(call)) ?? offline;
  return (
    <Button
      {...props}
      title={reason ?? props.title}
      disabledFocusable={props.disabledFocusable || reason !== undefined}
    />
  );
};

/** A toggle that begins something new: Follow. */
export const OnlineToggleButton = (props: ToggleButtonProps) => {
  const reason = useOfflineReason();
  return (
    <ToggleButton
      {...props}
      title={reason ?? props.title}
      disabledFocusable={props.disabledFocusable || reason !== undefined}
    />
  );
};

/** The same as an entry of a menu. */
export const OnlineMenuItem = (props: MenuItemProps) => {
  const reason = useOfflineReason();
  return (
    <MenuItem {...props} title={reason ?? props.title} disabled={props.disabled || reason !== undefined} />
  );
};
