import { Field, makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Order } from '../../shared/contract/positions.ts';
import { formatCount, formatPrice } from '../../shared/money.ts';
import { istTime } from '../../shared/time.ts';
import { api } from '../api/api.ts';
import { OnlineButton } from './online-controls.tsx';
import { failureSentence } from '../i18n/failure-sentence.ts';
import { brokerStateWords } from '../i18n/trick-words.ts';
import { useAction } from '../state/action.ts';
import { FormProblem } from '../ui/form-problem.tsx';
import { notify } from '../ui/toasts.tsx';
import { candidatesFor, type BrokerOrder } from './unknown-orders.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  text: { margin: 0 },
  warning: { margin: 0, color: tokens.colorStatusWarningForeground1 },
});

const FROZEN = 'frozen';
const NOT_PLACED = 'not-placed';
const IS = 'is:';

const sideWords = (side: 'buy' | 'sell'): string => (side === 'buy' ? 'Buy' : 'Sell');

const candidateWords = (other: BrokerOrder): string =>
  `This is the order: ${other.brokerOrderId}, ${sideWords(other.side)} ${formatCount(other.quantity)} ${other.symbol} at ${formatPrice(other.price)}, ${brokerStateWords(other.state).toLowerCase()}`;

const decisionOf = (choice: string) =>
  choice.startsWith(IS)
    ? { decision: 'is' as const, brokerOrderId: choice.slice(IS.length) }
    : { decision: 'not-placed' as const };

interface SettleOrderProps {
  order: Order;
  book: readonly BrokerOrder[];
  onSettled: () => void;
}

/** An order of which nobody knows whether it reached the broker; its owner looks there and says what became of it. */
export const SettleOrder = ({ order, book, onSettled }: SettleOrderProps) => {
  const styles = useStyles();
  const [choice, setChoice] = useState(FROZEN);
  const resolve = useAction(api.live.resolve, { isMoney: true, presentation: 'dialog' });
  const settle = async () => {
    const result = await resolve.run({ orderId: order.orderId, ...decisionOf(choice) });
    if (!result.ok) return;
    notify({ tone: 'success', message: `Order ${order.orderId} is settled.` });
    onSettled();
  };
  const words = `${sideWords(order.side)} ${formatCount(order.quantity)} ${order.symbol}`;
  return (
    <section className={styles.root} aria-label={`Order ${order.orderId}`}>
      <p className={styles.text}>
        <strong>{words}</strong>, sent at {istTime(Date.parse(order.placedAt))}. {order.reason}
      </p>
      <Field label="What became of it?">
        <RadioGroup value={choice} onChange={(_, data) => setChoice(data.value)}>
          {candidatesFor(order, book).map((other) => (
            <Radio
              key={other.brokerOrderId}
              value={`${IS}${other.brokerOrderId}`}
              label={candidateWords(other)}
            />
          ))}
          <Radio value={NOT_PLACED} label="It was not placed" />
          <Radio value={FROZEN} label={`Keep frozen: no new entry in ${order.symbol} until it is settled`} />
        </RadioGroup>
      </Field>
      {choice === NOT_PLACED && (
        <p className={styles.warning}>
          Be sure that it is not in the order book at Angel One. If it was placed after all, you hold a
          position there that nothing here protects.
        </p>
      )}
      <FormProblem message={failureSentence(resolve.failure, 'the Orders tab')} />
      <div>
        <OnlineButton
          call="live.resolve"
          disabledFocusable={choice === FROZEN || resolve.isRunning}
          onClick={() => void settle()}
        >
          {resolve.isRunning ? 'Settling…' : 'Settle order'}
        </OnlineButton>
      </div>
    </section>
  );
};
