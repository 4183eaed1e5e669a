import { Linter } from 'eslint';
import { expect, it } from 'vitest';
import { glossaryWords, insteadOf, isWireSpelling, mayBeLive } from './glossary-words.mjs';

it.each(['desk', 'TradingDesk', 'deskTokens', 'DESK_FROM', 'needs', 'RunnerNeeds', 'SIDE_WORDS', 'dayWords'])(
  'the name %s is refused, with what to write instead',
  (name) => {
    expect(insteadOf(name)).not.toBeNull();
  },
);

it.each([
  'desktop',
  'DesktopEvent',
  'TrickDeskContract',
  'TRICKDESK_KILLS',
  'taken',
  'executeTakeFirst',
  'handler',
  'lookAheadInput',
  'lookBack',
  'needsAttention',
  'NeedsYou',
  'passwords',
])('the name %s is allowed', (name) => {
  expect(insteadOf(name)).toBeNull();
});

it.each(['tellOwner', 'takeShare', 'take', 'hearsAll', 'handOver', 'lookUpName', 'isToTell', 'whenTakenUp'])(
  'the name %s, whose verb can mean anything, is refused',
  (name) => {
    expect(insteadOf(name)).toMatch(/^what it does/);
  },
);

it.each(['useLiveReload', 'LiveGrid', 'liveResult', 'hasLiveOrder', 'LIVE_ORDER_STATES'])(
  'the name %s is refused even where real money is known',
  (name) => {
    expect(insteadOf(name)).not.toBeNull();
  },
);

it.each([
  ['liveOrders', 'src/backend/broker-accounts/live-run.ts', true],
  ['goLive', 'src/renderer/features/live/go-live-flow.tsx', true],
  ['isLive', 'src/engine/rules/compile.ts', false],
  ['LiveThing', 'src/renderer/ui/money.tsx', false],
  ['LIVE_ROUND', 'src/backend/http/stream.ts', false],
  ['live', 'src/main/gateway/gateway.ts', false],
  ['delivered', 'src/engine/rules/compile.ts', true],
  ['outlives', 'src/engine/rules/compile.ts', true],
  ['isAlive', 'src/main/gateway/gateway.ts', true],
])('whether %s may be declared in %s: %s', (name, file, isAllowed) => {
  expect(mayBeLive(name, file)).toBe(isAllowed);
});

it.each([
  ['trick', 'src/backend/trading/runner.ts', true],
  ['TrickRow', 'src/backend/db/schema.ts', true],
  ['TRICK_STATUS', 'src/shared/strategy-status.ts', true],
  ['TricksId', 'src/renderer/state/clone.ts', true],
  ['trickerId', 'tests/security/foreign-ids.test.ts', true],
  ['portfolioTrcikList', 'src/renderer/api/api.ts', true],
  ['notication_category_id', 'src/main/alerts/alert-channels.ts', true],
  ['is_live', 'src/backend/main-job.test.ts', true],
  ['TricksId', 'src/shared/contract/wire-mapping.test.ts', false],
  ['trickerId', 'tests/contract/wire-names.test.ts', false],
  ['tricks_by_owner', 'src/backend/db/migrations/0018-strategy-names.ts', false],
  ['TrickDeskContract', 'src/main/main.ts', false],
  ['asymmetricKeyType', 'src/main/updates/updater.ts', false],
])('whether %s in %s is a spelling of the wire: %s', (name, file, isRefused) => {
  expect(isWireSpelling(name, file)).toBe(isRefused);
});

it('reports a banned name where it is used, and live where it is declared', () => {
  const linter = new Linter({ cwd: '/house' });
  const config = {
    plugins: { house: { rules: { words: glossaryWords } } },
    rules: { 'house/words': 'error' },
  };
  const problems = linter.verify(
    'const live = 1;\nclass A { #desk = live; }\nconst a = { TricksId: 1 };\n',
    config as Linter.Config,
    '/house/src/engine/a.js',
  );
  expect(problems.map(({ line, messageId }) => [line, messageId])).toEqual([
    [1, 'live'],
    [2, 'banned'],
    [3, 'wire'],
  ]);
});
