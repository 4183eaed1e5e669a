import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  root: {
    flexShrink: 0,
    padding: `0 ${tokens.spacingHorizontalXS}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    lineHeight: '18px',
    whiteSpace: 'nowrap',
  },
});

/** Keys as they are pressed together: `Ctrl+K`. */
export const Keys = ({ text }: { text: string }) => <kbd className={useStyles().root}>{text}</kbd>;
