import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import type { BasketExecution, BasketPreview } from '../../../shared/contract/baskets.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import { formatRupees, parseRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { fieldText, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useEntryReason } from '../../state/entry-reason.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { AuthorityBox } from './authority-box.tsx';
import { editsOf } from './edits.ts';
import { LiveCeremony } from './live-ceremony.tsx';
import { freshPreviewOf, isUnauthorised } from './live-order.ts';
import { ModeChoice } from './mode-choice.tsx';
import { PlacedOrders, useReportedOrders } from './placed-orders.tsx';
import { PreviewView } from './preview-view.tsx';

export type OrderKind = BasketPreview['kind'];

const titleOf = (kind: OrderKind, mode: Mode): string =>
  ({
    open: mode === 'live' ? t('Open with real money') : t('Open on paper'),
    add: t('Invest more'),
    sip: t('Do the SIP now'),
    rebalance: t('Rebalance'),
  })[kind];

/** Whole thousands a little above the minimum, which moves with prices; as text. */
const suggestedAmount = (minimum: number | null): string =>
  minimum === null ? '' : String(Math.ceil((minimum * 1.05) / 1_000_00) * 1_000);

interface OrderFlowProps {
  basketId: number;
  name: string;
  kind: OrderKind;
  /** In which it is held; for an opening, the one that is chosen first. */
  mode: Mode;
  /** Modes in which it is held already. */
  heldModes?: readonly Mode[];
  /** The due day of the SIP that is asked for. */
  due?: string;
  /** Least amount to open it, at the current feed's prices. */
  minimum: number | null;
  onDone: (mode: Mode) => void;
  onClose: () => void;
}

/** Steps of an order: the amount, then its effect, then the placed orders. A rebalance begins with its effect. */
export const OrderFlow = (props: OrderFlowProps) => {
  const { basketId, name, kind, due, minimum, heldModes = [], onDone, onClose } = props;
  const offline = useOfflineReason();
  const entries = useEntryReason();
  // A rebalance sells too, and what ends something never waits for prices.
  const waits = kind === 'rebalance' ? offline : entries;
  const [mode, setMode] = useState(props.mode);
  const [amountText, setAmountText] = useState(suggestedAmount(minimum));
  const [preview, setPreview] = useState<BasketPreview | null>(null);
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({});
  const [executed, setExecuted] = useState<BasketExecution | null>(null);
  const [outdated, setOutdated] = useState<string | null>(null);
  const reported = useReportedOrders();
  const [typed, setTyped] = useState('');
  const [isAuthorised, setIsAuthorised] = useState(false);
  const ask = useAction(api.baskets.preview, { presentation: 'dialog' });
  const open = useAction(api.baskets.open, { presentation: 'dialog' });
  const carryOut = useAction(api.baskets.rebalance, { presentation: 'dialog' });
  const isLive = mode === 'live';
  const title = `${titleOf(kind, mode)}: ${name}`;
  const amount = parseRupees(amountText);
  const hasAmount = kind === 'open' || kind === 'add';
  const loadPreview = async () => {
    const wanted = hasAmount ? { amount: amount ?? 0 } : due === undefined ? {} : { due };
    const result = await ask.run({ basketId, mode, ...wanted });
    if (!result.ok) return;
    setPreview(result.value);
    setEdits({});
  };
  if (executed)
    return <PlacedOrders executed={executed} reported={reported} mode={mode} onDone={() => onDone(mode)} />;
  if (!preview)
    return (
      <ConfirmDialog
        key="amount"
        title={title}
        action={t('Preview')}
        isRunning={ask.isRunning}
        isActionDisabled={offline !== undefined || (hasAmount && amount === null)}
        problem={failureSentence(ask.failure, t('Order history'), hasAmount ? ['amount'] : []) ?? offline}
        onConfirm={() => void loadPreview()}
        onClose={onClose}
      >
        {kind === 'open' && <ModeChoice mode={mode} held={heldModes} onChange={setMode} />}
        {hasAmount ? (
          <>
            <span>
              {isLive
                ? t(
                    'Real money of your Angel One account. Nothing is sent before you have seen the orders. Whole shares are bought; what is left stays in that account, counted for this basket.',
                  )
                : t(
                    'Paper money: your wallet is not touched. Whole shares are bought, and what is left stays as cash in the basket.',
                  )}
            </span>
            <Field
              label={t('Amount')}
              hint={
                isLive
                  ? t('The least is worked out from Angel One’s prices.')
                  : minimum === null
                    ? undefined
                    : t('At least {{amount}}', { amount: formatRupees(minimum) })
              }
              validationMessage={fieldText(ask.failure?.fields?.amount)}
            >
              <Input
                inputMode="decimal"
                contentBefore="₹"
                value={amountText}
                onChange={(_, data) => setAmountText(data.value)}
              />
            </Field>
          </>
        ) : (
          <span>
            {kind === 'sip'
              ? t('Shows what would be bought with it at the prices of now. Nothing is ordered yet.')
              : t(
                  'Shows what would be sold and bought to bring {{name}} back to its weights. Nothing is ordered yet.',
                  { name },
                )}
          </span>
        )}
      </ConfirmDialog>
    );
  const changed = editsOf(preview.orders, edits);
  const run = async () => {
    if (changed.problem !== null) return;
    const { previewId } = preview;
    const result =
      kind === 'open'
        ? await open.run({
            basketId,
            mode,
            amount: preview.amount,
            previewId,
            ...(isLive && { confirmName: typed.trim() }),
          })
        : await carryOut.run({ basketId, previewId, edits: [...changed.edits], isAuthorised });
    if (result.ok) {
      setExecuted(result.value);
      return;
    }
    const { failure } = result;
    setOutdated(failure.code === 'conflict' ? failure.message : null);
    if (failure.code !== 'conflict') return;
    // Prices have moved or five minutes have passed: what would be done now comes with the refusal.
    const fresh = freshPreviewOf(failure);
    if (!fresh) return loadPreview();
    setPreview(fresh);
    setEdits({});
  };
  const failure = kind === 'open' ? open.failure : carryOut.failure;
  const isRunning = open.isRunning || carryOut.isRunning || ask.isRunning;
  const isNameMissing = isLive && kind === 'open' && typed.trim() !== name;
  const count = preview.orders.length;
  return (
    <ConfirmDialog
      key="preview"
      title={title}
      action={
        count === 0
          ? t('Nothing to order')
          : isLive
            ? t('Send {{count}} real orders', { count })
            : t('Place {{count}} orders', { count })
      }
      cancel={t('Not now')}
      isWide
      isDangerous={isLive}
      isRunning={isRunning}
      isActionDisabled={waits !== undefined || count === 0 || changed.problem !== null || isNameMissing}
      problem={outdated ?? failureSentence(failure, t('Order history')) ?? changed.problem ?? waits}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <PreviewView
        preview={preview}
        edits={kind === 'open' ? null : edits}
        onEdit={(symbol, text) => setEdits({ ...edits, [symbol]: text })}
      />
      {isLive && count > 0 && (
        <LiveCeremony
          name={name}
          preview={preview}
          typed={kind === 'open' ? typed : null}
          onType={setTyped}
        />
      )}
      {(isUnauthorised(failure) || isAuthorised) && (
        <AuthorityBox isChecked={isAuthorised} onChange={setIsAuthorised} />
      )}
    </ConfirmDialog>
  );
};
