import { makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircle20Filled, ErrorCircle20Filled, Info20Filled } from '@fluentui/react-icons';
import { useEffect, useState, type JSX } from 'react';
import { toast, Toaster, useToasterStore } from 'react-hot-toast';
import { serverText } from '../i18n/translate.ts';
import { announce } from './announcer.tsx';
import { SaidByServer } from './said-by-server.tsx';
import { useToastCorner } from './toast-corner.ts';

/** Most toasts at once. They stand bottom right, and bottom left where the focus is under them. */
export const TOAST_LIMIT = 3;
const TOAST_OFFSET_PX = 40;
const TOAST_MS = 5_000;

type Tone = 'success' | 'failure' | 'news';

interface Notice {
  tone: Tone;
  message: string;
  /** Notices with one id replace each other; by default the message itself. */
  id?: string;
  durationMs?: number;
  action?: { label: string; onPress: () => void };
}

const useStyles = makeStyles({
  body: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  action: {
    border: 'none',
    background: 'transparent',
    color: tokens.colorBrandForegroundLink,
    cursor: 'pointer',
    fontFamily: 'inherit',
    fontSize: 'inherit',
    fontWeight: tokens.fontWeightSemibold,
    minHeight: '24px',
    padding: `0 ${tokens.spacingHorizontalXS}`,
  },
});

/** Beside a long message, too. */
const WHOLE = { flexShrink: 0 };
const icons: Record<Tone, JSX.Element> = {
  success: <CheckmarkCircle20Filled style={WHOLE} primaryFill={tokens.colorStatusSuccessForeground1} />,
  failure: <ErrorCircle20Filled style={WHOLE} primaryFill={tokens.colorStatusDangerForeground1} />,
  news: <Info20Filled style={WHOLE} primaryFill={tokens.colorBrandForeground1} />,
};

/**
 * The text of a toast, which ends its own time: the library adds the time that the mouse rests on one toast to the life
 * of all later ones.
 */
const NoticeBody = (notice: Notice & { onDone: () => void }) => {
  const { message, action, durationMs = TOAST_MS, onDone } = notice;
  const styles = useStyles();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onDone, durationMs);
    return () => clearTimeout(timer);
    // Shown again under its id, it is a new notice with a new time.
  }, [isHeld, notice, onDone, durationMs]);
  return (
    <span
      className={styles.body}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <SaidByServer>{message}</SaidByServer>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            onDone();
            action.onPress();
          }}
        >
          {action.label}
        </button>
      )}
    </span>
  );
};

/** Shows passing news. The same id is never shown twice at once. */
export const notify = (notice: Notice): void => {
  const id = notice.id ?? notice.message;
  toast(<NoticeBody {...notice} onDone={() => toast.dismiss(id)} />, {
    id,
    icon: icons[notice.tone],
    duration: Number.POSITIVE_INFINITY,
    ariaProps: { role: 'status', 'aria-live': 'off' },
  });
  announce(serverText(notice.message));
};

/** Removes every toast, such as when somebody signs out. */
export const forgetNotices = (): void => {
  toast.remove();
  announce('');
};

/** The place where toasts appear; one per window. */
export const ToastArea = () => {
  const { toasts } = useToasterStore();
  const corner = useToastCorner(toasts.length);
  useEffect(() => {
    toasts
      .filter((each) => each.visible)
      .slice(TOAST_LIMIT)
      .forEach((each) => toast.dismiss(each.id));
  }, [toasts]);
  return (
    <Toaster
      position={corner}
      gutter={8}
      containerStyle={{ bottom: TOAST_OFFSET_PX, left: 24, right: 24 }}
      toastOptions={{
        style: {
          background: tokens.colorNeutralBackground1,
          color: tokens.colorNeutralForeground1,
          border: `1px solid ${tokens.colorNeutralStroke2}`,
          borderRadius: tokens.borderRadiusMedium,
          boxShadow: tokens.shadow16,
          maxWidth: '420px',
          fontSize: tokens.fontSizeBase300,
        },
      }}
    />
  );
};
