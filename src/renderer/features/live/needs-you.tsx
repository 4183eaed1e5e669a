import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useEffect } from 'react';
import { t } from '../../i18n/translate.ts';
import { isToSettle } from '../manual/order-change.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { routeHref } from '../../state/navigation.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { SettleOrders } from './settle-orders.tsx';
import { brokerOrders, waitingOrders } from './unknown-orders.ts';

interface NeedsYouProps {
  strategyId: number;
  /** Kind of thing that needs its owner. */
  what?: 'strategy' | 'basket';
  /** Why, in a sentence; null when only the state is known. */
  attention: string | null;
  onSettled: () => void;
}

/**
 * Matters that wait for the owner of a live strategy or basket: why, the broker's order book, and the unknown order.
 */
export const NeedsYou = ({ strategyId, what = 'strategy', attention, onSettled }: NeedsYouProps) => {
  const waiting = waitingOrders.use();
  const load = () => {
    void waitingOrders.load({ strategyId });
    void brokerOrders.load(undefined);
  };
  useEffect(() => void waitingOrders.load({ strategyId }), [strategyId]);
  useReloadOnFacts(['order'], waitingOrders, ({ order }) => order.strategyId === strategyId);
  const unknown = (waiting.value?.live_orderhistory ?? []).filter(isToSettle);
  const settled = () => {
    load();
    onSettled();
  };
  return (
    <SectionCard
      title={t(what === 'strategy' ? 'This strategy needs you' : 'This basket needs you')}
      aside={
        <StatusText tone="warning">
          {t(what === 'strategy' ? 'Entries are frozen' : 'It is left as it is')}
        </StatusText>
      }
    >
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>
          {attention === null ? (
            t('An order was refused, or its outcome is not known. The log says what happened.')
          ) : (
            <SaidByServer>{attention}</SaidByServer>
          )}
        </MessageBarBody>
      </MessageBar>
      {unknown.length > 0 && <SettleOrders orders={unknown} hasBook onSettled={settled} />}
      <Toolbar
        start={
          <>
            {unknown.length > 0 && <Button onClick={load}>{t('Ask the broker again')}</Button>}
            <Button
              as="a"
              href={routeHref(
                what === 'strategy' ? `/strategies/${strategyId}?tab=log` : '/order-history?mode=live',
              )}
            >
              {t(what === 'strategy' ? 'See the log' : 'Order history')}
            </Button>
          </>
        }
      />
    </SectionCard>
  );
};
