import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { KYC_DONE, KYC_TOAST_MS } from '../../i18n/fixed-labels.ts';
import { fieldText, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { myProfile } from '../../state/my-profile.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { notify } from '../../ui/toasts.tsx';
import {
  aadhaarDigits,
  aadhaarProblem,
  groupedAadhaar,
  isAadhaarComplete,
  maskedDigits,
} from './aadhaar-number.ts';
import { OtpStep, type SentCode } from './otp-step.tsx';
import { useFormStyles } from './profile-form.ts';

/** The number, and then the code that proves it is one's own. The number leaves the screen with the first code. */
export const AadhaarSteps = () => {
  const styles = useFormStyles();
  const [digits, setDigits] = useState('');
  const [isLeft, setIsLeft] = useState(false);
  const [sent, setSent] = useState<SentCode | null>(null);
  const send = useAction(api.profile.sendAadhaarOtp, { presentation: 'dialog' });
  const isComplete = isAadhaarComplete(digits);
  const sendCode = async () => {
    const result = await send.run({ adharNumber: digits });
    if (!result.ok) return;
    const { response, sandboxOtp } = result.value;
    setSent({ ...response, sandboxOtp, sentAt: Date.now() });
  };
  const onVerified = () => {
    setDigits('');
    notify({ tone: 'success', message: KYC_DONE.aadhaar, durationMs: KYC_TOAST_MS });
    void myProfile.load(undefined);
  };
  const onAnother = () => {
    setSent(null);
    setDigits('');
    send.clear();
  };
  if (sent) {
    return (
      <OtpStep
        key={sent.requestId}
        aadhaar={maskedDigits(digits)}
        code={sent}
        isSending={send.isRunning}
        sendProblem={send.failure?.message}
        onResend={() => void sendCode()}
        onVerified={onVerified}
        onAnother={onAnother}
      />
    );
  }
  const unfinished =
    isLeft && digits !== '' && !isComplete ? t('An Aadhaar number has 12 digits') : undefined;
  return (
    <form
      className={styles.form}
      aria-label={t('Aadhaar')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !send.isRunning) void sendCode();
      }}
    >
      <FormProblem message={send.failure?.message} />
      <Field
        label={t('Aadhaar number')}
        hint={t('Only its last four digits are kept')}
        validationMessage={
          aadhaarProblem(digits) ?? unfinished ?? fieldText(send.failure?.fields?.adharNumber)
        }
      >
        <Input
          // Told apart from a filled-in form: browsers must not keep it.
          autoComplete="off"
          inputMode="numeric"
          type={isComplete && isLeft ? 'password' : 'text'}
          value={isComplete && isLeft ? digits : groupedAadhaar(digits)}
          onChange={(_, data) => setDigits(aadhaarDigits(data.value))}
          onFocus={() => setIsLeft(false)}
          onBlur={() => setIsLeft(true)}
        />
      </Field>
      <div>
        <OnlineButton
          call="profile.sendAadhaarOtp"
          type="submit"
          appearance="primary"
          disabledFocusable={!isComplete || send.isRunning}
        >
          {send.isRunning ? t('Sending…') : t('Send code')}
        </OnlineButton>
      </div>
    </form>
  );
};
