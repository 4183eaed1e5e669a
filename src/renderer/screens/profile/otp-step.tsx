import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { istMinute } from '../../../shared/time.ts';
import { api } from '../../api/api.ts';
import { useAction } from '../../state/action.ts';
import { useNow } from '../../state/use-now.ts';
import { SandboxNote } from '../../ui/sandbox-note.tsx';
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
    setRefusal(result.message ?? 'The code is not right.');
  };
  return (
    <>
      <p className={styles.text}>
        Aadhaar {aadhaar}. The code is good until {istMinute(Date.parse(code.expiresAt))}.
      </p>
      {code.sandboxOtp !== null && (
        <SandboxNote>
          No message was sent: this is the built-in stand-in for UIDAI. The code is{' '}
          <strong>{code.sandboxOtp}</strong>.
        </SandboxNote>
      )}
      <CodeForm
        label="One-time code"
        hint={code.sandboxOtp === null ? 'Sent to the phone of your Aadhaar' : 'As the sandbox shows it'}
        action="Verify"
        isRunning={validate.isRunning}
        problem={sendProblem ?? validate.failure?.message ?? refusal}
        onCode={(otp) => void check(otp)}
      />
      <Toolbar
        start={
          <>
            <Button disabledFocusable={waitMs > 0 || isSending} onClick={onResend}>
              {waitMs > 0 ? `New code in ${Math.ceil(waitMs / SECOND_MS)} s` : 'Send a new code'}
            </Button>
            <Button appearance="subtle" onClick={onAnother}>
              Another number
            </Button>
          </>
        }
      />
    </>
  );
};
