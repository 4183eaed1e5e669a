import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import { api } from '../../api/api.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { Content } from '../../ui/content.tsx';
import { DetailsDrawer, Facts } from '../../ui/details-drawer.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { notify } from '../../ui/toasts.tsx';
import { conversation } from './conversation.ts';
import { Messages } from './messages.tsx';
import { ReplyForm } from './reply-form.tsx';
import { categoryNames, stateTones, stateText } from './ticket-labels.ts';

const useStyles = makeStyles({
  parts: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
});

interface TicketDrawerProps {
  ticketId: number;
  /** The ticket has another state or another message. */
  onChanged: () => void;
  onClose: () => void;
}

/** One ticket: what was written on it, a reply, and its end. */
export const TicketDrawer = ({ ticketId, onChanged, onClose }: TicketDrawerProps) => {
  const styles = useStyles();
  const here = conversation.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  const close = useAction(api.tickets.close);
  useEffect(() => {
    void here.load({ ticketId });
  }, [here, ticketId]);
  useReloadOnFacts(['ticket'], conversation, (event) => event.ticketId === ticketId);
  const onEnd = async () => {
    const result = await close.run({ ticketId });
    if (!result.ok) return;
    here.patch(() => result.value);
    notify({ tone: 'success', message: result.message ?? t('The ticket is closed.') });
    onChanged();
  };
  const shown = value?.ticket.ticketId === ticketId ? value : null;
  return (
    <DetailsDrawer
      title={shown ? shown.ticket.subject : t('Ticket {{ticketId}}', { ticketId })}
      onClose={onClose}
    >
      <Content
        isLoading={isLoading}
        hasContent={shown !== null}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void here.load({ ticketId })}
        skeleton={<BlockSkeleton height={240} />}
        empty={{ icon: null, sentence: '' }}
      >
        {shown && (
          <div className={styles.parts}>
            <Facts
              facts={[
                [t('Number', { context: 'identity' }), shown.ticket.ticketId],
                [t('Category'), categoryNames[shown.ticket.category]],
                [
                  t('Status'),
                  <StatusText key="state" tone={stateTones[shown.ticket.state]}>
                    {stateText(shown.ticket.state)}
                  </StatusText>,
                ],
                [t('Raised (IST)'), dateTimeText(Date.parse(shown.ticket.openedAt))],
              ]}
            />
            <Messages messages={shown.messages} />
            <ReplyForm
              key={ticketId}
              ticketId={ticketId}
              isClosed={shown.ticket.state === 'closed'}
              onSent={onChanged}
            />
            {shown.ticket.state !== 'closed' && (
              <div>
                <Button disabledFocusable={close.isRunning} onClick={() => void onEnd()}>
                  {t('Close ticket')}
                </Button>
              </div>
            )}
          </div>
        )}
      </Content>
    </DetailsDrawer>
  );
};
