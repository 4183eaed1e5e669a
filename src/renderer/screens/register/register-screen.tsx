import { Button, Link, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { useForm } from 'react-hook-form';
import { desktop } from '../../api/desktop.ts';
import { useAction } from '../../state/action.ts';
import { session } from '../../state/session.ts';
import { routeHref } from '../../state/navigation.ts';
import { searchField, urlSearch, useUrlSearch } from '../../state/url-search.ts';
import { AppMark } from '../../ui/app-mark.tsx';
import { FormInput } from '../../ui/form-input.tsx';
import { NewPasswordInput } from '../../flows/new-password-input.tsx';
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

/** An invitation carries the code of whoever sent it: `/register?code=ASHA7K2M`. */
const registerSearch = urlSearch({ code: searchField.text() });

/** A new account. Main signs the person in with the same answer, and the guard leads to Home. */
export const RegisterScreen = () => {
  const styles = useStyles();
  const [{ code }] = useUrlSearch(registerSearch);
  const signUp = useAction((input: RegisterForm) =>
    desktop('session.register', { ...input, referralCode: input.referralCode || undefined }),
  );
  const { handleSubmit, control } = useForm<RegisterForm>({
    defaultValues: { fullName: '', email: '', phone: '', password: '', referralCode: code },
  });
  const submit = handleSubmit(async (form) => {
    const result = await signUp.run(form);
    if (result.ok) session.accept(result.value);
  });
  const fields = signUp.failure?.fields;
  return (
    <SignInFrame brand={<AppMark />} title="Register" lead="Start in test. No money is needed.">
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate aria-label="Register">
        {signUp.failure && (
          <MessageBar intent="error" layout="multiline">
            <MessageBarBody dir="auto">{signUp.failure.message}</MessageBarBody>
          </MessageBar>
        )}
        <FormInput
          control={control}
          name="fullName"
          label="Full name"
          autoFocus
          autoComplete="name"
          rules={{
            required: 'Enter your name',
            minLength: { value: 2, message: 'Enter at least 2 characters' },
          }}
          problem={fields?.fullName}
        />
        <FormInput
          control={control}
          name="email"
          label="E-mail"
          type="email"
          autoComplete="email"
          rules={{
            required: 'Enter your e-mail address',
            pattern: { value: /^\S+@\S+\.\S+$/, message: 'Enter an e-mail address such as asha@example.in' },
          }}
          problem={fields?.email}
        />
        <FormInput
          control={control}
          name="phone"
          label="Mobile number"
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          contentBefore="+91"
          rules={{
            required: 'Enter your mobile number',
            pattern: { value: /^[6-9]\d{9}$/, message: 'Enter the 10 digits of an Indian mobile number' },
          }}
          problem={fields?.phone}
        />
        <NewPasswordInput control={control} name="password" label="Password" problem={fields?.password} />
        <FormInput
          control={control}
          name="referralCode"
          label="Referral code"
          hint={code ? 'From your invitation' : 'If somebody invited you'}
          autoComplete="off"
          problem={fields?.referralCode}
        />
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
