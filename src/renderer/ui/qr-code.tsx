import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { t } from '../i18n/translate.ts';

/** Modules of white around the code that readers need. */
const QUIET_ZONE = 4;

interface Drawing {
  text: string;
  /** Modules along one side, with the quiet zone. */
  size: number;
  path: string;
}

/** The dark modules of a text's code as one path. Each is a square of one unit. */
export const qrDrawing = async (text: string): Promise<Drawing> => {
  const { default: qrcode } = await import('qrcode');
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
  const squares: string[] = [];
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) squares.push(`M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`);
  return { text, size: modules.size + 2 * QUIET_ZONE, path: squares.join('') };
};

const useStyles = makeStyles({
  /** Dark on white in every skin, as readers expect it. */
  code: {
    display: 'block',
    width: '200px',
    height: '200px',
    backgroundColor: '#ffffff',
    borderRadius: tokens.borderRadiusMedium,
  },
  place: { width: '200px', height: '200px', margin: 0 },
});

/** A text as a QR code; `label` says what it is to those who do not see it. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const styles = useStyles();
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [failedText, setFailedText] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    qrDrawing(text).then(
      (made) => isWanted && setDrawing(made),
      () => isWanted && setFailedText(text),
    );
    return () => {
      isWanted = false;
    };
  }, [text]);
  if (failedText === text) return <p className={styles.place}>{t('The QR code could not be drawn.')}</p>;
  if (drawing?.text !== text)
    return (
      <Skeleton aria-label={t('{{label}} is being drawn', { label })} className={styles.place}>
        <SkeletonItem style={{ height: 200 }} />
      </Skeleton>
    );
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.code}
      viewBox={`0 0 ${drawing.size} ${drawing.size}`}
      shapeRendering="crispEdges"
    >
      <path d={drawing.path} fill="#000000" />
    </svg>
  );
};
