import { makeStyles, tokens } from '@fluentui/react-components';

/** Styles of short lines with a mark in front. They stand side by side where there is room. */
export const useItemStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(280px, 1fr))',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  item: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minHeight: '28px' },
  mark: { display: 'flex', flexShrink: 0, color: tokens.colorNeutralForeground3 },
});
