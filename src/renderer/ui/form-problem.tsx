import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import { SaidByServer } from './said-by-server.tsx';

interface FormProblemProps {
  message: string | null | undefined;
  /** `info` where it asks for something and nothing went wrong. */
  intent?: 'error' | 'info';
}

/** The server's sentence about a form as a whole; nothing while there is nothing to say. */
export const FormProblem = ({ message, intent = 'error' }: FormProblemProps) =>
  message ? (
    <MessageBar intent={intent} layout="multiline">
      <MessageBarBody>
        <SaidByServer>{message}</SaidByServer>
      </MessageBarBody>
    </MessageBar>
  ) : null;
