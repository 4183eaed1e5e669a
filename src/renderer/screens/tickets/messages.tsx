import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Attach16Regular } from '@fluentui/react-icons';
import type { z } from 'zod';
import type { TicketMessageSchema } from '../../../shared/contract/tickets.ts';
import { notifyPath } from '../../features/export/notify-saved.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { sizeText } from './attachment.ts';
import { saveAttachment } from './conversation.ts';

type Message = z.output<typeof TicketMessageSchema>;

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  message: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  mine: {
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  head: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  author: { fontWeight: tokens.fontWeightSemibold },
  body: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
});

const AttachmentButton = ({ attachment }: { attachment: Message['attachments'][number] }) => {
  const save = useAction(saveAttachment);
  const { attachmentId, name, bytes } = attachment;
  const onSave = async () => {
    const result = await save.run({ attachmentId });
    if (result.ok) notifyPath(result.value);
  };
  return (
    <div>
      <Button
        size="small"
        icon={<Attach16Regular />}
        disabledFocusable={save.isRunning}
        onClick={() => void onSave()}
      >
        {t('Save {{name}}, {{size}}', { name, size: sizeText(bytes) })}
      </Button>
    </div>
  );
};

/** Messages of a ticket, the oldest first. */
export const Messages = ({ messages }: { messages: readonly Message[] }) => {
  const styles = useStyles();
  return (
    <ol className={styles.list} aria-label={t('Messages')}>
      {messages.map((message) => (
        <li
          key={message.messageId}
          className={mergeClasses(styles.message, message.from === 'you' && styles.mine)}
        >
          <div className={styles.head}>
            <span className={styles.author}>{message.from === 'you' ? t('You') : message.author}</span>
            <span>{dateTimeText(Date.parse(message.at))}</span>
          </div>
          <p className={styles.body}>
            <SaidByServer>{message.body}</SaidByServer>
          </p>
          {message.attachments.map((attachment) => (
            <AttachmentButton key={attachment.attachmentId} attachment={attachment} />
          ))}
        </li>
      ))}
    </ol>
  );
};
