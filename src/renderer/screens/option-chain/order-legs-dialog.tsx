import { Field, makeStyles, MessageBar, MessageBarBody, Select, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { formatCount, formatPrice, formatRupees } from '../../../shared/money.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { serverText, t } from '../../i18n/translate.ts';
import { PRODUCT_LABELS } from '../../features/manual/order-labels.ts';
import { manualLive } from '../../state/manual-live.ts';
import { useOffline } from '../../state/offline.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { FactRows } from '../../ui/fact-rows.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { appTokens } from '../../ui/tokens.ts';
import {
  boughtFirst,
  isThrough,
  type LegOutcome,
  type LegPreview,
  type Preview,
  type Product,
  useLegOrders,
  usePreviews,
} from './leg-orders.ts';
import { contractText, SIDE_LABELS } from './leg-text.ts';
import type { Leg } from './legs.ts';

const useStyles = makeStyles({
  // Paper is dashed everywhere.
  surface: { maxWidth: 'min(980px, calc(100vw - 32px))', border: `2px dashed ${appTokens.testFg}` },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  mode: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  product: { maxWidth: '320px' },
});

interface Row {
  readonly leg: Leg;
  readonly at: number;
  readonly known: LegPreview | undefined;
  readonly outcome: LegOutcome | null;
}

/** End of a leg's order, or what speaks against it. */
const outcomeText = ({ outcome, known }: Row): string => {
  switch (outcome?.kind) {
    case 'filled':
      return t('Filled');
    case 'placed':
      return t('Placed: it fills as the market comes to it.');
    case 'refused':
      return t('Refused: {{reason}}', { reason: serverText(outcome.reason) });
    case 'unknown':
      return t('Not known: {{reason}}', { reason: failureSentence(outcome.failure, t('the market')) ?? '' });
    case 'held-back':
      return t('Not sent: a bought leg before it did not come through.');
    case undefined:
      break;
  }
  if (known?.failure) return serverText(known.failure.message);
  const problems = known?.preview?.problems ?? [];
  if (problems.length > 0) return problems.map(serverText).join(' ');
  if (known?.preview?.effect === 'close') return t('Closes some of what you hold on the other side.');
  return known ? t('Not sent yet') : t('Working…');
};

const columnsOf = (): readonly Column<Row>[] => [
  { key: 'side', title: t('Side'), render: ({ leg }) => SIDE_LABELS[leg.side] },
  { key: 'contract', title: t('Contract'), kind: 'name', render: ({ leg }) => contractText(leg) },
  {
    key: 'quantity',
    title: t('Quantity'),
    align: 'end',
    render: ({ known }) => (known?.preview ? formatCount(known.preview.quantity) : '–'),
  },
  {
    key: 'price',
    title: t('Expected price'),
    align: 'end',
    render: ({ known }) => (known?.preview ? formatPrice(known.preview.price) : '–'),
  },
  {
    key: 'margin',
    title: t('Margin by itself'),
    align: 'end',
    render: ({ known }) => (known?.preview ? formatRupees(known.preview.margin) : '–'),
  },
  {
    key: 'charges',
    title: t('Charges'),
    align: 'end',
    render: ({ known }) => (known?.preview ? formatRupees(known.preview.charges.total) : '–'),
  },
  { key: 'outcome', title: t('Order'), kind: 'wrap', render: outcomeText },
];

const hasProblem = ({ preview, failure }: LegPreview): boolean =>
  failure !== null || (preview?.problems.length ?? 0) > 0;

/** Cost of all legs: what is paid, set aside and charged. Null while a leg has no preview. */
const sumOf = (known: readonly LegPreview[]) => {
  const previews = known.flatMap(({ preview }) => preview ?? []);
  const [first] = previews;
  if (!first || previews.length < known.length) return null;
  const total = (of: (preview: Preview) => number): number =>
    previews.reduce((sum, preview) => sum + of(preview), 0);
  return {
    premium: total(({ side, value }) => (side === 'buy' ? -value : value)),
    margin: total(({ margin }) => margin),
    charges: total(({ charges }) => charges.total),
    available: first.funds.available,
  };
};

const SumOfLegs = ({ known, together }: { known: readonly LegPreview[]; together: number | null }) => {
  const sum = sumOf(known);
  if (!sum) return null;
  return (
    <>
      {sum.margin > sum.available && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            {t(
              'One by one the legs need more than the {{available}} that are available. What is bought lowers what the sold ones need: a leg may still be refused.',
              { available: formatRupees(sum.available) },
            )}
          </MessageBarBody>
        </MessageBar>
      )}
      <FactRows
        facts={[
          {
            name: sum.premium >= 0 ? t('Net premium received') : t('Net premium paid'),
            value: formatRupees(Math.abs(sum.premium)),
          },
          { name: t('Margin, leg by leg'), value: formatRupees(sum.margin) },
          ...(together === null
            ? []
            : [{ name: t('Funds needed together (estimate)'), value: formatRupees(together) }]),
          { name: t('Available'), value: formatRupees(sum.available) },
          { name: t('All charges'), value: formatRupees(sum.charges) },
        ]}
      />
    </>
  );
};

interface OrderLegsDialogProps {
  legs: readonly Leg[];
  /** Funds that the legs need together, paise; null while unknown. */
  together: number | null;
  onClose: () => void;
}

/** Legs as orders on paper: their cost first, then one order each, and what became of it. */
export const OrderLegsDialog = ({ legs: picked, together, onClose }: OrderLegsDialogProps) => {
  const styles = useStyles();
  const { isOffline } = useOffline();
  // As they were when it was opened: what is ordered does not change underneath.
  const [legs] = useState(() => boughtFirst(picked));
  const [product, setProduct] = useState<Product>('intraday');
  const { outcomes, isRunning, place } = useLegOrders(legs, product);
  const isBegun = outcomes.some((outcome) => outcome !== null);
  const known = usePreviews(legs, product, !isBegun && !isRunning);
  const { value: account } = manualLive.use();
  useEffect(() => void manualLive.load(undefined), []);
  const through = outcomes.filter(isThrough).length;
  const isDone = through === legs.length;
  const isEnded = isBegun && !isRunning;
  // A sold leg is judged without the bought one before it, and may well come through.
  const isStopped =
    known?.some((leg, at) => (at === 0 || legs[at]?.side === 'buy') && hasProblem(leg)) ?? true;
  const values = { total: legs.length, through };
  const title = t('Order {{total}} legs on paper', values);
  return (
    <DialogFrame
      title={title}
      surfaceClass={styles.surface}
      contentClass={styles.content}
      onClose={() => !isRunning && onClose()}
      actions={
        <DialogButtons
          action={isEnded ? t('Order the rest again') : title}
          onAction={() => void place()}
          cancel={isEnded ? t('Close') : t('Cancel')}
          onCancel={() => !isRunning && onClose()}
          isRunning={isRunning}
          isActionDisabled={isOffline || isDone || (!isBegun && isStopped)}
        />
      }
    >
      <span className={styles.mode}>
        <ModeChip mode="test" /> {t('On paper: nothing is sent to a broker.')}
      </span>
      {account?.isOn && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>
            {t('Real money by hand is on. These legs go on paper all the same.')}
          </MessageBarBody>
        </MessageBar>
      )}
      <Field label={t('Product')} className={styles.product}>
        <Select
          value={product}
          disabled={isBegun || isRunning}
          onChange={(_, data) => setProduct(data.value as Product)}
        >
          {Object.entries(PRODUCT_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {isEnded && (
        <MessageBar intent={isDone ? 'success' : 'warning'} layout="multiline">
          <MessageBarBody>
            {isDone
              ? t('All {{total}} legs are ordered.', values)
              : t(
                  '{{through}} of {{total}} legs are ordered. Those stay as they are, and are not ordered twice.',
                  values,
                )}
          </MessageBarBody>
        </MessageBar>
      )}
      <DataTable
        label={t('Orders of the legs')}
        columns={columnsOf()}
        rows={legs.map((leg, at) => ({ leg, at, known: known?.[at], outcome: outcomes[at] ?? null }))}
        rowKey={({ at }) => at}
      />
      {known && !isBegun && isStopped && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            {t('A leg that goes out first would be refused now. Nothing is sent as long as that is so.')}
          </MessageBarBody>
        </MessageBar>
      )}
      {known && <SumOfLegs known={known} together={together} />}
    </DialogFrame>
  );
};
