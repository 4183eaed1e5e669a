import { makeStyles, tokens } from '@fluentui/react-components';

/** Forms of the profile: one column, no wider than a line is read well. */
export const useFormStyles = makeStyles({
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    maxWidth: '440px',
  },
  pair: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});
