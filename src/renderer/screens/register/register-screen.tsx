import { Button, Link, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { useForm } from 'react-hook-form';
import { phoneDigits } from '../../../shared/phone.ts';
import { t } from '../../i18n/translate.ts';
import { desktop } from '../../api/desktop.ts';
import { useAction } from '../../state/action.ts';
import { session } from '../../state/session.ts';
import { routeHref } from '../../state/navigation.ts';
import { searchField, urlSearch, useUrlSearch } from '../../state/url-search.ts';
import { AppMark } from '../../ui/app-mark.tsx';
import { FormInput } from '../../ui/form-input.tsx';
import { NewPasswordInput } from '../../features/account/new-password-input.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { Sentence } from '../../ui/sentence.tsx';
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
    <SignInFrame brand={<AppMark />} title={t('Register')} lead={t('Start on paper. No money is needed.')}>
      <form
        className={styles.form}
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label={t('Register')}
      >
        {signUp.failure && (
          <MessageBar intent="error" layout="multiline">
            <MessageBarBody>
              <SaidByServer>{signUp.failure.message}</SaidByServer>
            </MessageBarBody>
          </MessageBar>
        )}
        <FormInput
          control={control}
          name="fullName"
          label={t('Full name')}
          autoFocus
          autoComplete="name"
          rules={{
            required: t('Enter your name'),
            minLength: { value: 2, message: t('Enter at least {{count}} characters', { count: 2 }) },
          }}
          problem={fields?.fullName}
        />
        <FormInput
          control={control}
          name="email"
          label={t('E-mail')}
          type="email"
          autoComplete="email"
          rules={{
            required: t('Enter your e-mail address'),
            pattern: {
              value: /^\S+@\S+\.\S+$/,
              message: t('Enter an e-mail address such as asha@example.in'),
            },
          }}
          problem={fields?.email}
        />
        <FormInput
          control={control}
          name="phone"
          label={t('Mobile number')}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          contentBefore="+91"
          rules={{
            required: t('Enter your mobile number'),
            validate: (text) =>
              phoneDigits(text) !== null || t('Enter the 10 digits of an Indian mobile number'),
          }}
          problem={fields?.phone}
        />
        <NewPasswordInput
          control={control}
          name="password"
          label={t('Password')}
          missing={t('Enter a password')}
          problem={fields?.password}
        />
        <FormInput
          control={control}
          name="referralCode"
          label={t('Referral code')}
          hint={t(code ? 'From your invitation' : 'If somebody invited you')}
          autoComplete="off"
          problem={fields?.referralCode}
        />
        <Button type="submit" appearance="primary" disabledFocusable={signUp.isRunning}>
          {t(signUp.isRunning ? 'Registering…' : 'Register')}
        </Button>
      </form>
      <p className={styles.foot}>
        <Sentence
          text="Already registered? <a>Sign in</a>"
          parts={{ a: <Link href={routeHref('/login')} /> }}
        />
      </p>
    </SignInFrame>
  );
};
