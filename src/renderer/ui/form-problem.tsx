import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import { SaidByServer } from './said-by-server.tsx';

/** What the server says about a form as a whole; nothing while there is nothing to say. */
export const FormProblem = ({ message }: { message: string | null | undefined }) =>
  message ? (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>
        <SaidByServer>{message}</SaidByServer>
      </MessageBarBody>
    </MessageBar>
  ) : null;
