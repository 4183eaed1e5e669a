import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { freshCodes } from '../../state/fresh-codes.ts';
import { myProfile } from '../../state/my-profile.ts';
import { copyText } from '../../ui/copy-text.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { notify } from '../../ui/toasts.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { CodeForm } from './code-form.tsx';
import { useFormStyles } from './profile-form.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const useStyles = makeStyles({
  enrol: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXL },
  steps: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, flex: '1 1 280px' },
  secret: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
});

interface Secret {
  secret: string;
  uri: string;
}

const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

const SecretPanel = ({ secret, uri }: Secret) => {
  const styles = useStyles();
  const copy = async () => {
    await copyText(secret);
    notify({ tone: 'news', message: t('Secret copied.') });
  };
  return (
    <div className={styles.enrol}>
      <QrCode text={uri} label={t('QR code for the authenticator app')} />
      <div className={styles.steps}>
        <span>
          {t('Scan the code with an authenticator app, or type this secret into it. It is shown once.')}
        </span>
        <code className={styles.secret}>{grouped(secret)}</code>
        <div>
          <Button size="small" onClick={() => void copy()}>
            {t('Copy secret')}
          </Button>
        </div>
      </div>
    </div>
  );
};

interface TwoStepSectionProps {
  isOn: boolean;
  /** Number of recovery codes that can still be used. */
  codesLeft: number;
}

/** Two-step sign-in: a code of an authenticator app beside the password, and recovery codes for a lost phone. */
export const TwoStepSection = ({ isOn, codesLeft }: TwoStepSectionProps) => {
  const styles = useFormStyles();
  const [enrolling, setEnrolling] = useState<Secret | null>(null);
  const codes = freshCodes.use();
  const [isRemoving, setIsRemoving] = useState(false);
  const [isReplacing, setIsReplacing] = useState(false);
  const change = useAction(api.profile.totp, { presentation: 'dialog' });
  const renew = useAction(api.profile.newRecoveryCodes);
  const leave = () => {
    setEnrolling(null);
    setIsRemoving(false);
    change.clear();
  };
  const enrol = async () => {
    const result = await change.run({ action: 'enrol' });
    if (!result.ok) return;
    const { secret, uri } = result.value;
    if (secret !== null && uri !== null) setEnrolling({ secret, uri });
  };
  const show = (fresh: readonly string[] | null) => {
    freshCodes.show(fresh);
    myProfile.patch((profile) => ({ ...profile, recoveryCodesLeft: fresh?.length ?? 0 }));
  };
  const give = async (action: 'confirm' | 'remove', code?: string) => {
    const result = await change.run({ action, code });
    if (!result.ok) return;
    leave();
    show(result.value.recoveryCodes);
    myProfile.patch((profile) => ({ ...profile, hasTotp: result.value.isOn }));
    notify({ tone: 'success', message: result.message ?? t('Two-step sign-in is changed.') });
  };
  const renewCodes = async () => {
    setIsReplacing(false);
    const result = await renew.run({});
    if (result.ok) show(result.value.recoveryCodes);
  };
  return (
    <SectionCard
      title={t('Two-step sign-in')}
      aside={<StatusText tone={isOn ? 'good' : 'neutral'}>{isOn ? t('On') : t('Off')}</StatusText>}
    >
      <p className={styles.text}>
        {isOn
          ? t('Signing in asks for a code of your authenticator app.')
          : t('With it, your password alone does not open your account.')}
      </p>
      {enrolling && (
        <>
          <SecretPanel {...enrolling} />
          <CodeForm
            isRunning={change.isRunning}
            problem={change.failure?.message}
            onCancel={leave}
            label={t('Switch on two-step sign-in')}
            field={t('TOTP')}
            hint={t('The app shows it as soon as it knows the secret')}
            action={t('Switch on')}
            onCode={(code) => void give('confirm', code)}
          />
        </>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t('Switch off two-step sign-in?')}
          action={t('Switch off')}
          isDangerous
          isRunning={change.isRunning}
          problem={change.failure?.message}
          onConfirm={() => void give('remove')}
          onClose={leave}
        >
          <span>
            {t('Your password alone opens your account then, and your recovery codes are worth nothing.')}
          </span>
        </ConfirmDialog>
      )}
      {isReplacing && (
        <ConfirmDialog
          title={t('Replace your recovery codes?')}
          action={t('Replace')}
          isDangerous
          onConfirm={() => void renewCodes()}
          onClose={() => setIsReplacing(false)}
        >
          <span>{t('The codes that you have kept stop working.')}</span>
        </ConfirmDialog>
      )}
      {codes && <RecoveryCodes codes={codes} onKept={() => freshCodes.show(null)} />}
      {isOn && !codes && (
        <p className={styles.text}>
          {codesLeft === 0
            ? t('No recovery code is left. Without one, a lost phone keeps you out.')
            : t('{{count}} recovery codes are left for a lost phone.', { count: codesLeft })}
        </p>
      )}
      {!enrolling && !codes && (
        <Toolbar
          start={
            isOn ? (
              <>
                <OnlineButton
                  disabledFocusable={renew.isRunning}
                  onClick={() => (codesLeft > 0 ? setIsReplacing(true) : void renewCodes())}
                >
                  {t('New recovery codes…')}
                </OnlineButton>
                <Button onClick={() => setIsRemoving(true)}>{t('Switch off…')}</Button>
              </>
            ) : (
              <OnlineButton disabledFocusable={change.isRunning} onClick={() => void enrol()}>
                {t('Set up…')}
              </OnlineButton>
            )
          }
        />
      )}
      {!enrolling && !isRemoving && change.failure && (
        <p className={styles.text} role="alert">
          {change.failure.message}
        </p>
      )}
    </SectionCard>
  );
};
