import { Button, Checkbox, Link, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useForm, Controller } from 'react-hook-form';
import type { Failure } from '../../../shared/failure.ts';
import { LONGEST_SECOND_STEP, SECOND_STEP_CODE } from '../../../shared/second-step-code.ts';
import { t, labels } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { backendStatus } from '../../state/backend-status.ts';
import { reportFailure } from '../../state/failure-reports.ts';
import { keychainRetry } from '../../state/keychain.ts';
import { session } from '../../state/session.ts';
import { routeHref } from '../../state/navigation.ts';
import { settings } from '../../state/settings.ts';
import { desktop } from '../../api/desktop.ts';
import { AppMark } from '../../ui/app-mark.tsx';
import { FormInput } from '../../ui/form-input.tsx';
import { onDemand } from '../../ui/on-demand.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { SignInFrame } from '../../ui/sign-in-frame.tsx';

const serverDialog = onDemand(() => import('../../features/settings/server-dialog.tsx'));
const formProblem = onDemand(() => import('../../ui/form-problem.tsx'));

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  footLink: { fontSize: 'inherit' },
  foot: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
});

interface LoginForm {
  email: string;
  password: string;
  totp: string;
  isRemembered: boolean;
}

const keptNote: Readonly<Record<'keychain' | 'safe-storage' | 'memory', string>> = labels({
  keychain: 'Your session is kept in the keychain of this computer.',
  'safe-storage': 'Your session is kept encrypted on this computer.',
  memory: 'The keychain of this computer is locked or missing: you will sign in again after a restart.',
});

/** Whether the server asks for the second step. It does so when the password was right. */
const isAskedForCode = ({ fields }: Failure): boolean => fields?.totp === 'is missing';

/** The way to a server. It is for accounts there, and for a server with another address or token. */
const ToServer = ({ children }: { children: string }) => {
  const styles = useStyles();
  const dialog = serverDialog.use();
  const [isOpen, setIsOpen] = useState(false);
  const open = () => void serverDialog.load().then(() => setIsOpen(true));
  return (
    <>
      <Link as="button" type="button" className={styles.footLink} onClick={open}>
        {children}
      </Link>
      {isOpen && dialog && <dialog.ServerDialog onClose={() => setIsOpen(false)} />}
    </>
  );
};

/** The backend in use, and the ways to another. Settings lie behind the sign-in. */
const BackendNote = () => {
  const styles = useStyles();
  const { kind, message } = backendStatus.use((state) => state.backend);
  const leave = useAction(() => settings.change({ backend: { kind: 'embedded' } }));
  if (kind !== 'server')
    return (
      <p className={styles.foot}>
        {t('Your account is on a server?')} <ToServer>{t('Use a server…')}</ToServer>
      </p>
    );
  return (
    <p className={styles.foot}>
      <SaidByServer>{message}</SaidByServer> <ToServer>{t('Change the server…')}</ToServer> ·{' '}
      <Link as="button" type="button" className={styles.footLink} onClick={() => void leave.run(undefined)}>
        {t('Use this computer…')}
      </Link>
    </p>
  );
};

/** Sign-in. A wrong password is said beside the form and leads nowhere else. */
export const LoginScreen = () => {
  const styles = useStyles();
  const { lastName, keptIn } = session.use();
  const unlocking = keychainRetry.use();
  const [isPasswordShown, setIsPasswordShown] = useState(false);
  const [hasCode, setHasCode] = useState(false);
  const signIn = useAction(
    (input: LoginForm) => desktop('session.sign-in', { ...input, totp: input.totp.trim() || undefined }),
    { presentation: 'dialog' },
  );
  const { handleSubmit, control } = useForm<LoginForm>({
    defaultValues: { email: lastName ?? '', password: '', totp: '', isRemembered: true },
  });
  const submit = handleSubmit(async (form) => {
    const result = await signIn.run(form);
    if (result.ok) session.accept(result.value);
    // The password was right: a second step follows, which is no failure to toast.
    else if (isAskedForCode(result.failure)) setHasCode(true);
    else reportFailure(result.failure);
  });
  const { failure } = signIn;
  const problem = formProblem.use();
  const isSecondStep = failure !== null && isAskedForCode(failure);
  const fields = isSecondStep ? undefined : failure?.fields;
  return (
    <SignInFrame
      brand={<AppMark />}
      title={t('Sign in')}
      lead={t('Follow, clone and run ready-made strategies.')}
    >
      <form
        className={styles.form}
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label={t('Sign in')}
      >
        {failure && problem && (
          <problem.FormProblem intent={isSecondStep ? 'info' : 'error'} message={failure.message} />
        )}
        <FormInput
          control={control}
          name="email"
          label={t('E-mail or phone')}
          autoComplete="username"
          autoFocus={!lastName}
          rules={{ required: t('Enter your e-mail or phone number') }}
          problem={fields?.email}
        />
        <FormInput
          control={control}
          name="password"
          label={t('Password')}
          type={isPasswordShown ? 'text' : 'password'}
          autoComplete="current-password"
          autoFocus={Boolean(lastName)}
          rules={{ required: t('Enter your password') }}
          problem={fields?.password}
          contentAfter={
            <Button
              appearance="transparent"
              size="small"
              aria-pressed={isPasswordShown}
              onClick={() => setIsPasswordShown(!isPasswordShown)}
            >
              {t(isPasswordShown ? 'Hide' : 'Show')}
            </Button>
          }
        />
        {hasCode ? (
          <FormInput
            control={control}
            name="totp"
            label={t('One-time code')}
            hint={t('Six digits from your authenticator, or a recovery code')}
            autoComplete="one-time-code"
            maxLength={LONGEST_SECOND_STEP}
            autoFocus
            rules={{
              validate: (text) =>
                text.trim() === '' ||
                SECOND_STEP_CODE.test(text.trim()) ||
                t('Enter the six digits, or a recovery code'),
            }}
            problem={fields?.totp}
          />
        ) : (
          <div>
            <Link as="button" type="button" onClick={() => setHasCode(true)}>
              {t('I have a one-time code')}
            </Link>
          </div>
        )}
        <Controller
          control={control}
          name="isRemembered"
          render={({ field }) => (
            <Checkbox
              label={t('Remember this device')}
              checked={field.value}
              onChange={(_, data) => field.onChange(data.checked === true)}
            />
          )}
        />
        <Button type="submit" appearance="primary" disabledFocusable={signIn.isRunning}>
          {t(signIn.isRunning ? 'Signing in…' : 'Sign in')}
        </Button>
      </form>
      <p className={styles.foot}>
        <Sentence text="New here? <a>Register</a>" parts={{ a: <Link href={routeHref('/register')} /> }} /> ·{' '}
        <Link href={routeHref('/forgot')}>{t('Forgot password')}</Link> ·{' '}
        <Link href={routeHref('/about')}>{t('About TrickDesk')}</Link>
      </p>
      <p className={styles.foot}>
        {keptNote[keptIn]}{' '}
        {keptIn === 'memory' && (
          <Link
            as="button"
            type="button"
            className={styles.footLink}
            onClick={() => void keychainRetry.run({})}
          >
            {t(unlocking.isRunning ? 'Waiting for the keychain…' : 'Try again')}
          </Link>
        )}
      </p>
      <BackendNote />
    </SignInFrame>
  );
};
