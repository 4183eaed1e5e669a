import type { MyProfile } from '../../../shared/contract/profile.ts';
import { PasswordForm } from './password-form.tsx';
import { TwoStepSection } from './two-step-section.tsx';

/** Password and second step of the person. */
export const PasswordTab = ({ profile }: { profile: MyProfile }) => (
  <>
    <PasswordForm name={profile.email} />
    <TwoStepSection isOn={profile.hasTotp} codesLeft={profile.recoveryCodesLeft} />
  </>
);
