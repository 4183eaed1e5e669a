import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { manual } from '../../../shared/contract/manual.ts';
import { formatCount, formatPrice, formatRupees } from '../../../shared/money.ts';
import { serverText, t } from '../../i18n/translate.ts';
import { FactRows } from '../../ui/fact-rows.tsx';

/** Cost, need and risk of an order. */
export type Preview = OutputOf<typeof manual.preview>;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  quiet: { color: tokens.colorNeutralForeground3 },
});

const quantityText = ({ quantity, lotSize }: Preview): string =>
  lotSize === 1
    ? formatCount(quantity)
    : t('{{quantity}} in lots of {{lot}}', { quantity: formatCount(quantity), lot: formatCount(lotSize) });

const slippageText = ({ slippage: { by, amount } }: Preview): string => {
  if (by === 'limit') return t('none: never worse than the limit');
  return by === 'protection'
    ? t('{{amount}}, by its limit at the broker', { amount: formatRupees(amount) })
    : t('{{amount}}, by the paper market', { amount: formatRupees(amount) });
};

const riskText = ({ risk, effect }: Preview): string => {
  if (effect === 'close') return t('none: it closes a position');
  if (risk.atStop !== null) return t('{{amount}} at the stop', { amount: formatRupees(risk.atStop) });
  return risk.most === null ? t('without limit: it has no stop') : formatRupees(risk.most);
};

const leftText = ({ risk }: Preview): string =>
  risk.left === null
    ? t('no limit is set')
    : t('{{amount}} are left today', { amount: formatRupees(risk.left) });

const factsOf = (preview: Preview) => [
  { name: t('Quantity'), value: quantityText(preview) },
  { name: t('Last price'), value: `₹${formatPrice(preview.lastPrice)}` },
  { name: t('Expected price'), value: `₹${formatPrice(preview.price)}` },
  { name: t('Value'), value: formatRupees(preview.value) },
  {
    name: preview.marginBy === 'broker' ? t('Margin, by the broker') : t('Margin, estimated'),
    value: formatRupees(preview.margin),
  },
  { name: t('Available'), value: formatRupees(preview.funds.available) },
  ...preview.charges.items
    .filter(({ amount }) => amount > 0)
    .map(({ item, amount }) => ({ name: serverText(item), value: formatRupees(amount) })),
  { name: t('All charges'), value: formatRupees(preview.charges.total) },
  ...(preview.effect === 'open'
    ? [{ name: t('Charges of leaving, estimated'), value: formatRupees(preview.charges.leaving) }]
    : []),
  { name: t('Worst slippage'), value: slippageText(preview) },
  { name: t('Can lose'), value: riskText(preview) },
  { name: t("Day's loss limit"), value: leftText(preview) },
];

/** Cost, need and risk of an order, beside its fields. What speaks against it comes first. */
export const OrderPreview = ({ preview }: { preview: Preview | null }) => {
  const styles = useStyles();
  if (!preview)
    return (
      <p className={styles.quiet}>
        {t('Fill in the order: its cost, what it needs and what it risks stand here before it is sent.')}
      </p>
    );
  return (
    <div className={styles.root}>
      {preview.problems.map((problem) => (
        <MessageBar key={problem} intent="warning" layout="multiline">
          <MessageBarBody>{serverText(problem)}</MessageBarBody>
        </MessageBar>
      ))}
      {preview.effect === 'close' && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>
            {t('You hold {{symbol}} on the other side by hand: this order closes some of it.', {
              symbol: preview.symbol,
            })}
          </MessageBarBody>
        </MessageBar>
      )}
      <FactRows facts={factsOf(preview)} />
    </div>
  );
};
