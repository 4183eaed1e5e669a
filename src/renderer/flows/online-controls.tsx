import {
  Button,
  MenuItem,
  ToggleButton,
  type ButtonProps,
  type MenuItemProps,
  type ToggleButtonProps,
} from '@fluentui/react-components';
import { useOfflineReason } from '../state/offline.ts';

/** A button that begins something new: Start, Clone, import, replay. Its title is also what a screen reader says. */
export const OnlineButton = (props: ButtonProps) => {
  const reason = useOfflineReason();
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
