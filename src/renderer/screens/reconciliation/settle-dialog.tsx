import { Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useId, useState, type FormEvent } from 'react';
import { contractOf } from '../../../engine/contracts/contract.ts';
import type { DifferenceResolution } from '../../../shared/account-difference.ts';
import type { AccountDifference } from '../../../shared/contract/live.ts';
import { formatPrice, parseRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { fieldText, labels, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';
import { effectOf, isPriceNeeded, kindSentence, resolutionText, tradedPrice } from './difference-labels.ts';

const useStyles = makeStyles({
  text: { margin: 0 },
  lines: { margin: 0, paddingLeft: tokens.spacingHorizontalXL },
  price: { maxWidth: '320px' },
});

const TITLES: Readonly<Record<DifferenceResolution, (values: { symbol: string }) => string>> = {
  'take-over': (values) => t('Take over {{symbol}} from the account?', values),
  'write-off': (values) => t('Write off what is missing of {{symbol}}?', values),
  'leave-alone': (values) => t('Leave the difference in {{symbol}} alone?', values),
};

const DONE_LABELS: Readonly<Record<DifferenceResolution, string>> = labels({
  'take-over': 'TrickDesk now has what the account shows.',
  'write-off': 'What the account does not have is written off.',
  'leave-alone': 'The difference is left alone.',
});

const priceHint = (isTraded: boolean, isContract: boolean): string => {
  if (isTraded) return t('As the trade book of the account has it');
  return isContract
    ? t('At what price it was traded or settled in the account; 0 if it expired worthless')
    : t('At what price it was traded in the account');
};

interface SettleDialogProps {
  difference: AccountDifference;
  resolution: DifferenceResolution;
  /** The decision was taken, or the backend knows better: what is shown is to be asked for again. */
  onAnswered: () => void;
  onClose: () => void;
}

/** Bookings of a decision about a difference, and its price if needed. Nothing is sent by it. */
export const SettleDialog = ({ difference, resolution, onAnswered, onClose }: SettleDialogProps) => {
  const styles = useStyles();
  const form = useId();
  const { differenceId, symbol, lastPrice, ours, theirs } = difference;
  const isGap = difference.kind === 'price-gap';
  const traded = tradedPrice(difference);
  const likely = traded ?? lastPrice;
  const [typed, setTyped] = useState(likely === null ? '' : formatPrice(likely));
  const settle = useAction(api.live.settleDifference, { presentation: 'dialog' });
  const offlineReason = useOfflineReason();
  const hasPrice = isPriceNeeded(difference, resolution);
  const parsed = parseRupees(typed);
  // An option may have expired worthless.
  const isContract = contractOf(symbol) !== null;
  const price = parsed !== null && (parsed > 0 || (isContract && parsed === 0)) ? parsed : null;
  const isReady = (!hasPrice || price !== null) && offlineReason === undefined;
  const { sentence, lines } = effectOf(difference, resolution, hasPrice ? price : null);
  const run = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || settle.isRunning) return;
    const result = await settle.run({
      differenceId,
      resolution,
      ours,
      theirs,
      ...(hasPrice && price !== null ? { price } : {}),
    });
    onAnswered();
    if (!result.ok) return;
    notify({
      tone: 'success',
      message: isGap ? t('The price is taken for a real one.') : DONE_LABELS[resolution],
    });
    onClose();
  };
  return (
    <ConfirmDialog
      title={isGap ? t('Take the price of {{symbol}} for real?', { symbol }) : TITLES[resolution]({ symbol })}
      action={resolutionText(difference, resolution)}
      isDangerous={isGap || resolution !== 'leave-alone'}
      isWide
      isRunning={settle.isRunning}
      isActionDisabled={!isReady}
      problem={offlineReason ?? failureSentence(settle.failure, t('Reconciliation'))}
      form={form}
      onClose={onClose}
    >
      <p className={styles.text}>{kindSentence(difference)}</p>
      <form id={form} noValidate onSubmit={(event) => void run(event)}>
        {hasPrice && (
          <Field
            className={styles.price}
            label={t('Price per share')}
            hint={priceHint(traded !== null, isContract)}
            validationMessage={
              price === null ? t('Enter a price such as 1,431.10') : fieldText(settle.failure?.fields?.price)
            }
          >
            <Input
              value={typed}
              contentBefore="₹"
              inputMode="decimal"
              autoComplete="off"
              onChange={(_, data) => setTyped(data.value)}
            />
          </Field>
        )}
      </form>
      <p className={styles.text}>{sentence}</p>
      {lines.length > 0 && (
        <ul className={styles.lines} aria-label={t('What is booked')}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {!isGap && (
        <p className={styles.text}>
          <strong>{t('Nothing is sent to the broker.')}</strong>
        </p>
      )}
    </ConfirmDialog>
  );
};
