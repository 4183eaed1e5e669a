import { Switch } from '@fluentui/react-components';
import type { Settings } from '../../../shared/desktop.ts';
import { LanguageField } from '../../features/settings/language-field.tsx';
import { LookFields } from '../../features/settings/look-fields.tsx';
import { t, labels } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { settings } from '../../state/settings.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';

const densities: Readonly<Record<Settings['density'], string>> = labels({
  comfortable: 'Comfortable',
  standard: 'Standard',
  compact: 'Compact',
});
const menus: Readonly<Record<Settings['layout']['menu'], string>> = labels({
  vertical: 'Vertical',
  collapsed: 'Icons only',
  horizontal: 'Horizontal',
});
const contents: Readonly<Record<Settings['layout']['content'], string>> = labels({
  boxed: 'Boxed',
  full: 'Full width',
});
const navbars: Readonly<Record<Settings['layout']['navbar'], string>> = labels({
  floating: 'Floating',
  sticky: 'Sticky',
  static: 'Static',
});
const footers: Readonly<Record<Settings['layout']['footer'], string>> = labels({
  hidden: 'Hidden',
  'status-bar': 'Status bar',
});

/** Language, skin, money colours, density and layout. */
export const AppearanceSection = () => {
  const { language, skin, moneyPalette, density, layout, isCalm } = settings.use();
  const save = useAction(settings.change);
  const change = (part: Partial<Settings>) => void save.run(part);
  const changeLayout = (part: Partial<Settings['layout']>) => change({ layout: { ...layout, ...part } });
  return (
    <>
      <SectionCard title={t('Language')}>
        <LanguageField value={language} onChoose={(value) => change({ language: value })} />
      </SectionCard>
      <SectionCard title={t('Look')}>
        <LookFields skin={skin} moneyPalette={moneyPalette} onChange={change} />
        <ChoiceField
          label={t('Density')}
          value={density}
          labels={densities}
          onChoose={(value) => change({ density: value })}
        />
        <Switch
          label={t('No price flash')}
          checked={isCalm}
          onChange={(_, data) => change({ isCalm: data.checked })}
        />
      </SectionCard>
      <SectionCard title={t('Layout')}>
        <ChoiceField
          label={t('Menu')}
          value={layout.menu}
          labels={menus}
          onChoose={(menu) => changeLayout({ menu })}
        />
        <ChoiceField
          label={t('Content')}
          value={layout.content}
          labels={contents}
          onChoose={(content) => changeLayout({ content })}
        />
        <ChoiceField
          label={t('Navbar')}
          value={layout.navbar}
          labels={navbars}
          onChoose={(navbar) => changeLayout({ navbar })}
        />
        <ChoiceField
          label={t('Footer')}
          value={layout.footer}
          labels={footers}
          onChoose={(footer) => changeLayout({ footer })}
        />
      </SectionCard>
    </>
  );
};
