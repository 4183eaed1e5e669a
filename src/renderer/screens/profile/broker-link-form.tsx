import { Checkbox } from '@fluentui/react-components';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { brokerAccount } from '../../state/broker-account.ts';
import { header } from '../../state/header.ts';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { NoticeBar } from '../../ui/notice-bar.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useFormStyles } from './profile-form.ts';

interface Draft {
  clientCode: string;
  apiKey: string;
  pin: string;
  totp: string;
  totpSecret: string;
  registeredAddress: string;
}
const EMPTY: Draft = { clientCode: '', apiKey: '', pin: '', totp: '', totpSecret: '', registeredAddress: '' };

const StaticAddressNote = () => (
  <NoticeBar intent="info" layout="multiline" title={t('Orders need a fixed internet address.')}>
    {t(
      'The exchanges’ rules let a broker take orders of programs only from the address that you registered for your API key at Angel One. Ask your internet provider for a static IP, and register it there; it can be changed once a week.',
    )}
  </NoticeBar>
);

const SecretWarning = () => (
  <NoticeBar intent="warning" layout="multiline" title={t('Both factors would lie in one place.')}>
    {t(
      'With the secret beside the PIN, whoever gets into this computer’s key store can log in as you. Without it, you type one code a day.',
    )}
  </NoticeBar>
);

/** Links the account at Angel One. A code is good once, so it leaves the form with the call; the rest when it is linked. */
export const BrokerLinkForm = () => {
  const styles = useFormStyles();
  const [keepsSecret, setKeepsSecret] = useState(false);
  const link = useAction(api.live.link, { presentation: 'dialog' });
  const { handleSubmit, control, reset, resetField } = useForm<Draft>({ defaultValues: EMPTY });
  const submit = handleSubmit(async ({ totp, totpSecret, registeredAddress, ...login }) => {
    const address = registeredAddress.trim();
    resetField(keepsSecret ? 'totpSecret' : 'totp');
    const result = await link.run({
      ...login,
      ...(keepsSecret ? { totpSecret } : { totp }),
      ...(address !== '' && { registeredAddress: address }),
    });
    if (!result.ok) return;
    reset(EMPTY);
    notify({ tone: 'success', message: result.message ?? t('Angel One is linked.') });
    void brokerAccount.reload();
    void header.reload();
  });
  const fields = link.failure?.fields;
  return (
    <SectionCard title="Angel One" aside={<StatusText tone="neutral">{t('Not linked')}</StatusText>}>
      <p className={styles.text}>
        {t('Needed only to trade with real money. On paper, every strategy runs without a broker.')}
      </p>
      <StaticAddressNote />
      <form
        className={styles.form}
        aria-label={t('Link Angel One')}
        noValidate
        autoComplete="off"
        onSubmit={(event) => void submit(event)}
      >
        <FormProblem
          message={
            link.failure &&
            t('{{message}} A code is good once: type the one of now.', {
              message: link.failure.message,
            })
          }
        />
        <FormInput
          control={control}
          name="clientCode"
          label={t('Client code')}
          hint={t('As you log in at Angel One, such as A123456')}
          rules={{
            required: t('Enter your client code'),
            pattern: {
              value: /^\s*[A-Za-z0-9]{4,12}\s*$/,
              message: t('Enter a client code such as A123456'),
            },
          }}
          problem={fields?.clientCode}
        />
        <FormInput
          control={control}
          name="apiKey"
          label={t('API key')}
          hint={t('From My apps at smartapi.angelone.in, of the kind Trading')}
          type="password"
          rules={{ required: t('Enter the API key') }}
          problem={fields?.apiKey}
        />
        <FormInput
          control={control}
          name="pin"
          label="PIN"
          hint={t('The four digits with which you log in')}
          type="password"
          inputMode="numeric"
          maxLength={4}
          rules={{
            required: t('Enter the four digits'),
            pattern: { value: /^\d{4}$/, message: t('Enter the four digits') },
          }}
          problem={fields?.pin}
        />
        {!keepsSecret && (
          <FormInput
            control={control}
            name="totp"
            label={t('TOTP')}
            hint={t('As your authenticator app shows it now')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            rules={{
              required: t('Enter the six digits'),
              pattern: { value: /^\d{6}$/, message: t('Enter the six digits') },
            }}
            problem={fields?.totp}
          />
        )}
        <FormInput
          control={control}
          name="registeredAddress"
          label={t('Registered static IP')}
          hint={t('Optional: to compare with, should an order be refused for its address')}
          maxLength={45}
          problem={fields?.registeredAddress}
        />
        <Checkbox
          label={t('Log in by itself every day, with the TOTP secret')}
          checked={keepsSecret}
          onChange={(_, data) => setKeepsSecret(data.checked === true)}
        />
        {keepsSecret && (
          <>
            <SecretWarning />
            <FormInput
              control={control}
              name="totpSecret"
              label={t('TOTP secret')}
              hint={t('The letters and digits under the QR code at smartapi.angelone.in/enable-totp')}
              type="password"
              rules={{
                required: t('Enter the secret'),
                pattern: {
                  value: /^\s*[A-Za-z2-7\s]{16,80}\s*$/,
                  message: t('Enter the letters and digits 2 to 7 under the QR code'),
                },
              }}
              problem={fields?.totpSecret}
            />
          </>
        )}
        <div>
          <OnlineButton
            type="submit"
            appearance="primary"
            call="live.link"
            disabledFocusable={link.isRunning}
          >
            {link.isRunning ? t('Logging in…') : t('Link account')}
          </OnlineButton>
        </div>
      </form>
    </SectionCard>
  );
};
