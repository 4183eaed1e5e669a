import { AboutFacts } from '../../features/about/about-facts.tsx';
import { t } from '../../i18n/translate.ts';
import { SectionCard } from '../../ui/section-card.tsx';

/** The section on the app itself. */
export const AboutSection = () => (
  <SectionCard title={t('About TrickDesk')}>
    <AboutFacts />
  </SectionCard>
);
