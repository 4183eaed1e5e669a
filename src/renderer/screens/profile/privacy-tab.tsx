import type { MyProfile } from '../../../shared/contract/profile.ts';
import { t } from '../../i18n/translate.ts';
import { Facts } from '../../ui/details-drawer.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** The user's sessions, and what is kept of what they prove. */
export const PrivacyTab = ({ profile }: { profile: MyProfile }) => (
  <>
    <SessionsSection />
    <SectionCard title={t('Stored KYC data')}>
      <Facts
        facts={[
          [t('Aadhaar'), profile.aadhaarMasked ?? t('Nothing')],
          ['PAN', profile.panMasked ? t('{{number}}, sealed', { number: profile.panMasked }) : t('Nothing')],
          [
            t('Bank account'),
            profile.bank
              ? t('{{number}}, sealed', { number: `XXXX ${profile.bank.accountLast4}` })
              : t('Nothing'),
          ],
          [t('Password'), t('One-way hash')],
        ]}
      />
    </SectionCard>
  </>
);
