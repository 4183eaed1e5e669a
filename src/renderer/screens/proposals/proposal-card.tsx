import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Proposal } from '../../../shared/contract/proposals.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { dateTimeText } from '../../i18n/dates.ts';
import { callText, fieldText } from '../../i18n/proposal-labels.ts';
import { serverText, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { acceptProposal, proposals, rejectProposal } from '../../state/proposals.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FactRows } from '../../ui/fact-rows.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { notify } from '../../ui/toasts.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';

/** With real money the button is held: a script may have been told to ask. */
const HOLD_MS = 1_000;

const useStyles = makeStyles({
  note: {
    margin: 0,
    paddingLeft: tokens.spacingHorizontalM,
    borderLeft: `3px solid ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  value: { overflowWrap: 'anywhere', maxHeight: '160px', overflowY: 'auto' },
  line: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const Preview = ({ proposal: { preview } }: { proposal: Proposal }) => {
  const styles = useStyles();
  if (preview.length === 0) return null;
  return (
    <FactRows
      facts={preview.map(({ field, value }) => ({
        name: fieldText(field),
        value: <div className={styles.value}>{value}</div>,
      }))}
    />
  );
};

const reload = () => void proposals.load(undefined);

/** One proposal that waits: what it would do, whose it is, and the two answers. */
export const ProposalCard = ({ proposal }: { proposal: Proposal }) => {
  const styles = useStyles();
  const accept = useAction(acceptProposal);
  const reject = useAction(rejectProposal);
  const [isAsking, setIsAsking] = useState(false);
  const { call, note, keyName, isLive, expiresAt } = proposal;
  const title = callText(call);
  const isRunning = accept.isRunning || reject.isRunning;
  const onAccept = async () => {
    const result = await accept.run(proposal);
    setIsAsking(false);
    reload();
    if (result.ok)
      notify({ tone: 'success', message: result.message ? serverText(result.message) : t('It is done.') });
  };
  const onReject = async () => {
    const result = await reject.run(proposal);
    reload();
    if (result.ok) notify({ tone: 'news', message: t('Rejected: nothing was done.') });
  };
  return (
    <SectionCard title={title} aside={<ModeChip mode={isLive ? 'live' : 'test'} />}>
      <Preview proposal={proposal} />
      {note !== '' && <p className={styles.note}>{note}</p>}
      <p className={styles.line}>
        {t('Proposed with the key {{key}}. It waits until {{time}}.', {
          key: keyName === '' ? t('none') : keyName,
          time: dateTimeText(Date.parse(expiresAt)),
        })}
      </p>
      <Toolbar
        start={
          <>
            <OnlineButton
              appearance="primary"
              disabledFocusable={isRunning}
              aria-label={t('Accept: {{what}}', { what: title })}
              onClick={() => (isLive ? setIsAsking(true) : void onAccept())}
            >
              {t('Accept')}
            </OnlineButton>
            <Button
              disabledFocusable={isRunning}
              aria-label={t('Reject: {{what}}', { what: title })}
              onClick={() => void onReject()}
            >
              {t('Reject')}
            </Button>
          </>
        }
      />
      {isAsking && (
        <ConfirmDialog
          title={title}
          action={t('Accept with real money')}
          isDangerous
          holdMs={HOLD_MS}
          isRunning={isRunning}
          onConfirm={() => void onAccept()}
          onClose={() => setIsAsking(false)}
        >
          {t('A script proposes this, and it concerns real money.')}
          <Preview proposal={proposal} />
        </ConfirmDialog>
      )}
    </SectionCard>
  );
};
