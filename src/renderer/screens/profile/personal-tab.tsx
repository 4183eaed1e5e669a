import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useForm } from 'react-hook-form';
import type { MyProfile } from '../../../shared/contract/profile.ts';
import { GST_STATES } from '../../../shared/gst-states.ts';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { designationName } from '../../i18n/money-labels.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { myProfile } from '../../state/my-profile.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Facts } from '../../ui/details-drawer.tsx';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FormSelect } from '../../ui/form-select.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useFormStyles } from './profile-form.ts';

const useStyles = makeStyles({
  code: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

interface PersonalForm {
  fullName: string;
  dob: string;
  address: string;
  city: string;
  stateCode: string;
  pinCode: string;
}

const stateOptions = (): readonly (readonly [string, string])[] => [
  ['', t('Select')],
  ...Object.entries(GST_STATES).sort(([, a], [, b]) => a.localeCompare(b, 'en-IN')),
];

const PersonalDetails = ({ profile }: { profile: MyProfile }) => {
  const styles = useFormStyles();
  const save = useAction(api.profile.updatePersonal, { presentation: 'dialog' });
  const { personal } = profile;
  const { handleSubmit, control, formState, reset } = useForm<PersonalForm>({
    defaultValues: { ...personal, dob: personal.dob ?? '' },
  });
  const submit = handleSubmit(async (form) => {
    const result = await save.run({ ...form, dob: form.dob || null });
    if (!result.ok) return;
    myProfile.patch(() => result.value);
    reset({ ...result.value.personal, dob: result.value.personal.dob ?? '' });
    notify({ tone: 'success', message: t('Your details are saved.') });
  });
  const fields = save.failure?.fields;
  return (
    <SectionCard title={t('Personal details')}>
      <form
        className={styles.form}
        aria-label={t('Personal details')}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <FormProblem message={save.failure?.message} />
        <FormInput
          control={control}
          name="fullName"
          label={t('Full name')}
          hint={
            profile.PanStatus === 'verified'
              ? t('Verified with your PAN')
              : t('As it stands on your PAN card')
          }
          autoComplete="name"
          maxLength={80}
          rules={{ minLength: { value: 2, message: t('Enter at least 2 characters') } }}
          problem={fields?.fullName}
        />
        <FormInput
          control={control}
          name="dob"
          label={t('Date of birth')}
          kind="day"
          autoComplete="bday"
          problem={fields?.dob}
        />
        <FormInput
          control={control}
          name="address"
          label={t('Address')}
          autoComplete="street-address"
          maxLength={300}
          problem={fields?.address}
        />
        <div className={styles.pair}>
          <FormInput
            control={control}
            name="city"
            label={t('City')}
            autoComplete="address-level2"
            maxLength={80}
            problem={fields?.city}
          />
          <FormInput
            control={control}
            name="pinCode"
            label={t('PIN code')}
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={6}
            rules={{ pattern: { value: /^([1-9]\d{5})?$/, message: t('Enter the 6 digits of a PIN code') } }}
            problem={fields?.pinCode}
          />
        </div>
        <FormSelect
          control={control}
          name="stateCode"
          label={t('State', { context: 'of-india' })}
          hint={t('Decides how an invoice splits the tax')}
          options={stateOptions()}
          problem={fields?.stateCode}
        />
        <div>
          <OnlineButton
            call="profile.updatePersonal"
            type="submit"
            appearance="primary"
            disabledFocusable={save.isRunning || !formState.isDirty}
          >
            {save.isRunning ? t('Saving…') : t('Save')}
          </OnlineButton>
        </div>
      </form>
    </SectionCard>
  );
};

/** Name, day of birth and address, and what identifies the account. */
export const PersonalTab = ({ profile }: { profile: MyProfile }) => {
  const styles = useStyles();
  const copyCode = async () => {
    await copyText(profile.referralCode);
    notify({ tone: 'news', message: t('Referral code copied.') });
  };
  return (
    <>
      <SectionCard title={t('Account')}>
        <Facts
          facts={[
            [t('E-mail'), profile.email],
            [t('Mobile number'), profile.phone],
            [t('Invited by'), profile.sponsor ?? t('Nobody')],
            [t('Designation'), designationName(profile.designation_level)],
            [
              t('Referral code'),
              <span key="code" className={styles.code}>
                {profile.referralCode}
                <Button size="small" onClick={() => void copyCode()}>
                  {t('Copy code')}
                </Button>
              </span>,
            ],
          ]}
        />
      </SectionCard>
      <PersonalDetails profile={profile} />
    </>
  );
};
