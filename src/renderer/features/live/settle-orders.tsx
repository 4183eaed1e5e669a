import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import type { Order } from '../../../shared/contract/positions.ts';
import { t } from '../../i18n/translate.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { BrokerOrdersTable } from './broker-orders-table.tsx';
import { SettleOrder } from './settle-order.tsx';
import { brokerOrders, candidatesFor } from './unknown-orders.ts';

const useStyles = makeStyles({
  none: { margin: 0, color: tokens.colorNeutralForeground3 },
});

interface SettleOrdersProps {
  orders: readonly Order[];
  /** Whether the whole order book of the broker is shown. */
  hasBook?: boolean;
  onSettled: () => void;
}

/** Unknown orders, each with the broker's orders that may be it. */
export const SettleOrders = ({ orders, hasBook = false, onSettled }: SettleOrdersProps) => {
  const styles = useStyles();
  const book = brokerOrders.use();
  useEffect(() => void brokerOrders.load(undefined), []);
  useReloadOnFacts(['order'], brokerOrders, ({ order }) =>
    orders.some(({ strategyId }) => strategyId === order.strategyId),
  );
  const atBroker = book.value?.orders ?? [];
  const isFitting = orders.some((order) => candidatesFor(order, atBroker).length > 0);
  return (
    <>
      {hasBook && atBroker.length > 0 && <BrokerOrdersTable rows={atBroker} />}
      {book.value && atBroker.length === 0 && (
        <p className={styles.none}>{t('The broker’s order book of today is empty.')}</p>
      )}
      {!hasBook && atBroker.length > 0 && !isFitting && (
        <p className={styles.none}>{t('No order of today at the broker can be this one.')}</p>
      )}
      <FormProblem message={book.failure?.message} />
      {orders.map((order) => (
        <SettleOrder key={order.orderId} order={order} book={atBroker} onSettled={onSettled} />
      ))}
    </>
  );
};
