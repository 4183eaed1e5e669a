import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../flows/online-controls.tsx';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { myProfile } from '../../state/my-profile.ts';
import { copyText } from '../../ui/copy-text.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { notify } from '../../ui/toasts.tsx';
import { CodeForm } from './code-form.tsx';
import { useFormStyles } from './profile-form.ts';

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

/** Two-step sign-in: a code of an authenticator app beside the password. */
export const TwoStepSection = ({ isOn }: { isOn: boolean }) => {
  const styles = useFormStyles();
  const [enrolling, setEnrolling] = useState<Secret | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const change = useAction(api.profile.totp, { presentation: 'dialog' });
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
  const give = async (action: 'confirm' | 'remove', code: string) => {
    const result = await change.run({ action, code });
    if (!result.ok) return;
    leave();
    myProfile.patch((profile) => ({ ...profile, hasTotp: result.value.isOn }));
    notify({ tone: 'success', message: result.message ?? t('Two-step sign-in is changed.') });
  };
  const common = { isRunning: change.isRunning, problem: change.failure?.message, onCancel: leave };
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
            {...common}
            label={t('Switch on two-step sign-in')}
            hint={t('The app shows it as soon as it knows the secret')}
            action={t('Switch on')}
            onCode={(code) => void give('confirm', code)}
          />
        </>
      )}
      {isRemoving && (
        <CodeForm
          {...common}
          label={t('Switch off two-step sign-in')}
          hint={t('As your authenticator app shows it now')}
          action={t('Switch off')}
          onCode={(code) => void give('remove', code)}
        />
      )}
      {!enrolling && !isRemoving && (
        <div>
          {isOn ? (
            <Button onClick={() => setIsRemoving(true)}>{t('Switch off…')}</Button>
          ) : (
            <OnlineButton disabledFocusable={change.isRunning} onClick={() => void enrol()}>
              {t('Set up…')}
            </OnlineButton>
          )}
        </div>
      )}
      {!enrolling && !isRemoving && change.failure && (
        <p className={styles.text} role="alert">
          {change.failure.message}
        </p>
      )}
    </SectionCard>
  );
};
