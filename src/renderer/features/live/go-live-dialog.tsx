import { Checkbox, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { live } from '../../../shared/contract/live.ts';
import { formatCount, formatRupees, formatRupeesChange } from '../../../shared/money.ts';
import { distanceText } from '../../i18n/distance-text.ts';
import { t, serverText } from '../../i18n/translate.ts';
import { useClosedReason } from '../../state/exchange-hours.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FactRows } from '../../ui/fact-rows.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';

const useStyles = makeStyles({
  text: { margin: 0 },
  small: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

type Checklist = OutputOf<(typeof live)['checklist']>;

interface GoLiveDialogProps {
  name: string;
  /** Null while it is being asked for. */
  checklist: Checklist | null;
  hrefOf: (route: string) => string;
  isRunning: boolean;
  isDisabled: boolean;
  problem: string | null;
  onGoLive: (confirmName: string, isAcknowledged: boolean) => void;
  onClose: () => void;
}

const accountOf = ({ clientCode }: Checklist): string =>
  clientCode === null ? 'Angel One' : `Angel One · ${clientCode}`;

const stopText = ({ stopLoss, hasLegs }: Checklist): string => {
  if (hasLegs) return t('By leg');
  return stopLoss === null ? t('None') : distanceText(stopLoss);
};

const chargesOf = ({ lastThirtyDaysInTest: { charges, trades } }: Checklist): string =>
  t('{{amount}} for {{trades}}', {
    amount: formatRupees(charges),
    trades: t('{{number}} trades', { count: trades, number: formatCount(trades) }),
  });

const Facts = ({ checklist }: { checklist: Checklist }) => (
  <FactRows
    facts={[
      { name: t('Capital'), value: formatRupees(checklist.capital) },
      {
        name: t('Stop-loss'),
        value: stopText(checklist),
      },
      {
        name: t('Worst day on paper'),
        value:
          checklist.worstDayInTest === null
            ? t('No losing day yet')
            : formatRupeesChange(checklist.worstDayInTest),
      },
      {
        name: t('Largest loss on paper in 30 days'),
        value:
          checklist.lastThirtyDaysInTest.largestLoss === null
            ? t('No trade lost')
            : formatRupeesChange(checklist.lastThirtyDaysInTest.largestLoss),
      },
      { name: t('Charges on paper in 30 days'), value: chargesOf(checklist) },
      { name: t('Account'), value: accountOf(checklist) },
      { name: t('Algo ID'), value: serverText(checklist.algoId) },
    ]}
  />
);

/** The one ceremony before real money: what holds, what it may cost, and the name typed by hand. */
export const GoLiveDialog = ({
  name,
  checklist,
  hrefOf,
  isRunning,
  isDisabled,
  problem,
  onGoLive,
  onClose,
}: GoLiveDialogProps) => {
  const styles = useStyles();
  const closed = useClosedReason();
  const [isUnderstood, setIsUnderstood] = useState(false);
  const [isAcknowledged, setIsAcknowledged] = useState(false);
  const [typed, setTyped] = useState('');
  const isReady = checklist?.isReady ?? false;
  const isAgreed = isUnderstood && (isAcknowledged || !checklist?.needsAcknowledgement);
  const canGo = isReady && isAgreed && typed.trim() === name && !isDisabled;
  const confirm = () => {
    if (canGo && !isRunning) onGoLive(typed.trim(), isAcknowledged);
  };
  return (
    <ConfirmDialog
      title={t('Switch “{{name}}” to live?', { name })}
      action={t('Go live')}
      cancel={t('Keep on paper')}
      isDangerous
      isWide
      isRunning={isRunning}
      isActionDisabled={!canGo}
      problem={problem}
      onConfirm={confirm}
      onClose={onClose}
    >
      {!checklist && !problem && <BlockSkeleton height={280} />}
      {checklist && (
        <>
          <p className={styles.text}>
            {isReady ? (
              <Sentence
                text="Real orders will be sent to <b>{{account}}</b> from the next signal."
                values={{ account: accountOf(checklist) }}
                parts={{ b: <strong /> }}
              />
            ) : (
              t('Not everything that real money needs is there yet. Nothing changes until it is.')
            )}
          </p>
          {isReady && closed !== undefined && <p className={styles.text}>{closed}</p>}
          <Facts checklist={checklist} />
          <CheckList checks={checklist.checks} hrefOf={hrefOf} onLeave={onClose} />
          <p className={styles.text}>
            <Sentence
              text="<b>While TrickDesk is closed</b>, stops that rest at Angel One hold until the end of the day. Overnight no stop rests there until TrickDesk runs again in the next session, from 09:15: Angel One keeps no stop over days for this program."
              parts={{ b: <strong /> }}
            />
          </p>
          <p className={styles.small}>
            {t(
              'SEBI: 9 out of 10 individual traders in equity F&O made net losses. On paper no order is refused by a broker, and slippage is only an estimate.',
            )}
          </p>
        </>
      )}
      {checklist && isReady && (
        <>
          <Checkbox
            label={t('I understand real money is at risk')}
            checked={isUnderstood}
            onChange={(_, data) => setIsUnderstood(data.checked === true)}
          />
          {checklist.needsAcknowledgement && (
            <Checkbox
              label={t(
                'The rules of this strategy are somebody else’s. I have read how it trades, and I run it on my own account at my own decision.',
              )}
              checked={isAcknowledged}
              onChange={(_, data) => setIsAcknowledged(data.checked === true)}
            />
          )}
          <Field
            label={
              <Sentence text="Type <b>{{name}}</b> to confirm" values={{ name }} parts={{ b: <strong /> }} />
            }
          >
            <Input
              value={typed}
              maxLength={60}
              autoComplete="off"
              onChange={(_, data) => setTyped(data.value)}
            />
          </Field>
        </>
      )}
    </ConfirmDialog>
  );
};
