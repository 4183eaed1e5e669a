import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { backOffMs } from '../engine/trading/position.ts';
import { OutsideChannels } from './alert-rules/alert-channels.ts';
import { AlertRules } from './alert-rules/alert-rules.ts';
import { Deliveries } from './alert-rules/deliveries.ts';
import { ManagedStrategies } from './advisors/managed-strategies.ts';
import { FolderAttachments } from './attachments/folder-attachments.ts';
import { RowAttachments } from './attachments/row-attachments.ts';
import { BasketTrading } from './baskets/basket-trading.ts';
import { Purchases } from './billing/purchases.ts';
import { gstOn } from './billing/gst.ts';
import { pricesOn } from './billing/price-list.ts';
import { Subscriptions } from './billing/subscriptions.ts';
import { type Clock, systemClock } from './clock.ts';
import { Closing } from './closing.ts';
import { ALONE, type House } from './cluster/alone.ts';
import type { HouseOptions } from './cluster/house.ts';
import { SIGN_INS_PER_MINUTE } from './credentials/limits.ts';
import { findKey, KeyUses, sessionOfKey } from './credentials/script-keys.ts';
import { appAbility } from './credentials/stored-ability.ts';
import { isPostgresUrl, openDatabase, type Database } from './db/database.ts';
import { isPassingTrouble } from './db/storage-trouble.ts';
import { type FolderLock, lockFolder } from './db/folder-lock.ts';
import { withReserve } from './db/disk-reserve.ts';
import { elsewhereOf, followHouse } from './follow-house.ts';
import { createHandlers } from './handlers.ts';
import { Authenticator, type KeyCheck, type TokenCheck } from './http/authenticator.ts';
import { EventHub } from './notices/event-hub.ts';
import { createServer } from './http/server.ts';
import { isOwnMachine, sources, urlHost } from './http/source.ts';
import { OpenStreams } from './http/stream.ts';
import { BacktestQueue } from './backtests/backtest-queue.ts';
import { Rounds } from './upkeep/rounds.ts';
import { WorkerPool } from './backtests/worker-pool.ts';
import { sandboxKyc } from './kyc/sandbox-kyc.ts';
import { MailQueue } from './mail/mail-queue.ts';
import { outboxMailer } from './mail/outbox-mailer.ts';
import { Ledger } from './ledger/ledger.ts';
import { History } from './market/history.ts';
import { HistoryFetches } from './history-fetch/history-fetches.ts';
import { MarketRecorder } from './recorder/market-recorder.ts';
import { KeyedLanes } from './keyed-lanes.ts';
import type { simulateDay } from './market/simulated/simulated-market.ts';
import { SimulatedDays } from './market/simulated/simulated-days.ts';
import { createNotify } from './notices/notify.ts';
import { type MetricsPlace, serveMetrics } from './operations/metrics-server.ts';
import { registerProbes } from './operations/probes.ts';
import { ReadinessCheck } from './operations/readiness.ts';
import { type LogActivity, writeLogAndPublish } from './notices/journal.ts';
import { angelOneOnDemand } from './brokers/angel-one-on-demand.ts';
import type { AngelOneHosts } from './brokers/angel-one/hosts.ts';
import type { LinkBroker } from './brokers/broker-link.ts';
import { BrokerAccounts } from './broker-accounts/broker-accounts.ts';
import { LogFollow } from './modules/logs/log-follow.ts';
import { findSession } from './modules/session/queries.ts';
import { findSessionKeys } from './credentials/session-keys.ts';
import { AccessTokens } from './credentials/tokens.ts';
import type { BackendParts } from './backend-parts.ts';
import { Payments } from './payments/payments.ts';
import { registerProviderCallback } from './payments/provider-callback.ts';
import { Publications } from './publications/publications.ts';
import { PublicationReviews } from './publications/reviews.ts';
import { SandboxProvider } from './payments/sandbox-provider.ts';
import type { KeyState } from '../shared/key-state.ts';
import { findSealer } from './secrets/find-key.ts';
import type { SeenLeases } from './db/postgres/seen-leases.ts';
import { findNamedSealer } from './secrets/find-named-key.ts';
import type { KeyList } from './secrets/key-list.ts';
import { requireOwnKeys } from './secrets/own-keys.ts';
import { Scans } from './scanner/scans.ts';
import { simulatedSeed } from './seed/simulated-seed.ts';
import { startRounds } from './start-rounds.ts';
import { SupportWatch } from './staff/support-watch.ts';
import { QuotePublisher } from './trading/quote-publisher.ts';
import { PublicStrategies } from './trading/public-strategies.ts';
import { StrategyStarts } from './broker-accounts/strategy-starts.ts';
import { FollowerSignals } from './trading/follower-signals.ts';
import { MarketNews } from './trading/market-news.ts';
import { GttTrading } from './manual/gtt-trading.ts';
import { ArmedTrading } from './manual/armed-trading.ts';
import { LiveManualTrading } from './manual/live-manual-trading.ts';
import { ManualTrading } from './manual/manual-trading.ts';
import { MarketRuns } from './trading/market-runs.ts';
import { StrategyCards } from './trading/strategy-cards.ts';
import { WatchedPrices } from './trading/watched-prices.ts';

export interface BackendOptions {
  readonly dataDir: string;
  /** Address of a PostgreSQL database; without one a SQLite file in the data folder is the database. */
  readonly database?: string;
  /** The house that this process is one of, with a PostgreSQL database. */
  readonly house?: HouseOptions;
  /** Called when another server has taken over what this one owned: the process must end at once. */
  readonly onOwnershipLost?: () => void;
  /** Leases of others as a server that stood by has seen them. */
  readonly seenLeases?: SeenLeases;
  /** 0 picks a free one. */
  readonly port: number;
  /** Address to listen at; this machine's own unless given. */
  readonly host?: string;
  /** Addresses of proxies whose X-Forwarded-For counts; nobody's unless given. */
  readonly trustedProxies?: readonly string[];
  readonly apiToken: string;
  /**
   * The keys of the desktop's vault, each 32 bytes in base64; none while that cannot be read. Left out on a server,
   * whose key lies in a file of the data folder.
   */
  readonly dataKeys?: readonly string[];
  /** Keys of a server that are not in its data folder: those of sessions, and those of what is sealed. */
  readonly keys?: { readonly session?: KeyList; readonly data?: KeyList };
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Seed of the simulated market of a new data folder. */
  readonly seed?: number;
  /** Computes a day of the simulated market; from its seed and state unless given. */
  readonly simulateDay?: typeof simulateDay;
  /** Sign-ins a minute from one address. */
  readonly signInsPerMinute?: number;
  /** Serves many people, of whom none may decide for the others. */
  readonly isShared?: boolean;
  /** Calls a minute of each user; not limited unless given, as for the one person of a desktop. */
  readonly callsPerMinute?: number;
  /** Where metrics are served; nowhere unless given. */
  readonly metrics?: MetricsPlace;
  /** Most changes that share one commit. */
  readonly commandsACommit?: number;
  /** The data folder, if it was taken already. */
  readonly folder?: FolderLock;
  /** Link to accounts at a broker; Angel One's own unless given. */
  readonly linkBroker?: LinkBroker;
  /** Where Angel One is; its own addresses unless given. */
  readonly angelOneHosts?: AngelOneHosts;
  /** Where Telegram is; its own address unless given. */
  readonly telegram?: string;
  /** Lifetime of an access token. */
  readonly accessTokenMs?: number;
  /** How long the payment sandbox takes to confirm by itself. */
  readonly paymentDelayMs?: number;
}

export interface Backend {
  readonly port: number;
  /** Where metrics are served; null where they are not. */
  readonly metricsPort: number | null;
  /** Whether what is sealed in the data can be opened. */
  readonly keyState: KeyState;
  /** Resolves when the first start's preparation is done; rejects with why it could not be. */
  readonly prepared: Promise<void>;
  readonly parts: BackendParts;
  close(): Promise<void>;
}

const PAYMENT_DELAY_MS = 4_000;
/** Pause before the work that follows the start: a caller who has waited for the port gets an answer first. */
const FIRST_ANSWER_MS = 40;
const LOOPBACK = '127.0.0.1';

/** Repeat work until it is done or the program ends. A full disk may keep it from being done. */
const untilStored = async (work: () => Promise<void>, closing: Closing, logger: Logger): Promise<void> => {
  for (let failures = 1; !closing.isOver; failures++)
    try {
      return await work();
    } catch (error) {
      if (!isPassingTrouble(error)) throw error;
      logger.error({ err: error }, 'the market could not be prepared yet');
      await closing.pause(backOffMs(failures));
    }
};

/** The place of this process among those on its database. A SQLite file has one process. */
const houseOf = async (databaseAt: string, database: Database, options: BackendOptions): Promise<House> => {
  if (!isPostgresUrl(databaseAt)) return ALONE;
  const { enterHouse } = await import('./cluster/house.ts');
  try {
    return await enterHouse({
      database: databaseAt,
      house: options.house,
      seenLeases: options.seenLeases,
      logger: options.logger,
      onLost: () => options.onOwnershipLost?.(),
    });
  } catch (error) {
    await database.close();
    throw error;
  }
};

/**
 * Puts the backend together, opens its database and serves. The market opens (and a first start is prepared) behind.
 * @throws FolderInUse, DatabaseUnusable with a sentence for the person
 */
export const createBackend = async (options: BackendOptions): Promise<Backend> => {
  const folder = options.folder ?? lockFolder(options.dataDir, (options.clock ?? systemClock).now());
  try {
    return await assemble(options, folder);
  } catch (error) {
    if (folder !== options.folder) folder.release();
    throw error;
  }
};

const assemble = async (options: BackendOptions, folder: FolderLock): Promise<Backend> => {
  const { dataDir, logger } = options;
  const clock = options.clock ?? systemClock;
  const sessionKeys = findSessionKeys(dataDir, options.keys?.session ?? null);
  const lost = (error: unknown): void => logger.error({ err: error }, 'a thread was lost');
  const databaseAt = options.database ?? dataDir;
  // A desktop has none, and loads nothing for them.
  const metrics = options.metrics && new (await import('./operations/metrics.ts')).Metrics();
  let house: House = ALONE;
  const database = await openDatabase(databaseAt, {
    mayWrite: () => house.ownership === undefined || house.ownership.leftMs > 0,
    onWrite: metrics?.onWrite,
    commandsACommit: options.commandsACommit,
    seenLeases: options.seenLeases,
    onLost: lost,
    onUnknown: (error) => {
      logger.fatal({ err: error }, 'it is not known whether a change was saved, so this server ends');
      options.onOwnershipLost?.();
    },
    onFailedAfter: (error) => logger.error({ err: error }, 'what follows a commit failed'),
    // A data folder and its keys belong together; a database elsewhere may be that of somebody else.
    ...(options.isShared && {
      beforeChange: (meta) => requireOwnKeys(meta, dataDir, options.keys?.data),
    }),
  });
  house = await houseOf(databaseAt, database, options);
  const { users } = house;
  const accessTokens = new AccessTokens(sessionKeys, clock, options.accessTokenMs);
  const hub = new EventHub(clock, elsewhereOf(house));
  const streams = new OpenStreams();
  const seed = await simulatedSeed(database, options.seed);
  const simulatedDays = new SimulatedDays(database, seed, options.simulateDay);
  const history = new History(database, simulatedDays);
  const notify = createNotify(hub, clock);
  const logFollow = new LogFollow(hub);
  const writeLog = writeLogAndPublish((line) => logFollow.written(line));
  const followers = new FollowerSignals({ database, notify, logger });
  const sinks = { hub, notify, writeLog, notifyFollowers: followers.notify };
  const news = new MarketNews();
  const marketRuns = new MarketRuns({
    news,
    users,
    times: house.times,
    database,
    history,
    simulatedDays,
    sinks,
    logger,
  });
  followHouse(house, { hub, streams, database, marketRuns, logger });
  const logActivity: LogActivity = (tx, userId, topic, text) =>
    writeLog(tx, { userId, kind: 'activity', level: 'info', topic, text, strategyId: null, at: clock.now() });
  const ledger = new Ledger(clock, (userId, { available, held, credit }) =>
    hub.publish(userId, { type: 'wallet', available, held, credit }),
  );
  const billing = { database, clock, ledger, hub, notify, logActivity, logger };
  const purchases = new Purchases(billing);
  const paymentSandbox = new SandboxProvider(clock, options.paymentDelayMs ?? PAYMENT_DELAY_MS);
  const payments = new Payments({ ...billing, users, provider: paymentSandbox });
  const rounds = new Rounds(logger);
  // Apart from the backtests': what a request waits for is not to stand behind minutes of work.
  const requestPool = new WorkerPool(1, lost);
  // Apart from those: before a large body is read, nobody knows how much it asks for.
  const bodyPool = new WorkerPool(1, lost);
  const scanPool = new WorkerPool(1, lost);
  const backtestQueue = new BacktestQueue({
    holder: { users, isShared: house.others !== null },
    isRunning: options.house?.hasBacktestWorkers !== true,
    database,
    pool: new WorkerPool(undefined, lost),
    place: { databaseAt, seed },
    clock,
    hub,
    notify,
    logActivity,
    logger,
  });
  const sealer = await (
    options.keys?.data
      ? findNamedSealer(database, dataDir, options.keys.data)
      : findSealer(database, dataDir, options.dataKeys)
  ).catch(async (error: unknown) => {
    // The next start would wait for leases that nobody uses.
    await house.close();
    await database.close();
    throw error;
  });
  if (sealer.keyState !== 'fits')
    logger.error({ keyState: sealer.keyState }, 'the key of what is sealed in the data is not there');
  // The reserve lies on the disk of the SQLite file. A server elsewhere may have saved what it did not confirm.
  const writeForSure: Database['write'] = !isPostgresUrl(databaseAt)
    ? (of, work) => withReserve(dataDir, () => database.write(of, work, true))
    : (of, work) => database.write(of, work, true);
  const brokerAccounts = new BrokerAccounts({
    news,
    users,
    database,
    ownership: house.ownership,
    writeForSure,
    clock,
    history,
    sinks,
    logger,
    sealer,
    linkBroker:
      options.linkBroker ?? angelOneOnDemand({ database, clock, logger, hosts: options.angelOneHosts }),
  });
  marketRuns.followLive((userId) => brokerAccounts.runOf(userId));
  const basketTrading = new BasketTrading({
    users,
    database,
    marketRuns,
    brokerAccounts,
    clock,
    notify,
    hub,
    sinks,
    logger,
    history,
  });
  const manualTrading = new ManualTrading({ database, marketRuns, clock });
  const liveByHand = new LiveManualTrading({ database, brokerAccounts, clock, hub, logger });
  const armedTrading = new ArmedTrading({ liveByHand, clock, hub });
  const gttTrading = new GttTrading({ database, brokerAccounts, clock, hub, logger });
  const historyLanes = new KeyedLanes<number>();
  const historyFetches = new HistoryFetches({
    users,
    database,
    clock,
    hub,
    logger,
    accountOf: (userId) => brokerAccounts.accountOf(userId),
    lanes: historyLanes,
  });
  const recorder = new MarketRecorder({
    ...{ users, database, clock, logger },
    accountOf: (userId) => brokerAccounts.accountOf(userId),
  });
  const outsideChannels = new OutsideChannels({
    ...{ database, clock, sealer, isShared: options.isShared ?? false },
    telegram: options.telegram,
  });
  const deliveries = new Deliveries({
    ...{ users, database, clock, hub, notify, logger, channels: outsideChannels },
  });
  const alertRules = new AlertRules({
    ...{ users, database, clock, hub, notify, logger, history, marketRuns },
    accountOf: (userId) => brokerAccounts.accountOf(userId),
    onPending: (userId, channel) => deliveries.wake(userId, channel),
  });
  news.listener = alertRules;
  const starts = new StrategyStarts({
    database,
    writeForSure,
    hub,
    marketRuns,
    brokerAccounts,
    notify,
    logger,
  });
  const effects = new ManagedStrategies({ hub, marketRuns, starts, clock, logActivity });
  const subscriptions = new Subscriptions({ ...billing, purchases, effects });
  const reviews = new PublicationReviews({
    users,
    database,
    clock,
    hub,
    marketRuns,
    backtestQueue,
    starts,
    notify,
    logger,
  });
  const mail = new MailQueue(outboxMailer(dataDir, clock), logger);
  const attachments = isPostgresUrl(databaseAt)
    ? new RowAttachments(database, dataDir, house.others === null)
    : new FolderAttachments(dataDir, database);
  await attachments.settle();
  const parts: BackendParts = {
    users,
    logger,
    database,
    writeForSure,
    clock,
    hub,
    isShared: options.isShared ?? false,
    imports: { database, databaseAt, pool: requestPool },
    historyFetches,
    scans: new Scans(scanPool, { databaseAt, seed }),
    recorder,
    historyLanes,
    history,
    marketRuns,
    watchedPrices: new WatchedPrices(marketRuns, (error, userId) =>
      logger.error({ err: error, userId }, 'prices could not be published'),
    ),
    brokerAccounts,
    ordersLeaveFrom: options.house?.leavesFrom ?? null,
    starts,
    backtestQueue,
    basketTrading,
    manualTrading,
    liveByHand,
    armedTrading,
    gttTrading,
    publications: new Publications({ database, clock, hub, starts, reviews, notify, logActivity }),
    cards: new StrategyCards(
      database,
      marketRuns,
      clock,
      new PublicStrategies(database, marketRuns, clock),
      (price) => gstOn(price, pricesOn(clock.now()).gstPercent),
    ),
    accessTokens,
    sealer,
    mail,
    kycProvider: sandboxKyc(clock, sealer),
    attachments,
    ledger,
    purchases,
    subscriptions,
    payments,
    paymentSandbox,
    alertRules,
    outsideChannels,
    deliveries,
    notify,
    logActivity,
    endSession: (sessionId) => {
      streams.closeSession(sessionId);
      // Its user's streams are where its user is served.
      house.others?.send({ kind: 'session-ended', sessionId });
    },
  };
  const checkToken: TokenCheck = async (token) => {
    const caller = await accessTokens.verify(token);
    if (!caller) return null;
    const session = await findSession(database.read, caller.sessionId, caller.userId);
    return session ? { ...caller, ability: appAbility(session.ability_json), key: null } : null;
  };
  const checkKey: KeyCheck = async (secret) => {
    const { userId, abilityJson, key } = await findKey(database.read, clock, secret);
    return { userId, sessionId: sessionOfKey(key.keyId), ability: appAbility(abilityJson), key };
  };
  const authenticator = new Authenticator(options.apiToken, checkToken, checkKey);
  const { watchedPrices } = parts;
  const publisher = new QuotePublisher({ marketRuns, watchedPrices, hub, database, logger });
  const host = options.host ?? LOOPBACK;
  const trustedProxies = options.trustedProxies ?? [];
  const handlers = createHandlers(parts);
  let isPrepared = false;
  const app = await createServer({
    database,
    clock,
    authenticator,
    keyUses: new KeyUses(database, clock),
    handlers,
    proofs: parts,
    signInsPerMinute: options.signInsPerMinute ?? SIGN_INS_PER_MINUTE,
    callsPerMinute: options.callsPerMinute ?? null,
    hub,
    streams,
    prices: watchedPrices,
    logger,
    calls: metrics?.calls,
    onForward: () => metrics?.onForward(),
    onUnkept: (error) => logger.error({ err: error }, 'the answer of a call could not be kept'),
    registerOthers: async (server) => {
      await registerProviderCallback(server, (signature, body) => payments.applyMessage(signature, body));
      // A desktop watches over its backend itself.
      if (options.isShared)
        registerProbes(server, new ReadinessCheck({ database, dataDir, isPrepared: () => isPrepared }));
    },
    readLargeBody: (bytes) => bodyPool.run('readBody', bytes, undefined, [bytes.buffer]),
    sourceOf: sources(trustedProxies),
    trustedProxies,
    others: house.others,
    // A proxy asks under the name that the world knows it by.
    isLoopback: isOwnMachine(host) && trustedProxies.length === 0,
  });
  payments.listen();
  await app.listen({ port: options.port, host });
  const port = (app.server.address() as AddressInfo).port;
  folder.answersAt(`http://${urlHost(host)}:${port}`);
  await house.announce(`http://${urlHost(host)}:${port}`);
  const metricsServer =
    options.metrics &&
    metrics &&
    (await serveMetrics(
      options.metrics,
      metrics.of({
        database,
        logger,
        openStreams: () => streams.count,
        waitingMails: () => mail.waiting,
        minuteLagMs: () => (marketRuns.isOpen ? marketRuns.simulated.session.minuteLagMs : 0),
        isMarketStalled: () => marketRuns.isOpen && marketRuns.simulated.session.status === 'stalled',
        isKeyUsable: sealer.keyState === 'fits',
        leaseLeftMs: () => house.ownership?.leftMs ?? null,
        ownShards: users.shards,
      }),
      logger,
    ));
  const supportWatch = new SupportWatch({ users, database, clock, hub, notify, logger });
  publisher.start();
  const closing = new Closing();
  const answering = delay(FIRST_ANSWER_MS);
  const loading = answering
    .then(() => handlers.load())
    .catch((error: unknown) =>
      logger.error({ err: error }, 'the handlers of some calls could not be loaded'),
    );
  const going = answering
    .then(() => (closing.isOver ? undefined : startRounds({ ...parts, rounds, supportWatch, dataDir })))
    .catch((error: unknown) =>
      logger.error({ err: error }, 'what comes round by itself could not be started'),
    );
  const prepared = answering.then(async () => {
    const { prepareFirstStart } = await import('./seed/first-start.ts');
    const prepare = () =>
      prepareFirstStart({ users, database, history, marketRuns, seed, now: clock.now(), closing });
    await untilStored(prepare, closing, logger);
  });
  prepared.then(
    () => {
      isPrepared = true;
      backtestQueue.resume();
      reviews.resume();
    },
    (error: unknown) => logger.error({ err: error }, 'the market could not be prepared'),
  );
  return {
    port,
    metricsPort: metricsServer?.port ?? null,
    keyState: sealer.keyState,
    prepared,
    parts,
    close: async () => {
      closing.end();
      publisher.stop();
      streams.closeAll();
      metrics?.close();
      await metricsServer?.close();
      await app.close();
      await mail.close();
      await loading;
      await going;
      await rounds.close();
      await basketTrading.settled();
      await manualTrading.settled();
      await liveByHand.settled();
      await gttTrading.settled();
      await historyFetches.close();
      await recorder.close();
      await brokerAccounts.close();
      await deliveries.close();
      await payments.close();
      // Why it failed is in the log already; closing must go on.
      await prepared.catch(() => undefined);
      const reviewed = reviews.close();
      await backtestQueue.close();
      await reviewed;
      await requestPool.close();
      await bodyPool.close();
      await scanPool.close();
      await marketRuns.close();
      await alertRules.close();
      await starts.close();
      await followers.settled();
      logFollow.close();
      await house.close();
      await database.close();
      folder.release();
    },
  };
};
