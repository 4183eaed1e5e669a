import {
  Button,
  Field,
  Input,
  Link,
  makeStyles,
  MessageBar,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import { useForm, type FieldPath } from 'react-hook-form';
import { desktop } from '../../api/desktop.ts';
import { PASSWORD_MIN_LENGTH } from '../../i18n/fixed-words.ts';
import { useAction } from '../../state/action.ts';
import { session } from '../../state/session.ts';
import { routeHref } from '../../state/url-search.ts';
import { AppMark } from '../../ui/app-mark.tsx';
import { SignInFrame } from '../../ui/sign-in-frame.tsx';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  foot: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
});

interface RegisterForm {
  fullName: string;
  email: string;
  phone: string;
  password: string;
  referralCode: string;
}

/** A new account. Main signs the person in with the same answer, and the guard leads to Home. */
export const RegisterScreen = () => {
  const styles = useStyles();
  const signUp = useAction((input: RegisterForm) =>
    desktop('session.register', { ...input, referralCode: input.referralCode || undefined }),
  );
  const { register, handleSubmit, formState } = useForm<RegisterForm>({
    defaultValues: { fullName: '', email: '', phone: '', password: '', referralCode: '' },
  });
  const submit = handleSubmit(async (form) => {
    const result = await signUp.run(form);
    if (result.ok) session.accept(result.value);
  });
  const messageFor = (name: FieldPath<RegisterForm>) =>
    formState.errors[name]?.message ?? signUp.failure?.fields?.[name];
  return (
    <SignInFrame brand={<AppMark />} title="Register" lead="Start in test. No money is needed.">
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate aria-label="Register">
        {signUp.failure && (
          <MessageBar intent="error" layout="multiline">
            <MessageBarBody dir="auto">{signUp.failure.message}</MessageBarBody>
          </MessageBar>
        )}
        <Field label="Full name" required validationMessage={messageFor('fullName')}>
          <Input
            autoFocus
            autoComplete="name"
            {...register('fullName', {
              minLength: { value: 2, message: 'Enter at least 2 characters' },
              required: 'Enter your name',
            })}
          />
        </Field>
        <Field label="E-mail" required validationMessage={messageFor('email')}>
          <Input
            type="email"
            autoComplete="email"
            {...register('email', {
              required: 'Enter your e-mail address',
              pattern: {
                value: /^\S+@\S+\.\S+$/,
                message: 'Enter an e-mail address such as asha@example.in',
              },
            })}
          />
        </Field>
        <Field label="Mobile number" required validationMessage={messageFor('phone')}>
          <Input
            type="tel"
            inputMode="numeric"
            autoComplete="tel-national"
            contentBefore="+91"
            {...register('phone', {
              required: 'Enter your mobile number',
              pattern: { value: /^[6-9]\d{9}$/, message: 'Enter the 10 digits of an Indian mobile number' },
            })}
          />
        </Field>
        <Field
          label="Password"
          required
          hint={`At least ${PASSWORD_MIN_LENGTH} characters`}
          validationMessage={messageFor('password')}
        >
          <Input
            type="password"
            autoComplete="new-password"
            {...register('password', {
              required: 'Enter a password',
              minLength: {
                value: PASSWORD_MIN_LENGTH,
                message: `Enter at least ${PASSWORD_MIN_LENGTH} characters`,
              },
            })}
          />
        </Field>
        <Field
          label="Referral code"
          hint="If somebody invited you"
          validationMessage={messageFor('referralCode')}
        >
          <Input autoComplete="off" {...register('referralCode')} />
        </Field>
        <Button type="submit" appearance="primary" disabledFocusable={signUp.isRunning}>
          {signUp.isRunning ? 'Registering…' : 'Register'}
        </Button>
      </form>
      <p className={styles.foot}>
        Already registered? <Link href={routeHref('/login')}>Sign in</Link>
      </p>
    </SignInFrame>
  );
};
