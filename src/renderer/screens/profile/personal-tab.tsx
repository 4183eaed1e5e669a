import { Button } from '@fluentui/react-components';
import { useForm } from 'react-hook-form';
import type { MyProfile } from '../../../shared/contract/profile.ts';
import { GST_STATES } from '../../../shared/gst-states.ts';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../flows/online-controls.tsx';
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

interface PersonalForm {
  fullName: string;
  dob: string;
  address: string;
  city: string;
  stateCode: string;
  pinCode: string;
}

const stateOptions: readonly (readonly [string, string])[] = [
  ['', 'Not told'],
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
    notify({ tone: 'success', message: 'Your details are saved.' });
  });
  const fields = save.failure?.fields;
  return (
    <SectionCard title="Personal details">
      <form
        className={styles.form}
        aria-label="Personal details"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <FormProblem message={save.failure?.message} />
        <FormInput
          control={control}
          name="fullName"
          label="Full name"
          hint={profile.PanStatus === 'verified' ? 'Verified with your PAN' : 'As it stands on your PAN card'}
          autoComplete="name"
          maxLength={80}
          rules={{ minLength: { value: 2, message: 'Enter at least 2 characters' } }}
          problem={fields?.fullName}
        />
        <FormInput
          control={control}
          name="dob"
          label="Day of birth"
          type="date"
          autoComplete="bday"
          problem={fields?.dob}
        />
        <FormInput
          control={control}
          name="address"
          label="Address"
          autoComplete="street-address"
          maxLength={300}
          problem={fields?.address}
        />
        <div className={styles.pair}>
          <FormInput
            control={control}
            name="city"
            label="City"
            autoComplete="address-level2"
            maxLength={80}
            problem={fields?.city}
          />
          <FormInput
            control={control}
            name="pinCode"
            label="PIN code"
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={6}
            rules={{ pattern: { value: /^([1-9]\d{5})?$/, message: 'Enter the 6 digits of a PIN code' } }}
            problem={fields?.pinCode}
          />
        </div>
        <FormSelect
          control={control}
          name="stateCode"
          label="State"
          hint="Decides how an invoice splits the tax"
          options={stateOptions}
          problem={fields?.stateCode}
        />
        <div>
          <OnlineButton
            call="profile.updatePersonal"
            type="submit"
            appearance="primary"
            disabledFocusable={save.isRunning || !formState.isDirty}
          >
            {save.isRunning ? 'Saving…' : 'Save'}
          </OnlineButton>
        </div>
      </form>
    </SectionCard>
  );
};

/** Name, day of birth and address, and what the account is known by. */
export const PersonalTab = ({ profile }: { profile: MyProfile }) => {
  const copyCode = async () => {
    await copyText(profile.referralCode);
    notify({ tone: 'news', message: 'Referral code copied.' });
  };
  return (
    <>
      <SectionCard title="Account">
        <Facts
          facts={[
            ['E-mail', profile.email],
            ['Mobile number', profile.phone],
            ['Invited by', profile.sponsor ?? 'Nobody'],
            ['Designation level', profile.designation_level],
            [
              'Referral code',
              <Button key="code" size="small" onClick={() => void copyCode()}>
                {profile.referralCode}, copy
              </Button>,
            ],
          ]}
        />
      </SectionCard>
      <PersonalDetails profile={profile} />
    </>
  );
};
