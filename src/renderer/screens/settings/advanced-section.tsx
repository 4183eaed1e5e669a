import type { Settings } from '../../../shared/desktop.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { settings } from '../../state/settings.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

const SIZES: Readonly<Record<`${Settings['pageSize']}`, string>> = { 12: '12', 24: '24', 48: '48' };

/** Settings that few need to change. */
export const AdvancedSection = () => {
  const { pageSize } = settings.use();
  const save = useAction(settings.change);
  return (
    <SectionCard title={t('Lists')}>
      <ChoiceField
        label={t('Rows on a page')}
        hint={t('Of every list with pages. More rows take longer to come.')}
        value={`${pageSize}`}
        labels={SIZES}
        onChoose={(size) => void save.run({ pageSize: Number(size) as Settings['pageSize'] })}
      />
    </SectionCard>
  );
};
