import {
  Button,
  Checkbox,
  Field,
  Input,
  Link,
  makeStyles,
  MessageBar,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import { useForm, Controller } from 'react-hook-form';
import { useAction } from '../../state/action.ts';
import { session } from '../../state/session.ts';
import { routeHref } from '../../state/url-search.ts';
import { desktop } from '../../api/desktop.ts';
import { AppMark } from '../../ui/app-mark.tsx';
import { SignInFrame } from '../../ui/sign-in-frame.tsx';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  foot: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
});

interface LoginForm {
  email: string;
  password: string;
  totp: string;
  isRemembered: boolean;
}

const keptNote: Record<'keychain' | 'safe-storage' | 'memory', string> = {
  keychain: 'Your session is kept in the keychain of this computer.',
  'safe-storage': 'Your session is kept encrypted on this computer.',
  memory: 'This computer has no keychain: you will sign in again after a restart.',
};

/** Sign-in. A wrong password is said beside the form and leads nowhere else. */
export const LoginScreen = () => {
  const styles = useStyles();
  const { lastName, keptIn } = session.use();
  const [isPasswordShown, setIsPasswordShown] = useState(false);
  const [hasCode, setHasCode] = useState(false);
  const signIn = useAction((input: LoginForm) =>
    desktop('session.sign-in', { ...input, totp: input.totp || undefined }),
  );
  const { register, handleSubmit, control, formState } = useForm<LoginForm>({
    defaultValues: { email: lastName ?? '', password: '', totp: '', isRemembered: true },
  });
  const submit = handleSubmit(async (form) => {
    const result = await signIn.run(form);
    if (result.ok) session.accept(result.value);
    else if (result.failure.fields?.totp) setHasCode(true);
  });
  const { errors } = formState;
  return (
    <SignInFrame brand={<AppMark />} title="Sign in" lead="Follow, clone and run ready-made strategies.">
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate aria-label="Sign in">
        {signIn.failure && (
          <MessageBar intent="error" layout="multiline">
            <MessageBarBody dir="auto">{signIn.failure.message}</MessageBarBody>
          </MessageBar>
        )}
        <Field
          label="E-mail or phone"
          validationMessage={errors.email?.message ?? signIn.failure?.fields?.email}
        >
          <Input
            autoComplete="username"
            autoFocus={!lastName}
            {...register('email', { required: 'Enter your e-mail or phone number' })}
          />
        </Field>
        <Field
          label="Password"
          validationMessage={errors.password?.message ?? signIn.failure?.fields?.password}
        >
          <Input
            type={isPasswordShown ? 'text' : 'password'}
            autoComplete="current-password"
            autoFocus={Boolean(lastName)}
            contentAfter={
              <Button
                appearance="transparent"
                size="small"
                aria-pressed={isPasswordShown}
                onClick={() => setIsPasswordShown(!isPasswordShown)}
              >
                {isPasswordShown ? 'Hide' : 'Show'}
              </Button>
            }
            {...register('password', { required: 'Enter your password' })}
          />
        </Field>
        {hasCode ? (
          <Field
            label="One-time code"
            hint="Six digits from your authenticator"
            validationMessage={errors.totp?.message ?? signIn.failure?.fields?.totp}
          >
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              {...register('totp', { pattern: { value: /^\d{6}$/, message: 'Enter the six digits' } })}
            />
          </Field>
        ) : (
          <div>
            <Link as="button" type="button" onClick={() => setHasCode(true)}>
              I have a one-time code
            </Link>
          </div>
        )}
        <Controller
          control={control}
          name="isRemembered"
          render={({ field }) => (
            <Checkbox
              label="Remember this device"
              checked={field.value}
              onChange={(_, data) => field.onChange(data.checked === true)}
            />
          )}
        />
        <Button type="submit" appearance="primary" disabledFocusable={signIn.isRunning}>
          {signIn.isRunning ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
      <p className={styles.foot}>
        New here? <Link href={routeHref('/register')}>Register</Link>
      </p>
      <p className={styles.foot}>{keptNote[keptIn]}</p>
    </SignInFrame>
  );
};
