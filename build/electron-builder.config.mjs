// How the app is packed for Windows, macOS and Linux. `npm run package` runs it; nothing is published from here.
import { join } from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';

const { TRICKDESK_ELECTRON_DIST, TRICKDESK_UPDATE_URL, TRICKDESK_ICON } = process.env;

/** Every switch of the binary is decided: one that a new Electron adds fails the packing until it is, too. */
export const FUSES = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  resetAdHocDarwinSignature: process.platform === 'darwin',
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
};

const EXECUTABLE = {
  linux: ({ executableName }) => executableName,
  win32: ({ appInfo }) => `${appInfo.productFilename}.exe`,
  darwin: ({ appInfo }) => `${appInfo.productFilename}.app`,
};

const link = (route) => `trickdesk://open/${route}`;

/** @type {import('electron-builder').Configuration} */
export default {
  // The same id as in src/main/main.ts, so that Windows shows notifications under the app's name.
  appId: 'in.trickdesk.desktop',
  productName: 'TrickDesk',
  copyright: 'TrickDesk',
  directories: { output: process.env.TRICKDESK_PACKAGES ?? 'dist', buildResources: 'build' },
  ...(TRICKDESK_ELECTRON_DIST && { electronDist: TRICKDESK_ELECTRON_DIST }),
  ...(TRICKDESK_ICON && { icon: TRICKDESK_ICON }),
  // Everything is bundled but what has native parts. Those are made for N-API, so that no rebuild is needed.
  npmRebuild: false,
  files: [
    'out/**',
    '!out/.sources',
    '!**/*.map',
    '!node_modules/**',
    'node_modules/keytar/package.json',
    'node_modules/keytar/lib/*.js',
    'node_modules/keytar/build/Release/keytar.node',
    'node_modules/@node-rs/argon2*/**',
  ],
  asar: true,
  // Native parts are loaded from a file; all else stays where its integrity is checked.
  asarUnpack: ['**/*.node'],
  afterPack: async ({ appOutDir, packager, electronPlatformName }) =>
    void (await flipFuses(join(appOutDir, EXECUTABLE[electronPlatformName](packager)), FUSES)),
  // Where updates are looked for is decided when an installer is made; one made without it looks nowhere.
  publish: TRICKDESK_UPDATE_URL ? { provider: 'generic', url: TRICKDESK_UPDATE_URL } : null,
  protocols: { name: 'TrickDesk', schemes: ['trickdesk'] },
  win: { target: ['nsis'] },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
  mac: {
    target: ['dmg', 'zip'],
    category: 'public.app-category.finance',
    hardenedRuntime: true,
    gatekeeperAssess: false,
  },
  linux: {
    target: ['AppImage', 'deb'],
    category: 'Office',
    maintainer: 'TrickDesk',
    synopsis: 'A trading desktop for Indian retail traders',
    executableName: 'trickdesk',
    mimeTypes: ['x-scheme-handler/trickdesk'],
    desktop: {
      entry: { Name: 'TrickDesk', Actions: 'positions;mini;ticket;quiet;' },
      desktopActions: {
        positions: { Name: 'Open positions', Exec: `trickdesk ${link('open-positions')}` },
        mini: { Name: 'Mini P&L', Exec: 'trickdesk --mini-pnl' },
        ticket: { Name: 'Raise a ticket', Exec: `trickdesk ${link('tickets?raise=yes')}` },
        quiet: { Name: 'Quiet for 1 hour', Exec: 'trickdesk --quiet-1h' },
      },
    },
  },
  deb: { depends: ['libnotify4', 'libsecret-1-0', 'libnss3', 'libgtk-3-0', 'xdg-utils'] },
};
