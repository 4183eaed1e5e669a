import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Tab,
  TabList,
  tokens,
} from '@fluentui/react-components';
import { CartRegular } from '@fluentui/react-icons';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { BasketOffer, HeldBasket } from '../../../shared/contract/baskets.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import { LinkButton } from '../../features/navigation/link-button.tsx';
import { NeedsYou } from '../../features/live/needs-you.tsx';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { BASKET_STATE_LABELS, REBALANCE_LABELS } from '../../i18n/basket-labels.ts';
import { t } from '../../i18n/translate.ts';
import { basketNow, constituentNow } from '../../state/held-now.ts';
import { useQuotes } from '../../state/quotes.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { useGoTo } from '../../state/navigation.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { Content } from '../../ui/content.tsx';
import { IndexChart } from '../../features/charts/index-chart.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { AskedSips } from './asked-sips.tsx';
import { BasketFigures } from './basket-figures.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { ConstituentsTable } from './constituents-table.tsx';
import { basketDetails, basketSearch, reloadBasket } from './details.ts';
import { OrderFlow, type OrderKind } from './order-flow.tsx';
import { SipPanel } from './sip-panel.tsx';

const useStyles = makeStyles({
  parts: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  about: { margin: 0, color: tokens.colorNeutralForeground2 },
  fees: { margin: 0, paddingLeft: tokens.spacingHorizontalL, color: tokens.colorNeutralForeground2 },
});

const REFRESH_MS = 5_000;
const Actions = ({
  mode,
  offer,
  holding,
  onOrder,
  onCloseBasket,
}: {
  mode: Mode;
  offer: BasketOffer;
  holding: HeldBasket | null;
  onOrder: (kind: OrderKind) => void;
  onCloseBasket: () => void;
}) => {
  if (!holding)
    return (
      <OnlineButton
        appearance="primary"
        call="baskets.open"
        disabledFocusable={mode === 'test' && offer.minimumAmount === null}
        onClick={() => onOrder('open')}
      >
        {mode === 'live' ? t('Open with real money…') : t('Open this basket…')}
      </OnlineButton>
    );
  const canOrder = holding.state === 'held' || holding.state === 'incomplete';
  return (
    <>
      <OnlineButton
        appearance="primary"
        call="baskets.rebalance"
        disabledFocusable={!canOrder}
        title={canOrder ? undefined : BASKET_STATE_LABELS[holding.state]}
        onClick={() => onOrder('rebalance')}
      >
        {t('Rebalance…')}
      </OnlineButton>
      <OnlineButton call="baskets.rebalance" disabledFocusable={!canOrder} onClick={() => onOrder('add')}>
        {t('Invest more…')}
      </OnlineButton>
      <Button onClick={onCloseBasket}>{t('Close basket…')}</Button>
    </>
  );
};

/** One basket: what it is made of, how its index did, and what one does with it. */
export const BasketScreen = () => {
  const styles = useStyles();
  const [{ mode }, setSearch] = useUrlSearch(basketSearch);
  const params: { id?: string } = useParams({ strict: false });
  const basketId = Number(params.id);
  const goTo = useGoTo();
  const here = basketDetails.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  const [order, setOrder] = useState<{ kind: OrderKind; due?: string } | null>(null);
  const [isClosing, setIsClosing] = useState(false);
  useEffect(() => {
    void here.load({ basketId, mode });
    const timer = setInterval(() => void basketDetails.reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [here, basketId, mode]);
  useReloadOnFacts(['order', 'trade', 'alert'], basketDetails);
  const details = value?.detailsBasket ?? null;
  const isAsked = details?.offer.basketId === basketId && (details.holding?.mode ?? mode) === mode;
  const shown = isAsked ? details : null;
  const quotes = useQuotes((all) => all);
  const loaded = shown?.holding ?? null;
  const holding = loaded && basketNow(loaded, quotes);
  const constituents = (shown?.constituents ?? []).map((row) =>
    loaded ? constituentNow(row, loaded, quotes) : row,
  );
  const heldModes = shown?.offer.heldModes ?? [];
  const problems =
    shown?.constituents.flatMap(({ symbol, problem }) =>
      problem && problem.action !== 'settle' ? [{ symbol, ...problem }] : [],
    ) ?? [];
  const endOrder = (orderedIn?: Mode) => {
    setOrder(null);
    if (orderedIn !== undefined && orderedIn !== mode) setSearch({ mode: orderedIn }, { replace: true });
    else reloadBasket();
  };
  return (
    <Screen title={shown?.offer.name ?? t('Basket')} mode={holding?.mode ?? null}>
      <Content
        isLoading={isLoading && shown === null}
        hasContent={shown !== null}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void here.load({ basketId, mode })}
        skeleton={<BlockSkeleton height={420} />}
        empty={{
          icon: <CartRegular fontSize={32} />,
          sentence: t('There is no such basket.'),
          action: <LinkButton to="/baskets?tab=explore">{t('Explore baskets')}</LinkButton>,
        }}
      >
        {shown && (
          <div className={styles.parts}>
            {(mode === 'live' || heldModes.includes('live')) && (
              <TabList
                aria-label={t('With which money')}
                size="small"
                selectedValue={mode}
                onTabSelect={(_, data) => setSearch({ mode: data.value === 'live' ? 'live' : 'test' })}
              >
                <Tab value="live">{heldModes.includes('live') ? t('Live') : t('Live (not held)')}</Tab>
                <Tab value="test">{heldModes.includes('test') ? t('Paper') : t('Paper (not held)')}</Tab>
              </TabList>
            )}
            <Toolbar
              start={
                <p className={styles.about}>
                  {shown.offer.isMine ? t('Your own') : shown.offer.author.name} ·{' '}
                  {REBALANCE_LABELS[shown.offer.rebalance]}
                  {shown.offer.summary && ` · ${shown.offer.summary}`}
                </p>
              }
              end={
                <Actions
                  mode={mode}
                  offer={shown.offer}
                  holding={holding}
                  onOrder={(kind) => setOrder({ kind })}
                  onCloseBasket={() => setIsClosing(true)}
                />
              }
            />
            {holding && (
              <AskedSips
                basket={holding}
                onDo={(due) => setOrder({ kind: 'sip', due })}
                onChanged={reloadBasket}
              />
            )}
            {holding && (holding.state === 'needs-you' || holding.attention !== null) && (
              <NeedsYou
                strategyId={holding.strategyId}
                what="basket"
                attention={holding.attention}
                onSettled={reloadBasket}
              />
            )}
            {problems.map(({ symbol, sentence, action }) => (
              <MessageBar key={symbol} intent="warning" layout="multiline">
                <MessageBarBody>
                  <SaidByServer>{sentence}</SaidByServer>
                </MessageBarBody>
                {action === 'repair' && (
                  <MessageBarActions>
                    <OnlineButton
                      size="small"
                      call="baskets.rebalance"
                      onClick={() => setOrder({ kind: 'rebalance' })}
                    >
                      {t('Put it right…')}
                    </OnlineButton>
                  </MessageBarActions>
                )}
                {action === 'close' && (
                  <MessageBarActions>
                    <Button size="small" onClick={() => setIsClosing(true)}>
                      {t('Sell it again…')}
                    </Button>
                  </MessageBarActions>
                )}
              </MessageBar>
            ))}
            {holding && (
              <BasketFigures holding={holding} xirrPercent={shown.xirrPercent} loadedAt={loadedAt} />
            )}
            <SectionCard title={t('Holdings')}>
              <ConstituentsTable basketId={basketId} rows={constituents} isHeld={holding !== null} />
            </SectionCard>
            <SectionCard title={t('Backtested performance (weights of today)')}>
              <IndexChart points={shown.history} subject={`${basketId}`} />
            </SectionCard>
            {holding && holding.state !== 'closing' && holding.state !== 'feed-ended' && (
              <SipPanel
                key={`${mode} ${holding.sip?.status} ${holding.sip?.amount} ${holding.sip?.day}`}
                basketId={basketId}
                mode={mode}
                sip={holding.sip}
                runs={shown.sipRuns}
                onChanged={reloadBasket}
              />
            )}
            <SectionCard title={t('What it costs')}>
              <ul className={styles.fees}>
                {shown.fees.map((fee) => (
                  <li key={fee}>
                    <SaidByServer>{fee}</SaidByServer>
                  </li>
                ))}
              </ul>
            </SectionCard>
          </div>
        )}
      </Content>
      {order && shown && (
        <OrderFlow
          basketId={basketId}
          name={shown.offer.name}
          kind={order.kind}
          due={order.due}
          mode={mode}
          heldModes={heldModes}
          minimum={order.kind === 'open' ? shown.offer.minimumAmount : null}
          onDone={endOrder}
          onClose={() => endOrder()}
        />
      )}
      {isClosing && holding && (
        <CloseDialog
          basket={holding}
          onDone={() => {
            setIsClosing(false);
            reloadBasket();
            goTo('/baskets');
          }}
          onClose={() => setIsClosing(false)}
        />
      )}
    </Screen>
  );
};
