import {
  Button,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  tokens,
} from '@fluentui/react-components';
import { Info16Regular } from '@fluentui/react-icons';
import { t } from '../i18n/translate.ts';
import { SaidByServer } from './said-by-server.tsx';

const useStyles = makeStyles({
  button: {
    minWidth: '24px',
    width: '24px',
    height: '24px',
    padding: 0,
    color: tokens.colorNeutralForeground3,
  },
  surface: { maxWidth: '320px', fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase300 },
  title: { margin: `0 0 ${tokens.spacingVerticalXS}`, fontWeight: tokens.fontWeightSemibold },
  text: { margin: 0 },
});

/** "How is this worked out?" beside a figure. */
export const Explain = ({ figure, explanation }: { figure: string; explanation: string }) => {
  const styles = useStyles();
  return (
    <Popover withArrow trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <Button
          className={styles.button}
          appearance="transparent"
          size="small"
          icon={<Info16Regular />}
          aria-label={t('{{figure}}: how is this worked out?', { figure })}
        />
      </PopoverTrigger>
      <PopoverSurface
        className={styles.surface}
        aria-label={t('How {{figure}} is worked out', { figure })}
        tabIndex={-1}
      >
        <p className={styles.title}>{figure}</p>
        <p className={styles.text}>
          <SaidByServer>{explanation}</SaidByServer>
        </p>
      </PopoverSurface>
    </Popover>
  );
};
