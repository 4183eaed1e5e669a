import {
  Button,
  MenuItem,
  ToggleButton,
  type ButtonProps,
  type MenuItemProps,
  type ToggleButtonProps,
} from '@fluentui/react-components';
import { useOffline } from '../state/offline.ts';

/** What begins something new waits for the backend; what ends something (exit, sell, stop, cancel) never does. */
const REASON = 'You are offline. This is possible again when the backend is back.';

/** React hook: why nothing new can begin now; undefined while it can. The title is also what a screen reader says. */
const useReason = (): string | undefined => (useOffline().isOffline ? REASON : undefined);

/** A button that begins something new: Start, Clone, import, replay. */
export const OnlineButton = (props: ButtonProps) => {
  const reason = useReason();
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
  const reason = useReason();
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
  const reason = useReason();
  return (
    <MenuItem {...props} title={reason ?? props.title} disabled={props.disabled || reason !== undefined} />
  );
};
