import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { AlertRule } from '../../../shared/contract/alert-rules.ts';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { dateTimeText, writtenDay } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DetailsDrawer, Facts } from '../../ui/details-drawer.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { OUTSIDE_LABELS } from '../../i18n/alert-labels.ts';
import { MARKET_LABELS, REPEAT_LABELS, RULE_STATE_LABELS, RULE_STATE_TONES } from './rule-labels.ts';
import { nowText } from './rules-table.tsx';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  text: { margin: 0 },
});

interface RuleDrawerProps {
  rule: AlertRule;
  onEdit: () => void;
  onRemoved: () => void;
  onClose: () => void;
}

/** One alert rule: how it stands, and what can be done with it. */
export const RuleDrawer = ({ rule, onEdit, onRemoved, onClose }: RuleDrawerProps) => {
  const styles = useStyles();
  const [isAsking, setAsking] = useState(false);
  const arm = useAction(api.alertRules.arm, { presentation: 'dialog' });
  const remove = useAction(api.alertRules.remove, { presentation: 'dialog' });
  const { ruleId } = rule;
  const isWatched = rule.state === 'armed' || rule.state === 'waiting';
  const onRemove = async () => {
    const result = await remove.run({ ruleId });
    if (!result.ok) return;
    setAsking(false);
    onRemoved();
  };
  return (
    <DetailsDrawer title={t('My alert')} onClose={onClose}>
      <p className={styles.text}>{rule.sentence}</p>
      {rule.note !== '' && <p className={styles.text}>{rule.note}</p>}
      <StatusText tone={RULE_STATE_TONES[rule.state]}>{RULE_STATE_LABELS[rule.state]}</StatusText>
      {rule.reason !== '' && (
        <p className={styles.text}>
          <SaidByServer>{rule.reason}</SaidByServer>
        </p>
      )}
      <Facts
        facts={[
          [t('Now'), nowText(rule)],
          [t('Prices'), MARKET_LABELS[rule.mode]],
          [t('How often'), REPEAT_LABELS[rule.repeat]],
          [t('Fired'), String(rule.fired)],
          [
            t('Fired last (IST)'),
            rule.lastFiredAt === null ? '–' : dateTimeText(Date.parse(rule.lastFiredAt)),
          ],
          [t('Last day'), rule.until === null ? t('None') : writtenDay(rule.until)],
          [
            t('Sent by'),
            [t('In the program'), ...rule.channels.map((channel) => OUTSIDE_LABELS[channel])].join(', '),
          ],
          [t('In quiet hours too'), rule.isUrgent ? t('Yes') : t('No')],
        ]}
      />
      <FormProblem message={arm.failure?.message} />
      <div className={styles.line}>
        <OnlineButton
          call="alertRules.arm"
          disabledFocusable={arm.isRunning}
          onClick={() => void arm.run({ ruleId, isArmed: !isWatched })}
        >
          {isWatched ? t('Pause') : t('Watch again')}
        </OnlineButton>
        <OnlineButton call="alertRules.change" onClick={onEdit}>
          {t('Change…')}
        </OnlineButton>
        <Button onClick={() => setAsking(true)}>{t('Remove…')}</Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('Remove this alert?')}
          action={t('Remove')}
          isDangerous
          isRunning={remove.isRunning}
          problem={remove.failure?.message}
          onConfirm={() => void onRemove()}
          onClose={() => setAsking(false)}
        >
          {t('It is watched no more. What it has fired stays in the log.')}
        </ConfirmDialog>
      )}
    </DetailsDrawer>
  );
};
