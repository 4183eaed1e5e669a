import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { KYC_DONE, KYC_TOAST_MS } from '../../i18n/fixed-labels.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { myProfile } from '../../state/my-profile.ts';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useFormStyles } from './profile-form.ts';

const PAN = /^[A-Z]{3}[PCHFATBLJG][A-Z]\d{4}[A-Z]$/i;

/** PAN with the name and day of birth on its card. */
export const PanStep = ({ fullName, dob }: { fullName: string; dob: string | null }) => {
  const styles = useFormStyles();
  const [refusal, setRefusal] = useState<string | null>(null);
  const verify = useAction(api.profile.verifyPan, { presentation: 'dialog' });
  const { handleSubmit, control } = useForm({ defaultValues: { pan: '', fullName, dob: dob ?? '' } });
  const submit = handleSubmit(async (form) => {
    setRefusal(null);
    const result = await verify.run({ ...form, pan: form.pan.trim().toUpperCase() });
    if (!result.ok) return;
    if (result.value.status !== 'VALID') {
      setRefusal(result.message ?? t('The PAN does not fit.'));
      return;
    }
    notify({ tone: 'success', message: KYC_DONE.pan, durationMs: KYC_TOAST_MS });
    void myProfile.load(undefined);
  });
  const fields = verify.failure?.fields;
  return (
    <form
      className={styles.form}
      aria-label={t('Verify PAN')}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <FormProblem message={verify.failure?.message ?? refusal} />
      <FormInput
        control={control}
        name="pan"
        label="PAN"
        hint={t('Five letters, four digits, a letter')}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={10}
        rules={{
          required: t('Enter your PAN'),
          pattern: { value: PAN, message: t('A PAN looks like ABCPE1234F') },
        }}
        problem={fields?.pan}
      />
      <FormInput
        control={control}
        name="fullName"
        label={t('Name on the card')}
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
        rules={{ required: t('Enter your day of birth') }}
        problem={fields?.dob}
      />
      <div>
        <OnlineButton
          call="profile.verifyPan"
          type="submit"
          appearance="primary"
          disabledFocusable={verify.isRunning}
        >
          {verify.isRunning ? t('Verifying…') : t('Verify PAN')}
        </OnlineButton>
      </div>
    </form>
  );
};
