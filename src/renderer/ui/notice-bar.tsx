import {
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  type MessageBarProps,
} from '@fluentui/react-components';
import type { ReactNode } from 'react';

interface NoticeBarProps extends Pick<MessageBarProps, 'intent' | 'layout'> {
  title: string;
  /** Buttons of the bar. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Notice in a bar: its title in bold, the rest on the same line, buttons at the end. */
export const NoticeBar = ({ title, actions, children, ...bar }: NoticeBarProps) => (
  <MessageBar {...bar}>
    <MessageBarBody>
      <MessageBarTitle>{title}</MessageBarTitle> {children}
    </MessageBarBody>
    {actions && <MessageBarActions>{actions}</MessageBarActions>}
  </MessageBar>
);
