// What `electron` is to the app. A literal object, so that named imports from ES modules find its members.
const { app } = require('./app.ts');
const { BrowserWindow } = require('./browser-window.ts');
const { ipcMain } = require('./ipc-main.ts');
const { Menu, MenuItem } = require('./menu.ts');
const { nativeImage } = require('./native-image.ts');
const { Notification } = require('./notification.ts');
const { protocol } = require('./protocol.ts');
const { session } = require('./session.ts');
const { dialog, powerMonitor, powerSaveBlocker, safeStorage, screen, shell } = require('./system.ts');
const { nativeTheme } = require('./theme.ts');
const { Tray } = require('./tray.ts');
const { utilityProcess } = require('./utility-process.ts');
const { WebContents: webContents } = require('./web-contents.ts');

module.exports = {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
  webContents,
};
