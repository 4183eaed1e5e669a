import type { MyProfile } from '../../../shared/contract/profile.ts';
import { Facts } from '../../ui/details-drawer.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** Where the person is signed in, and what is kept of what they prove. */
export const PrivacyTab = ({ profile }: { profile: MyProfile }) => (
  <>
    <SessionsSection />
    <SectionCard title="What is kept of your papers">
      <Facts
        facts={[
          ['Aadhaar', profile.aadhaarMasked ?? 'Nothing'],
          ['PAN', profile.panMasked ? `${profile.panMasked}, sealed` : 'Nothing'],
          ['Bank account', profile.bank ? `XXXX ${profile.bank.accountLast4}, sealed` : 'Nothing'],
          ['Password', 'A fingerprint that cannot be turned back'],
        ]}
      />
    </SectionCard>
  </>
);
