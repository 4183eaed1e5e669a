import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import type { BasketExecution, BasketPreview } from '../../../shared/contract/baskets.ts';
import { formatRupees, parseRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { ORDER_STATE_TONES, ORDER_STATE_WORDS } from '../../i18n/trick-words.ts';
import { useAction } from '../../state/action.ts';
import { useGoTo } from '../../state/navigation.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { editsOf } from './edits.ts';
import { PreviewView } from './preview-view.tsx';

type Placed = BasketExecution['orders'][number];
export type OrderKind = BasketPreview['kind'];

const TITLES: Readonly<Record<OrderKind, string>> = {
  open: 'Open in test',
  add: 'Put more in',
  rebalance: 'Rebalance',
};

const placedColumns: readonly Column<Placed>[] = [
  { key: 'symbol', title: 'Share', render: (row) => row.symbol },
  { key: 'side', title: 'Side', render: (row) => (row.side === 'buy' ? 'Buy' : 'Sell') },
  { key: 'quantity', title: 'Shares', align: 'end', render: (row) => row.quantity },
  {
    key: 'state',
    title: 'State',
    kind: 'wrap',
    render: (row) =>
      row.state === null ? (
        <StatusText tone="bad">{row.problem ?? 'Not placed'}</StatusText>
      ) : (
        <StatusText tone={ORDER_STATE_TONES[row.state]}>{ORDER_STATE_WORDS[row.state]}</StatusText>
      ),
  },
];

/** Whole thousands a little above the minimum, which moves with prices; as text. */
const suggestedAmount = (minimum: number | null): string =>
  minimum === null ? '' : String(Math.ceil((minimum * 1.05) / 1_000_00) * 1_000);

interface OrderFlowProps {
  basketId: number;
  name: string;
  kind: OrderKind;
  /** The least to open it with. */
  minimum: number | null;
  onDone: () => void;
  onClose: () => void;
}

/** How much, then what that does, then the orders that were placed. A rebalance begins with what it does. */
export const OrderFlow = ({ basketId, name, kind, minimum, onDone, onClose }: OrderFlowProps) => {
  const goTo = useGoTo();
  const offline = useOfflineReason();
  const [amountText, setAmountText] = useState(suggestedAmount(minimum));
  const [preview, setPreview] = useState<BasketPreview | null>(null);
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({});
  const [executed, setExecuted] = useState<BasketExecution | null>(null);
  const [outdated, setOutdated] = useState<string | null>(null);
  const ask = useAction(api.baskets.preview, { presentation: 'dialog' });
  const open = useAction(api.baskets.open, { isMoney: true, presentation: 'dialog' });
  const carryOut = useAction(api.baskets.rebalance, { isMoney: true, presentation: 'dialog' });
  const title = `${TITLES[kind]}: ${name}`;
  const amount = parseRupees(amountText);
  const look = async () => {
    const result = await ask.run(kind === 'rebalance' ? { basketId } : { basketId, amount: amount ?? 0 });
    if (!result.ok) return;
    setPreview(result.value);
    setEdits({});
  };
  if (executed)
    return (
      <ConfirmDialog
        title="Review orders"
        action="Order history"
        cancel="Done"
        isWide
        onConfirm={() => goTo('/order-history')}
        onClose={onDone}
      >
        <span>
          Paper orders: each fills at the next price of its share. {formatRupees(executed.cashLeft)} stay in
          cash at the previewed prices.
        </span>
        <DataTable
          label="Orders placed"
          columns={placedColumns}
          rows={executed.orders}
          rowKey={(row) => `${row.symbol} ${row.orderId}`}
        />
      </ConfirmDialog>
    );
  if (!preview)
    return (
      <ConfirmDialog
        key="amount"
        title={title}
        action={kind === 'rebalance' ? 'Show what it does' : 'Preview'}
        isRunning={ask.isRunning}
        isActionDisabled={offline !== undefined || (kind !== 'rebalance' && amount === null)}
        problem={(ask.failure?.fields ? null : failureSentence(ask.failure, 'Order history')) ?? offline}
        onConfirm={() => void look()}
        onClose={onClose}
      >
        {kind === 'rebalance' ? (
          <span>
            Shows what would be sold and bought to bring {name} back to its weights. Nothing is ordered yet.
          </span>
        ) : (
          <>
            <span>
              Paper money in test: your wallet is not touched. Whole shares are bought, and what is left stays
              as cash in the basket.
            </span>
            <Field
              label="Amount"
              hint={minimum === null ? undefined : `At least ${formatRupees(minimum)}`}
              validationMessage={ask.failure?.fields?.amount}
            >
              <Input
                inputMode="decimal"
                contentBefore="₹"
                value={amountText}
                onChange={(_, data) => setAmountText(data.value)}
              />
            </Field>
          </>
        )}
      </ConfirmDialog>
    );
  const changed = editsOf(preview.orders, edits);
  const run = async () => {
    if (changed.problem !== null) return;
    const { previewId } = preview;
    const result =
      kind === 'open'
        ? await open.run({ basketId, amount: preview.amount, previewId })
        : await carryOut.run({ basketId, previewId, edits: [...changed.edits] });
    if (result.ok) {
      setExecuted(result.value);
      return;
    }
    setOutdated(result.failure.code === 'conflict' ? result.failure.message : null);
    // Prices have moved or five minutes have passed: what would be done now is shown instead.
    if (result.failure.code === 'conflict') await look();
  };
  const failure = kind === 'open' ? open.failure : carryOut.failure;
  const isRunning = open.isRunning || carryOut.isRunning || ask.isRunning;
  return (
    <ConfirmDialog
      key="preview"
      title={title}
      action={preview.orders.length === 1 ? 'Place the order' : `Place ${preview.orders.length} orders`}
      cancel="Not now"
      isWide
      isRunning={isRunning}
      isActionDisabled={offline !== undefined || preview.orders.length === 0 || changed.problem !== null}
      problem={outdated ?? failureSentence(failure, 'Order history') ?? changed.problem ?? offline}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <PreviewView
        preview={preview}
        edits={kind === 'open' ? null : edits}
        onEdit={(symbol, text) => setEdits({ ...edits, [symbol]: text })}
      />
    </ConfirmDialog>
  );
};
