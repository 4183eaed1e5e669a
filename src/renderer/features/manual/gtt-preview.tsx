import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { gtt } from '../../../shared/contract/gtt.ts';
import { formatCount, formatPrice, formatRupees } from '../../../shared/money.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { serverText, t } from '../../i18n/translate.ts';
import { FactRows } from '../../ui/fact-rows.tsx';

/** Cost and need of a GTT order. */
export type GttPreview = OutputOf<typeof gtt.preview>;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  quiet: { color: tokens.colorNeutralForeground3 },
});

const factsOf = ({
  quantity,
  lastPrice,
  triggerPrice,
  price,
  value,
  charges,
  available,
  ownShares,
  expiresAt,
}: GttPreview) => [
  { name: t('Quantity'), value: formatCount(quantity) },
  { name: t('Last price'), value: `₹${formatPrice(lastPrice)}` },
  { name: t('Trigger'), value: `₹${formatPrice(triggerPrice)}` },
  { name: t('Limit'), value: `₹${formatPrice(price)}` },
  { name: t('Value'), value: formatRupees(value) },
  { name: t('Charges, estimated'), value: formatRupees(charges) },
  ...(available === null ? [] : [{ name: t('Available'), value: formatRupees(available) }]),
  ...(ownShares === null ? [] : [{ name: t('Your own shares'), value: formatCount(ownShares) }]),
  { name: t('Waits until'), value: dateTimeText(Date.parse(expiresAt)) },
];

/** Nature, cost and need of a GTT order. What speaks against it comes first. */
export const GttPreviewPane = ({ preview }: { preview: GttPreview | null }) => {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      {preview?.problems.map((problem) => (
        <MessageBar key={problem} intent="warning" layout="multiline">
          <MessageBarBody>{serverText(problem)}</MessageBarBody>
        </MessageBar>
      ))}
      <MessageBar intent="info" layout="multiline">
        <MessageBarBody>
          {t(
            'This order waits at Angel One for up to a year, as if you had placed it in its app, also while TrickDesk is closed. What it buys or sells is your own: TrickDesk holds no position of it, sets no stop-loss and does not follow what it fills.',
          )}
        </MessageBarBody>
      </MessageBar>
      {preview ? (
        <FactRows facts={factsOf(preview)} />
      ) : (
        <p className={styles.quiet}>
          {t('It buys below the price now, or sells above it: enter quantity, trigger and limit.')}
        </p>
      )}
    </div>
  );
};
