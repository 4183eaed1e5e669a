import { nativeImage, type BrowserWindow } from 'electron';
import { overlayBitmap } from '../tray/tray-icon.ts';
import { t } from '../messages/messages.ts';

/** Size of the taskbar button's mark, in pixels at scale 1. */
const SIZE = 16;

const mark = () => {
  const image = nativeImage.createEmpty();
  for (const scaleFactor of [1, 2]) {
    const size = SIZE * scaleFactor;
    image.addRepresentation({ scaleFactor, width: size, height: size, buffer: overlayBitmap(size) });
  }
  return image;
};

/**
 * Says on the taskbar button of a window that alerts are unread; with none the mark goes. Windows alone has it: other
 * systems count on the icon of the app.
 */
export const showUnread = (
  window: Pick<BrowserWindow, 'setOverlayIcon'> | undefined,
  count: number,
  platform: NodeJS.Platform,
): void => {
  if (platform !== 'win32') return;
  window?.setOverlayIcon(count > 0 ? mark() : null, count > 0 ? t('{{count}} alerts unread', { count }) : '');
};
