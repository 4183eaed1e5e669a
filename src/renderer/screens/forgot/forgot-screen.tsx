import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { t, labels } from '../../i18n/translate.ts';
import { routeHref } from '../../state/navigation.ts';
import { searchField, urlSearch, useUrlSearch } from '../../state/url-search.ts';
import { AppMark } from '../../ui/app-mark.tsx';
import { SignInFrame } from '../../ui/sign-in-frame.tsx';
import { AskForm } from './ask-form.tsx';
import { ResetForm } from './reset-form.tsx';

const forgotSearch = urlSearch({ name: searchField.text() });

const useStyles = makeStyles({
  foot: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  done: { margin: 0 },
});

type Step =
  /** `name` is what stands in the field: of the link, or as it was typed before. */
  | { kind: 'ask'; name: string }
  /** A code may be on its way; `outbox` is where the built-in server left the mail. */
  | { kind: 'reset'; email: string; outbox: string | null }
  | { kind: 'done' };

const leads: Readonly<Record<Step['kind'], string>> = labels({
  ask: 'A code goes to the e-mail address of your account.',
  reset: 'Enter the code from the mail, and a new password.',
  done: 'You are signed out everywhere.',
});

/** A forgotten password: a code by mail, and a new password for it. */
export const ForgotScreen = () => {
  const styles = useStyles();
  const [{ name }] = useUrlSearch(forgotSearch);
  const [step, setStep] = useState<Step>({ kind: 'ask', name });
  return (
    <SignInFrame brand={<AppMark />} title={t('Forgot password')} lead={leads[step.kind]}>
      {step.kind === 'ask' && (
        <AskForm name={step.name} onAsked={(email, outbox) => setStep({ kind: 'reset', email, outbox })} />
      )}
      {step.kind === 'reset' && (
        <ResetForm
          email={step.email}
          outbox={step.outbox}
          onDone={() => setStep({ kind: 'done' })}
          onAgain={() => setStep({ kind: 'ask', name: step.email })}
        />
      )}
      {step.kind === 'done' && (
        <p className={styles.done} role="status">
          {t('Your password is changed. Sign in with it.')}
        </p>
      )}
      <p className={styles.foot}>
        <Link href={routeHref('/login')}>{t('Sign in')}</Link>
      </p>
    </SignInFrame>
  );
};
