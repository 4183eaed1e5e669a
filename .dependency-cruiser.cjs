/** Who may import whom: the table of docs/ARCHITECTURE.md as rules. One arbiter, run by `npm run check`. */
const only = (room, from, allowed) => ({
  name: `${room}-imports`,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { pathNot: allowed, dependencyTypesNot: ['type-only'] },
});
const npm = (...names) => names.map((name) => `node_modules/${name}/`);

/**
 * The floors of the backend, the lowest first: its folders, and its files that lie in no folder. A room may import its own
 * floor and those below, types included.
 */
const BACKEND_FLOORS = {
  platform: [
    ...[
      'all-of',
      'arguments',
      'attempt',
      'call-context',
      'clock',
      'closing',
      'ended-sentence',
      'gathered-reads',
      'in-time',
      'ist-days',
      'key-file',
      'keyed-lanes',
      'log',
    ],
    ...[
      'masked-person',
      'owner-only',
      'pauses',
      'quotas',
      'refusal',
      'request-scope',
      'rotation',
      'shared-turns',
      'thread-pool',
    ],
    ...[
      'attachments',
      'cluster',
      'credentials',
      'db',
      'http',
      'mail',
      'notices',
      'operations',
      'secrets',
      'upkeep',
    ],
  ],
  market: ['market'],
  trading: ['brokers', 'trading'],
  accounts: ['broker-accounts'],
  domains: [
    ...[
      'advisors',
      'alert-rules',
      'backtests',
      'backup',
      'baskets',
      'manual',
      'billing',
      'history-fetch',
      'recorder',
      'scanner',
      'kyc',
      'ledger',
      'move',
      'payments',
      'publications',
      'seed',
      'staff',
    ],
    ...['tax', 'team', 'tradebook'],
  ],
  modules: ['backend-parts', 'modules'],
  composition: [
    'backend',
    'backtest-worker',
    'create-backend',
    'follow-house',
    'handlers',
    'house-options',
    'options',
    'start-backend',
    'start-rounds',
  ],
};
const onFloors = (floors) =>
  `^src/backend/(${floors.flatMap((floor) => BACKEND_FLOORS[floor]).join('|')})(/|\\.ts$)`;
/** Two migrations fill kept sums with the code that keeps them: what they write must be what later changes expect. */
const KEPT_SUMS_MIGRATIONS = '^src/backend/db/migrations/(0015-kept-sums|0043-structure-results)\\.ts$';
const backendLayers = Object.keys(BACKEND_FLOORS).flatMap((floor, at, floors) =>
  at === floors.length - 1
    ? []
    : {
        name: `backend-layers-${floor}`,
        severity: 'error',
        from: { path: onFloors([floor]), pathNot: ['\\.test\\.ts$', KEPT_SUMS_MIGRATIONS] },
        to: { path: onFloors(floors.slice(at + 1)) },
      },
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: '\\.d\\.ts$|\\.config\\.ts$|^tests/stand-in/fixture/|^tests/security/violating-app/',
      },
      to: {},
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^electron$|\\.css$' },
    },
    only('shared', '^src/shared/', ['^src/shared/', ...npm('zod', '@casl/ability')]),
    only('engine', '^src/engine/', ['^src/(engine|shared)/', ...npm('zod')]),
    {
      name: 'backend-never-imports-the-desktop',
      severity: 'error',
      from: { path: '^src/backend/' },
      to: { path: '^src/(main|preload|renderer)/|^electron$|node_modules/electron/' },
    },
    ...backendLayers,
    {
      name: 'backend-room-without-a-floor',
      severity: 'error',
      from: { path: '^src/backend/', pathNot: [onFloors(Object.keys(BACKEND_FLOORS)), '\\.test\\.ts$'] },
      to: {},
    },
    {
      name: 'module-never-imports-module',
      severity: 'error',
      from: { path: '^src/backend/modules/([^/]+)/' },
      to: { path: '^src/backend/modules/', pathNot: '^src/backend/modules/$1/' },
    },
    {
      name: 'main-never-imports-other-rooms',
      severity: 'error',
      from: { path: '^src/main/' },
      to: { path: '^src/(backend|renderer|engine|preload)/' },
    },
    {
      name: 'cli-calls-and-imports-no-other-room',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(cli|shared)/' },
    },
    {
      name: 'preload-types-only',
      severity: 'error',
      from: { path: '^src/preload/' },
      to: { pathNot: '^electron$|node_modules/electron/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'keytar-only-in-vault',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/main/vault/' },
      to: { path: '^keytar$|node_modules/keytar/' },
    },
    {
      name: 'axios-only-in-gateway',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/main/gateway/' },
      to: { path: 'node_modules/axios/' },
    },
    {
      name: 'renderer-app',
      severity: 'error',
      from: { path: '^src/renderer/app/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/', pathNot: '^src/(renderer/(app|screens|features|state|ui|i18n)|shared)/' },
    },
    {
      name: 'screen-never-imports-screen',
      severity: 'error',
      from: { path: '^src/renderer/screens/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^src/',
        pathNot: '^src/renderer/(screens/$1|features|state|ui|api|i18n)/|^src/(shared|engine)/',
      },
    },
    {
      name: 'renderer-features',
      severity: 'error',
      from: { path: '^src/renderer/features/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/', pathNot: '^src/(renderer/(features|state|ui|api|i18n)|shared)/' },
    },
    {
      name: 'renderer-state',
      severity: 'error',
      from: { path: '^src/renderer/state/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^src/',
        pathNot: '^src/(renderer/(state|api)|shared)/|^src/renderer/i18n/(translate|dates|csv-cells)',
      },
    },
    {
      name: 'renderer-api',
      severity: 'error',
      from: { path: '^src/renderer/api/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^src/',
        pathNot:
          '^src/renderer/(api/|i18n/translate)|^src/shared/(contract/|call-facts|failure|desktop|proof)',
      },
    },
    {
      name: 'renderer-ui',
      severity: 'error',
      from: { path: '^src/renderer/ui/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^src/',
        pathNot:
          '^src/renderer/ui/|^src/renderer/i18n/(translate|dates|amounts|csv-cells)|^src/shared/(money|time)',
      },
    },
    {
      name: 'renderer-never-imports-its-test-harness',
      severity: 'error',
      from: { path: '^src/renderer/', pathNot: '\\.test\\.tsx?$|^src/renderer/test-harness/' },
      to: { path: '^src/renderer/test-harness/' },
    },
    {
      name: 'renderer-takes-contract-types-only',
      severity: 'error',
      from: { path: '^src/renderer/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/shared/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'renderer-has-no-node',
      severity: 'error',
      from: { path: '^src/renderer/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'src-never-imports-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^tests/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs'],
    },
    builtInModules: { add: ['node:sqlite'] },
  },
};
