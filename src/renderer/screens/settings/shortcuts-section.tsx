import { ShortcutList } from '../../features/settings/shortcut-list.tsx';
import { t } from '../../i18n/translate.ts';
import { SectionCard } from '../../ui/section-card.tsx';

/** The keys, where one looks for settings. */
export const ShortcutsSection = () => (
  <SectionCard title={t('Keyboard shortcuts')}>
    <ShortcutList />
  </SectionCard>
);
