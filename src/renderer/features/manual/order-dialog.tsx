import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { FailureCode } from '../../../shared/failure.ts';
import { formatCount } from '../../../shared/money.ts';
import { SHORT_STATES } from '../../../shared/order-states.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { labels, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { closeManualOrder, type ManualOrderForm, useManualOrder } from '../../state/manual-order.ts';
import { manualAccount } from '../../state/manual-account.ts';
import { manualLive } from '../../state/manual-live.ts';
import { useOffline } from '../../state/offline.ts';
import { useNamedSymbol } from '../../state/palette-command.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FormSelect } from '../../ui/form-select.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { notify } from '../../ui/toasts.tsx';
import { appTokens } from '../../ui/tokens.ts';
import { useFarPrice } from './far-price.tsx';
import { FigureInput } from './figure-input.tsx';
import { LevelInputs } from './level-inputs.tsx';
import { GttPreviewPane } from './gtt-preview.tsx';
import { LiveConsent } from './live-consent.tsx';
import { LiveTerms } from './live-terms.tsx';
import { orderInput, sizedAs, type UnreadField } from './order-input.ts';
import { MODE_LABELS, PRODUCT_LABELS, SIZE_LABELS, TYPE_LABELS } from './order-labels.ts';
import { OrderPreview, type Preview } from './order-preview.tsx';
import { PaperLine } from './paper-line.tsx';
import { PaperTerms } from './paper-terms.tsx';
import { PriceInputs } from './price-inputs.tsx';
import { unitsOf } from './typed-figures.ts';
import { useGttTicket } from './use-gtt-ticket.tsx';
import { usePreview } from './use-preview.ts';

const useStyles = makeStyles({
  // Paper is dashed everywhere, as real money is a solid amber line.
  surface: { maxWidth: 'min(860px, calc(100vw - 32px))' },
  test: { border: `2px dashed ${appTokens.testFg}` },
  live: { border: `3px solid ${appTokens.liveLine}` },
  content: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: tokens.spacingHorizontalXL,
    '@media (max-width: 720px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  pair: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: tokens.spacingHorizontalM,
    alignItems: 'start',
  },
  mode: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  banner: {
    color: appTokens.liveFg,
    backgroundColor: appTokens.liveBg,
    fontWeight: tokens.fontWeightSemibold,
  },
  beside: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
});

const SIDE_LABELS = labels({ buy: 'Buy', sell: 'Sell' });

/** Names that calls have for the size of an order. */
const SIZE_FIELDS = ['size', 'size.amount', 'quantity'];

/** Types to choose from: what waits over days is ordered with real money alone. */
const typeOptions = ({ mode, type }: ManualOrderForm) =>
  Object.entries(TYPE_LABELS).filter(([one]) => one !== 'gtt' || mode === 'live' || type === 'gtt');

const UNREAD_LABELS: Readonly<Record<UnreadField, string>> = labels({
  type: 'GTT orders are placed with real money only',
  symbol: 'Enter a symbol such as RELIANCE',
  amount: 'Enter a whole number above 0',
  price: 'Enter a price such as 120.50',
  triggerPrice: 'Enter a price such as 120.50',
  stopLoss: 'Enter a price such as 120.50',
  target: 'Enter a price such as 120.50',
});

/** Why an order cannot be of its type, as a sentence. */
const typeProblem = ({ mode, type }: ManualOrderForm): string | undefined =>
  mode === 'test' && type === 'gtt' ? UNREAD_LABELS.type : undefined;

/** Consent to an order with real money. */
interface Agreed {
  /** The order, as text. */
  readonly to: string;
  /** Effect that it had by its preview; undefined before there was one. */
  readonly effect: Preview['effect'] | undefined;
}

/** An order that went out, as text, and its answer was lost. */
interface SentAs {
  readonly of: string;
  readonly mode: ManualOrderForm['mode'];
  /** Null on paper, where it was not known yet. */
  readonly quantity: number | null;
}

/** Failures after which an order is certainly not there. */
const NOT_SENT: ReadonlySet<FailureCode> = new Set(['invalid', 'refused']);

/** Fields of the calls that the ticket has. */
const shownFields = ({ type }: ManualOrderForm): readonly string[] => [
  ...SIZE_FIELDS,
  'symbol',
  ...(type === 'gtt' ? [] : ['product', 'stopLoss', 'target']),
  ...(type === 'market' ? [] : ['price']),
  ...(type === 'stop' || type === 'gtt' ? ['triggerPrice'] : []),
];

const gttActionText = (
  { side, symbol, amount }: ManualOrderForm,
  sizeProblem: string | undefined,
): string => {
  const quantity = unitsOf(amount);
  const values = { quantity: formatCount(quantity ?? 0), symbol: symbol.trim().toUpperCase() };
  if (quantity === null || sizeProblem !== undefined || values.symbol === '') return t('Place the GTT order');
  return side === 'buy'
    ? t('Place the GTT order to buy {{quantity}} {{symbol}}', values)
    : t('Place the GTT order to sell {{quantity}} {{symbol}}', values);
};

const liveActionText = ({ side }: ManualOrderForm, preview: Preview | null): string => {
  const values = { quantity: formatCount(preview?.quantity ?? 0), symbol: preview?.symbol ?? '' };
  if (!preview) return side === 'buy' ? t('Buy with real money') : t('Sell with real money');
  return side === 'buy'
    ? t('Buy {{quantity}} {{symbol}} with real money', values)
    : t('Sell {{quantity}} {{symbol}} with real money', values);
};

const actionText = (
  form: ManualOrderForm,
  preview: Preview | null,
  sizeProblem: string | undefined,
): string => {
  if (form.type === 'gtt') return gttActionText(form, sizeProblem);
  if (form.mode === 'live') return liveActionText(form, preview);
  const { side } = form;
  const values = { quantity: formatCount(preview?.quantity ?? 0), symbol: preview?.symbol ?? '' };
  if (!preview) return side === 'buy' ? t('Buy on paper') : t('Sell on paper');
  return side === 'buy'
    ? t('Buy {{quantity}} {{symbol}} on paper', values)
    : t('Sell {{quantity}} {{symbol}} on paper', values);
};

const OrderDialog = ({ draft }: { draft: ManualOrderForm }) => {
  const styles = useStyles();
  const formId = useId();
  const { isOffline } = useOffline();
  // Drawn once for an order: however often it is sent, there is one.
  const [mark, setMark] = useState(() => crypto.randomUUID());
  // Sentence on an order that came to nothing.
  const [ended, setEnded] = useState<string | null>(null);
  const placePaper = useAction(api.manual.place, { presentation: 'dialog' });
  const placeLive = useAction(api.manual.placeLive, { presentation: 'dialog' });
  const { value: account } = manualLive.use();
  const { value: paper } = manualAccount.use();
  useEffect(() => void manualLive.load(undefined), []);
  // Said of one order: another figure, and it has to be said again. So it has where it would do something else by now:
  // its stop may have closed the position that it was to close.
  const [agreed, setAgreed] = useState<Agreed | null>(null);
  // Quantity that an order went out with: sent again, it is the same order, whatever the price is by then.
  const [sentAs, setSentAs] = useState<SentAs | null>(null);
  // The account's terms stand where the preview does while they are changed.
  const [terms, setTerms] = useState({ isOpen: false, turn: 0 });
  const { control, handleSubmit, setError, setFocus } = useForm<ManualOrderForm>({ defaultValues: draft });
  useEffect(() => {
    // The dialog takes the focus to its first field, which chooses real money: no key may change that by accident.
    const frame = requestAnimationFrame(() => setFocus(draft.symbol === '' ? 'symbol' : 'amount'));
    return () => cancelAnimationFrame(frame);
  }, [draft.symbol, setFocus]);
  const isLiveOn = account?.isOn;
  useEffect(() => {
    // The button with the focus may have gone with what it switched: outside of the dialog no key would close it.
    if (document.activeElement === document.body) setFocus('amount');
  }, [isLiveOn, terms.isOpen, setFocus]);
  const typedForm = { ...draft, ...useWatch({ control }) };
  const symbol = useNamedSymbol(typedForm.symbol);
  const form = { ...typedForm, symbol };
  const read = orderInput(form);
  const isLive = form.mode === 'live';
  const isOn = !isLive || (account?.isOn ?? false);
  const place = isLive ? placeLive : placePaper;
  const { preview, failure, isCurrent } = usePreview(
    'input' in read && isOn ? read.input : null,
    form.mode,
    terms.turn,
  );
  const gtt = useGttTicket(form, isLive && (account?.isOn ?? false));
  const isPlacing = place.isRunning || gtt.isRunning;
  const wanted = JSON.stringify(read);
  const effect = isCurrent ? preview?.effect : undefined;
  const agreedEffect = agreed?.effect ?? effect;
  const isAgreed = !isLive || (agreed?.to === wanted && (effect === undefined || agreedEffect === effect));
  const far = useFarPrice(wanted, formId);
  const typedQuantity = form.sizeBy === 'quantity' && 'input' in read ? read.input.size.amount : null;
  const shownQuantity = typedQuantity ?? (isCurrent ? (preview?.quantity ?? null) : null);
  const sent = sentAs?.of === wanted && sentAs.mode === form.mode ? sentAs : null;
  const quantity = sent ? sent.quantity : shownQuantity;
  const submitGtt = async (): Promise<void> => {
    if (isOffline || isPlacing || !isOn) return;
    setEnded(null);
    const sent = await gtt.send(mark);
    if (sent.isDone) closeManualOrder();
    else if (sent.ended !== null) {
      setMark(crypto.randomUUID());
      setEnded(sent.ended);
    }
  };
  const submit = handleSubmit(async (typed) => {
    if (typed.type === 'gtt') return submitGtt();
    const now = orderInput(typed.symbol === typedForm.symbol ? { ...typed, symbol } : typed);
    if ('unread' in now) {
      setError(now.unread, { message: UNREAD_LABELS[now.unread] });
      return;
    }
    if (isOffline || place.isRunning || !isOn) return;
    const live = typed.mode === 'live' ? now.input : null;
    if (live && (!isAgreed || agreed?.to !== JSON.stringify(now) || quantity === null)) return;
    // What may be there already is asked for again as it was, even where it could not be ordered anew.
    if (!sent && !(await far.mayGo(now.input, typed.mode, isCurrent ? preview : null))) return;
    setEnded(null);
    setSentAs({ of: wanted, mode: typed.mode, quantity });
    const result = await (live && quantity !== null
      ? placeLive.run({
          ...sizedAs(live, quantity),
          mark,
          effect: agreedEffect,
          isUnderstood: true,
        })
      : placePaper.run({ ...now.input, mark }));
    if (!result.ok) {
      if (NOT_SENT.has(result.failure.code)) setSentAs(null);
      return;
    }
    const { state, filledQuantity } = result.value.order;
    const message = result.message ?? t('The order is placed.');
    if (SHORT_STATES.includes(state) && filledQuantity === 0) {
      // It can be changed and ordered again: as another order, and agreed to anew.
      setMark(crypto.randomUUID());
      setAgreed(null);
      setSentAs(null);
      setEnded(message);
      return;
    }
    notify({ tone: SHORT_STATES.includes(state) ? 'failure' : 'success', message });
    closeManualOrder();
  });
  // Alone in its row, a field has all of it.
  const pair = gtt.isGtt ? undefined : styles.pair;
  const problem = gtt.isGtt ? gtt.failure : (far.refusal ?? place.failure ?? failure);
  const fields = problem?.fields;
  const sizeProblem = SIZE_FIELDS.map((field) => fields?.[field]).find((one) => one !== undefined);
  const title =
    form.symbol === '' ? t('Order by hand') : t('Order in {{symbol}}', { symbol: form.symbol.toUpperCase() });
  return (
    <DialogFrame
      title={title}
      surfaceClass={mergeClasses(styles.surface, isLive ? styles.live : styles.test)}
      contentClass={styles.content}
      onClose={() => !isPlacing && closeManualOrder()}
      actions={
        <DialogButtons
          action={actionText(form, isCurrent ? preview : null, sizeProblem)}
          form={formId}
          onAction={() => undefined}
          onCancel={() => !isPlacing && closeManualOrder()}
          isRunning={isPlacing || far.isChecking}
          isActionDisabled={
            isOffline ||
            !isOn ||
            (gtt.isGtt
              ? !gtt.isReady
              : !isAgreed ||
                (isLive && quantity === null) ||
                (isCurrent && (preview?.problems.length ?? 0) > 0))
          }
        />
      }
    >
      <form
        id={formId}
        className={styles.form}
        aria-label={title}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <span className={mergeClasses(styles.mode, isLive && styles.banner)}>
          <ModeChip mode={form.mode} />{' '}
          {isLive
            ? t('Live: this order goes to Angel One, with real money.')
            : t('On paper: nothing is sent to a broker.')}
        </span>
        <FormSelect
          control={control}
          name="mode"
          label={t('Account')}
          options={Object.entries(MODE_LABELS)}
          onChosen={() => {
            setAgreed(null);
            gtt.agree(false);
          }}
        />
        <FormProblem
          message={problem ? failureSentence(problem, t('the market'), shownFields(form)) : ended}
        />
        <div className={styles.pair}>
          <FormInput control={control} name="symbol" label={t('Symbol')} problem={fields?.['symbol']} />
          <FormSelect control={control} name="side" label={t('Side')} options={Object.entries(SIDE_LABELS)} />
        </div>
        <div className={pair}>
          {!gtt.isGtt && (
            <FormSelect
              control={control}
              name="sizeBy"
              label={t('Size by')}
              options={Object.entries(SIZE_LABELS)}
            />
          )}
          <FigureInput
            control={control}
            name="amount"
            label={gtt.isGtt ? SIZE_LABELS.quantity : SIZE_LABELS[form.sizeBy]}
            figure={!gtt.isGtt && (form.sizeBy === 'money' || form.sizeBy === 'risk') ? 'amount' : 'units'}
            isSaidAtOnce={isLive}
            problem={sizeProblem}
          />
        </div>
        <div className={pair}>
          <FormSelect
            control={control}
            name="type"
            label={t('Order type')}
            options={typeOptions(form)}
            problem={typeProblem(form)}
          />
          {!gtt.isGtt && (
            <FormSelect
              control={control}
              name="product"
              label={t('Product')}
              options={Object.entries(PRODUCT_LABELS)}
              problem={fields?.['product']}
            />
          )}
        </div>
        {form.type !== 'market' && (
          <div className={styles.pair}>
            <PriceInputs
              control={control}
              problems={fields}
              hasLimit
              hasTrigger={form.type === 'stop' || gtt.isGtt}
              isSaidAtOnce={isLive}
            />
          </div>
        )}
        {!gtt.isGtt && (
          <div className={styles.pair}>
            <LevelInputs control={control} problems={fields} isSaidAtOnce={isLive} />
          </div>
        )}
      </form>
      <div className={styles.beside}>
        {far.question}
        {!isLive && <PaperLine onChange={() => setTerms({ ...terms, isOpen: true })} />}
        {isLive && account && !account.isOn && (
          <LiveTerms capital={account.capital} maxLossPerDay={account.maxLossPerDay} />
        )}
        {!isLive && terms.isOpen && paper && (
          <PaperTerms
            funds={paper.funds}
            onDone={() => setTerms({ isOpen: false, turn: terms.turn + 1 })}
            onCancel={() => setTerms({ ...terms, isOpen: false })}
          />
        )}
        {isOn && gtt.isGtt && <GttPreviewPane preview={gtt.preview} />}
        {isOn && !gtt.isGtt && (isLive || !terms.isOpen) && <OrderPreview preview={preview} />}
        {isLive && isOn && (
          <LiveConsent
            isAgreed={gtt.isGtt ? gtt.isAgreed : isAgreed}
            onAgree={(isGiven) =>
              gtt.isGtt ? gtt.agree(isGiven) : setAgreed(isGiven ? { to: wanted, effect } : null)
            }
          />
        )}
      </div>
    </DialogFrame>
  );
};

/** The order by hand, wherever it was asked for. */
export const ManualOrderFlow = () => {
  const draft = useManualOrder((state) => state.draft);
  return draft && <OrderDialog key={`${draft.symbol} ${draft.side}`} draft={draft} />;
};
