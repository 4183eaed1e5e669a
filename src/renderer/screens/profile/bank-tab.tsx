import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useForm } from 'react-hook-form';
import type { MyProfile } from '../../../shared/contract/profile.ts';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { myProfile } from '../../state/my-profile.ts';
import { useNow } from '../../state/use-now.ts';
import { Facts } from '../../ui/details-drawer.tsx';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useFormStyles } from './profile-form.ts';

interface BankForm {
  accountNumber: string;
  accountNumberAgain: string;
  ifsc: string;
  accountHolder: string;
}

const EMPTY = { accountNumber: '', accountNumberAgain: '' };
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/i;

/** The hold ends to the minute while the screen stands open. */
const HOLD_CHECK_MS = 60_000;

const CurrentAccount = ({ bank }: { bank: NonNullable<MyProfile['bank']> }) => {
  const now = useNow(HOLD_CHECK_MS);
  const isHeld = bank.heldUntil !== null && Date.parse(bank.heldUntil) > now;
  return (
    <SectionCard title={t('Your account')}>
      <Facts
        facts={[
          [t('Account'), `XXXX ${bank.accountLast4}`],
          [
            'IFSC',
            t('{{ifsc}} (bank {{bank}}, branch {{branch}})', {
              ifsc: bank.ifsc,
              bank: bank.ifsc.slice(0, 4),
              branch: bank.ifsc.slice(5),
            }),
          ],
          [t('Holder'), bank.accountHolder],
          [t('Set on'), dateTimeText(Date.parse(bank.changedAt))],
        ]}
      />
      {isHeld && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            {t(
              'The account was changed. Withdrawals rest until {{time}}, so that you notice a change that was not yours.',
              { time: dateTimeText(Date.parse(bank.heldUntil ?? '')) },
            )}
          </MessageBarBody>
        </MessageBar>
      )}
    </SectionCard>
  );
};

/** The account that withdrawals go to: only its last digits are ever shown. */
export const BankTab = ({ profile }: { profile: MyProfile }) => {
  const styles = useFormStyles();
  const { bank } = profile;
  const save = useAction(api.profile.updateBank, { presentation: 'dialog' });
  const { handleSubmit, control, reset } = useForm<BankForm>({
    defaultValues: {
      ...EMPTY,
      ifsc: bank?.ifsc ?? '',
      accountHolder: bank?.accountHolder ?? profile.fullName,
    },
  });
  const submit = handleSubmit(async (form) => {
    const result = await save.run(form);
    if (!result.ok) return;
    myProfile.patch(() => result.value);
    const kept = result.value.bank;
    reset({ ...EMPTY, ifsc: kept?.ifsc ?? '', accountHolder: kept?.accountHolder ?? '' });
    notify({ tone: 'success', message: result.message ?? t('Your bank details are saved.') });
  });
  const fields = save.failure?.fields;
  return (
    <>
      {bank && <CurrentAccount bank={bank} />}
      <SectionCard title={bank ? t('Change the account') : t('Add your bank account')}>
        <p className={styles.text}>
          {bank
            ? t('After a change withdrawals rest for 24 hours.')
            : t('Withdrawals go to this account. A later change of it holds them for 24 hours.')}
        </p>
        <form
          className={styles.form}
          aria-label={t('Bank account')}
          noValidate
          onSubmit={(event) => void submit(event)}
        >
          <FormProblem message={save.failure?.message} />
          <FormInput
            control={control}
            name="accountNumber"
            label={t('Account number')}
            type="password"
            inputMode="numeric"
            autoComplete="off"
            maxLength={18}
            rules={{
              required: t('Enter the account number'),
              pattern: { value: /^\d{9,18}$/, message: t('An account number has 9 to 18 digits') },
            }}
            problem={fields?.accountNumber}
          />
          <FormInput
            control={control}
            name="accountNumberAgain"
            label={t('Account number, again')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={18}
            rules={{
              required: t('Enter the account number again'),
              validate: (again, form) =>
                again === form.accountNumber || t('This is not the same number as above'),
            }}
            problem={fields?.accountNumberAgain}
          />
          <FormInput
            control={control}
            name="ifsc"
            label="IFSC"
            hint={t('On every cheque, such as HDFC0001234')}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={11}
            rules={{
              required: t('Enter the IFSC of the branch'),
              pattern: {
                value: IFSC,
                message: t('An IFSC is four letters, a zero and six more, such as HDFC0001234'),
              },
            }}
            problem={fields?.ifsc}
          />
          <FormInput
            control={control}
            name="accountHolder"
            label={t('Account holder')}
            autoComplete="name"
            maxLength={80}
            rules={{ minLength: { value: 2, message: t('Enter at least 2 characters') } }}
            problem={fields?.accountHolder}
          />
          <div>
            <OnlineButton
              call="profile.updateBank"
              type="submit"
              appearance="primary"
              disabledFocusable={save.isRunning}
            >
              {save.isRunning ? t('Saving…') : bank ? t('Change account') : t('Save account')}
            </OnlineButton>
          </div>
        </form>
      </SectionCard>
    </>
  );
};
