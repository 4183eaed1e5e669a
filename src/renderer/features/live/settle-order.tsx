import { Field, makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Order } from '../../../shared/contract/positions.ts';
import { formatCount, formatPrice } from '../../../shared/money.ts';
import { istTime } from '../../../shared/time.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { brokerStateText, SIDE_LABELS } from '../../i18n/strategy-labels.ts';
import { useAction } from '../../state/action.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { notify } from '../../ui/toasts.tsx';
import { OnlineButton } from '../stream/online-controls.tsx';
import { candidatesFor, type BrokerOrder } from './unknown-orders.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  text: { margin: 0 },
  warning: { margin: 0, color: tokens.colorStatusWarningForeground1 },
});

const FROZEN = 'frozen';
const NOT_PLACED = 'not-placed';
const IS = 'is:';

const orderText = ({ side, quantity, symbol }: Pick<Order, 'side' | 'quantity' | 'symbol'>): string =>
  `${SIDE_LABELS[side]} ${formatCount(quantity)} ${symbol}`;

const candidateText = (other: BrokerOrder): string =>
  t('This is the order: {{number}}, {{order}} at {{price}}, {{state}}', {
    number: other.brokerOrderId,
    order: orderText(other),
    price: formatPrice(other.price),
    state: brokerStateText(other.state).toLowerCase(),
  });

const decisionOf = (choice: string) =>
  choice.startsWith(IS)
    ? { decision: 'is' as const, brokerOrderId: choice.slice(IS.length) }
    : { decision: 'not-placed' as const };

interface SettleOrderProps {
  order: Order;
  book: readonly BrokerOrder[];
  onSettled: () => void;
}

/** An unknown order: its owner looks at the broker and says what became of it. */
export const SettleOrder = ({ order, book, onSettled }: SettleOrderProps) => {
  const styles = useStyles();
  const [choice, setChoice] = useState(FROZEN);
  const resolve = useAction(api.live.resolve, { presentation: 'dialog' });
  const settle = async () => {
    const result = await resolve.run({ orderId: order.orderId, ...decisionOf(choice) });
    if (!result.ok) return;
    notify({ tone: 'success', message: t('Order {{number}} is settled.', { number: order.orderId }) });
    onSettled();
  };
  return (
    <section className={styles.root} aria-label={t('Order {{number}}', { number: order.orderId })}>
      <p className={styles.text}>
        <Sentence
          text="<b>{{order}}</b>, sent at {{time}}."
          values={{ order: orderText(order), time: istTime(Date.parse(order.placedAt)) }}
          parts={{ b: <strong /> }}
        />{' '}
        <SaidByServer>{order.reason}</SaidByServer>
      </p>
      <Field label={t('What became of it?')}>
        <RadioGroup value={choice} onChange={(_, data) => setChoice(data.value)}>
          {candidatesFor(order, book).map((other) => (
            <Radio
              key={other.brokerOrderId}
              value={`${IS}${other.brokerOrderId}`}
              label={candidateText(other)}
            />
          ))}
          <Radio value={NOT_PLACED} label={t('It was not placed')} />
          <Radio
            value={FROZEN}
            label={t('Keep frozen: no new entry in {{symbol}} until it is settled', { symbol: order.symbol })}
          />
        </RadioGroup>
      </Field>
      {choice === NOT_PLACED && (
        <p className={styles.warning}>
          {t(
            'Be sure that it is not in the order book at Angel One. If it was placed after all, you hold a position there that nothing here protects.',
          )}
        </p>
      )}
      <FormProblem message={failureSentence(resolve.failure, t('Order history'))} />
      <div>
        <OnlineButton
          call="live.resolve"
          disabledFocusable={choice === FROZEN || resolve.isRunning}
          onClick={() => void settle()}
        >
          {t(resolve.isRunning ? 'Settling…' : 'Settle order')}
        </OnlineButton>
      </div>
    </section>
  );
};
