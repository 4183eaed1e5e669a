import {
  Button,
  DialogActions,
  makeStyles,
  MessageBar,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { GttOrder } from '../../../shared/contract/gtt.ts';
import { formatCount, formatPrice } from '../../../shared/money.ts';
import { sideText } from '../../features/trades/order-columns.tsx';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { labels, serverText, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { askManualOrder, useManualOrder } from '../../state/manual-order.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { FactRows } from '../../ui/fact-rows.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { type CancelCall, type ChangeStep, changeStep, ticketOf } from './change-steps.ts';
import { useWhyNotAnew } from './why-not-anew.ts';

const useStyles = makeStyles({
  surface: { maxWidth: '480px' },
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    paddingBottom: tokens.spacingVerticalM,
  },
});

const STEP_TEXTS: Readonly<Record<ChangeStep, string>> = labels({
  asks: 'Angel One gets the cancellation first. When its list shows that the order is gone, the order opens with the same terms for you to change; nothing waits at Angel One in between.',
  cancels: 'Angel One gets the cancellation.',
  follows:
    'The order is being cancelled. It may still trigger until the list of Angel One shows that it is gone; then the order opens. If you close this, the cancellation goes on, and nothing opens.',
  opens: 'The order is gone. It opens with the same terms.',
  triggered: 'The order has triggered before it could be cancelled: Angel One has sent it. Nothing opens.',
  ended: 'The order has ended otherwise, so nothing opens. Its row says how.',
});

const factsOf = ({ side, quantity, triggerPrice, price }: GttOrder) => [
  { name: t('Side'), value: sideText(side) },
  { name: t('Quantity'), value: formatCount(quantity) },
  { name: t('Trigger'), value: `₹${formatPrice(triggerPrice)}` },
  { name: t('Limit'), value: `₹${formatPrice(price)}` },
];

/** The one way on once nothing can be decided any more. The button that had the focus is gone. */
const CloseButton = ({ onClose }: { onClose: () => void }) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <DialogActions>
      <Button ref={button} appearance="primary" onClick={onClose}>
        {t('Close')}
      </Button>
    </DialogActions>
  );
};

interface ChangeGttDialogProps {
  /** As the list has it now. */
  order: GttOrder;
  /** Why the list is not known; null when it is. */
  problem: string | null;
  onChanged: () => void;
  onClose: () => void;
}

/** Change of a GTT order: it is cancelled, and opens to be placed anew once it is known to be gone. */
export const ChangeGttDialog = ({ order: listed, problem, onChanged, onClose }: ChangeGttDialogProps) => {
  const styles = useStyles();
  const cancel = useAction(api.gtt.cancel, { presentation: 'dialog' });
  const [call, setCall] = useState<CancelCall>('unsent');
  const [answer, setAnswer] = useState<GttOrder | null>(null);
  // The list may be older than the answer; what has ended stays so.
  const order = answer !== null && !answer.mayTrigger ? answer : listed;
  const step = changeStep(call, order);
  // One that is being typed elsewhere is not written over.
  const isFree = useManualOrder(({ draft }) => draft === null);
  const open = useEffectEvent(() => {
    onClose();
    askManualOrder(ticketOf(order));
  });
  const isOpening = step === 'opens' && isFree;
  useEffect(() => {
    if (isOpening) open();
  }, [isOpening]);
  const run = async (): Promise<void> => {
    setCall('on-its-way');
    const result = await cancel.run({ gttId: listed.gttId });
    if (result.ok) setAnswer(result.value.order);
    setCall(result.ok ? 'answered' : 'failed');
    onChanged();
  };
  const isAsking = step === 'asks' || step === 'cancels';
  const close = () => step !== 'cancels' && onClose();
  const whyNotAnew = useWhyNotAnew();
  const said = [order.reason, problem ?? ''].filter((one) => one !== '').map((one) => serverText(one));
  return (
    <DialogFrame
      title={t('Change the GTT order in {{symbol}}', { symbol: order.symbol })}
      surfaceClass={styles.surface}
      contentClass={styles.content}
      onClose={close}
      actions={
        isAsking ? (
          <DialogButtons
            action={t('Cancel it and open the order')}
            onAction={() => void run()}
            cancel={t('Keep the order')}
            onCancel={close}
            isRunning={step === 'cancels'}
          />
        ) : (
          <CloseButton onClose={onClose} />
        )
      }
    >
      <span>
        <ModeChip mode="live" />
      </span>
      <FactRows facts={factsOf(order)} />
      <FormProblem message={failureSentence(isAsking ? cancel.failure : null, t('GTT orders'))} />
      <span role="status">{STEP_TEXTS[step]}</span>
      {(isAsking ? whyNotAnew : said).map((warning) => (
        <MessageBar key={warning} intent="warning" layout="multiline">
          <MessageBarBody>{warning}</MessageBarBody>
        </MessageBar>
      ))}
    </DialogFrame>
  );
};
