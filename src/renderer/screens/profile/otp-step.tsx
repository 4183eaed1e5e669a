import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { istMinute } from '../../../shared/time.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { Sentence } from '../../ui/sentence.tsx';
import { useAction } from '../../state/action.ts';
import { useNow } from '../../state/use-now.ts';
import { SandboxNote } from '../../features/money/sandbox-note.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { CodeForm } from './code-form.tsx';
import { useFormStyles } from './profile-form.ts';

/** A message may take this long; asking again sooner only spends codes. */
export const RESEND_AFTER_MS = 60_000;
const SECOND_MS = 1_000;

export interface SentCode {
  requestId: string;
  /** ISO time until when it is good. */
  expiresAt: string;
  /** Only the sandbox tells it. */
  sandboxOtp: string | null;
  /** Epoch ms. */
  sentAt: number;
}

interface OtpStepProps {
  /** Masked. */
  aadhaar: string;
  code: SentCode;
  isSending: boolean;
  sendProblem: string | undefined;
  onResend: () => void;
  onVerified: () => void;
  onAnother: () => void;
}

/** The one-time code of an Aadhaar number: wrong ones say how many tries are left, a spent one asks for a new one. */
export const OtpStep = ({
  aadhaar,
  code,
  isSending,
  sendProblem,
  onResend,
  onVerified,
  onAnother,
}: OtpStepProps) => {
  const styles = useFormStyles();
  const now = useNow();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSpent, setIsSpent] = useState(false);
  const validate = useAction(api.profile.validateAadhaarOtp, { presentation: 'dialog' });
  const waitMs = isSpent ? 0 : Math.max(0, code.sentAt + RESEND_AFTER_MS - now);
  const check = async (otp: string) => {
    setRefusal(null);
    const result = await validate.run({ requestId: code.requestId, otp });
    if (!result.ok) return;
    const { status, triesLeft } = result.value;
    if (status.statusCode === 200) return onVerified();
    setIsSpent(status.statusCode === 410 || triesLeft === 0);
    setRefusal(result.message ?? t('The code is not right.'));
  };
  return (
    <>
      <p className={styles.text}>
        {t('Aadhaar {{aadhaar}}. The code is good until {{time}}.', {
          aadhaar,
          time: istMinute(Date.parse(code.expiresAt)),
        })}
      </p>
      {code.sandboxOtp !== null && (
        <SandboxNote>
          <Sentence
            text="No message was sent: this is the built-in stand-in for UIDAI. The code is <strong>{{code}}</strong>."
            values={{ code: code.sandboxOtp }}
            parts={{ strong: <strong /> }}
          />
        </SandboxNote>
      )}
      <CodeForm
        label={t('One-time code')}
        field={t('OTP')}
        hint={
          code.sandboxOtp === null ? t('Sent to the phone of your Aadhaar') : t('As the sandbox shows it')
        }
        action={t('Verify')}
        isRunning={validate.isRunning}
        problem={sendProblem ?? validate.failure?.message ?? refusal}
        onCode={(otp) => void check(otp)}
      />
      <Toolbar
        start={
          <>
            <Button disabledFocusable={waitMs > 0 || isSending} onClick={onResend}>
              {waitMs > 0
                ? t('New code in {{seconds}} s', { seconds: Math.ceil(waitMs / SECOND_MS) })
                : t('Send a new code')}
            </Button>
            <Button appearance="subtle" onClick={onAnother}>
              {t('Another number', { context: 'identity' })}
            </Button>
          </>
        }
      />
    </>
  );
};
