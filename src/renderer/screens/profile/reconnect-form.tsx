import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { brokerAccount } from '../../state/broker-account.ts';
import { header } from '../../state/header.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { notify } from '../../ui/toasts.tsx';
import { CodeForm } from './code-form.tsx';
import { useFormStyles } from './profile-form.ts';

/** Opens the session of the day at the broker; with a kept secret no code is asked for. */
export const ReconnectForm = ({ needsCode }: { needsCode: boolean }) => {
  const styles = useFormStyles();
  const reconnect = useAction(api.live.reconnect, { presentation: 'dialog' });
  const run = async (input: { totp?: string }) => {
    const result = await reconnect.run(input);
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? t('Connected to Angel One for today.') });
    void brokerAccount.reload();
    void header.reload();
  };
  return (
    <>
      <p className={styles.text}>
        {t('The exchange ends every session overnight. Live strategies wait until you are logged in again.')}
      </p>
      {needsCode ? (
        <CodeForm
          label={t('Reconnect Angel One')}
          field={t('TOTP')}
          hint={t('As your authenticator app shows it now')}
          action={t('Reconnect')}
          isRunning={reconnect.isRunning}
          problem={reconnect.failure?.message}
          onCode={(totp) => void run({ totp })}
        />
      ) : (
        <>
          <FormProblem message={reconnect.failure?.message} />
          <div>
            <OnlineButton
              appearance="primary"
              call="live.reconnect"
              disabledFocusable={reconnect.isRunning}
              onClick={() => void run({})}
            >
              {reconnect.isRunning ? t('Logging in…') : t('Reconnect')}
            </OnlineButton>
          </div>
        </>
      )}
    </>
  );
};
