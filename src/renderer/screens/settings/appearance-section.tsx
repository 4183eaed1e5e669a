import { makeStyles, Switch, tokens } from '@fluentui/react-components';
import type { Settings } from '../../../shared/desktop.ts';
import { t, words } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { settings } from '../../state/settings.ts';
import { MoneyChange } from '../../ui/money.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { ChoiceField } from './choice-field.tsx';
import { LanguageField } from './language-field.tsx';

const useStyles = makeStyles({
  preview: {
    display: 'flex',
    gap: tokens.spacingHorizontalXL,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
  },
});

const skins: Readonly<Record<Settings['skin'], string>> = words({
  light: 'Light',
  dark: 'Dark',
  system: 'Same as system',
});
const palettes: Readonly<Record<Settings['moneyPalette'], string>> = words({
  classic: 'Green and red',
  safe: 'Colour-blind safe',
  mono: 'No colour',
});
const densities: Readonly<Record<Settings['density'], string>> = words({
  comfortable: 'Comfortable',
  standard: 'Standard',
  compact: 'Compact',
});
const menus: Readonly<Record<Settings['layout']['menu'], string>> = words({
  vertical: 'Vertical',
  collapsed: 'Icons only',
});
const contents: Readonly<Record<Settings['layout']['content'], string>> = words({
  boxed: 'Boxed',
  full: 'Full width',
});
const navbars: Readonly<Record<Settings['layout']['navbar'], string>> = words({
  floating: 'Floating',
  sticky: 'Sticky',
  static: 'Static',
});
const footers: Readonly<Record<Settings['layout']['footer'], string>> = words({
  hidden: 'Hidden',
  'status-bar': 'Status bar',
});

/** Language, skin, money colours, density and layout. */
export const AppearanceSection = () => {
  const styles = useStyles();
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
        <ChoiceField
          label={t('Skin')}
          value={skin}
          words={skins}
          onChoose={(value) => change({ skin: value })}
        />
        <ChoiceField
          label={t('Money colours')}
          hint={t('Sign and arrow always say the direction too')}
          value={moneyPalette}
          words={palettes}
          onChoose={(value) => change({ moneyPalette: value })}
        />
        <div className={styles.preview} role="group" aria-label={t('Preview of the money colours')}>
          <MoneyChange paise={523_025} />
          <MoneyChange paise={-148_050} />
          <MoneyChange paise={0} />
        </div>
        <ChoiceField
          label={t('Density')}
          value={density}
          words={densities}
          onChoose={(value) => change({ density: value })}
        />
        <Switch
          label={t('Calm numbers: no tint when a price changes')}
          checked={isCalm}
          onChange={(_, data) => change({ isCalm: data.checked })}
        />
      </SectionCard>
      <SectionCard title={t('Layout')}>
        <ChoiceField
          label={t('Menu')}
          value={layout.menu}
          words={menus}
          onChoose={(menu) => changeLayout({ menu })}
        />
        <ChoiceField
          label={t('Content')}
          value={layout.content}
          words={contents}
          onChoose={(content) => changeLayout({ content })}
        />
        <ChoiceField
          label={t('Navbar')}
          value={layout.navbar}
          words={navbars}
          onChoose={(navbar) => changeLayout({ navbar })}
        />
        <ChoiceField
          label={t('Footer')}
          value={layout.footer}
          words={footers}
          onChoose={(footer) => changeLayout({ footer })}
        />
      </SectionCard>
    </>
  );
};
