import { randomUUID } from 'node:crypto';
import { istIso } from '../../../shared/time.ts';
import { inLanguage } from '../../alert-rules/alert-texts.ts';
import { CHANNEL_NAMES } from '../../alert-rules/channel-config.ts';
import { ChannelTrouble } from '../../alert-rules/channels/channel-trouble.ts';
import { containing } from '../../db/containing.ts';
import { paged } from '../../db/paged.ts';
import { Refusal } from '../../refusal.ts';
import type { AlertRulesCalls, AlertRulesModuleDeps } from './alert-rules-deps.ts';
import { listFirings } from './list-firings.ts';
import { ruleViews } from './rule-view.ts';
import { addRule, armRule, changeRule, removeRule } from './write-rules.ts';

/** States of rules that are looked at. */
const WATCHED = ['armed', 'waiting'] as const;

const TEST = { title: 'Test from TrickDesk', body: 'Your alerts come here.' } as const;

/** Send a test message now. */
const testChannel =
  ({ outsideChannels, deliveries, clock }: AlertRulesModuleDeps): AlertRulesCalls['testChannel'] =>
  async ({ channel }, { userId, language }) => {
    const config = await outsideChannels.configOf(userId, channel).catch(refuseTrouble);
    if (!config)
      throw new Refusal(
        'refused',
        `You have not set up ${CHANNEL_NAMES[channel]} yet. Save its settings first.`,
      );
    const title = inLanguage(TEST.title, language);
    await outsideChannels
      .send(config, {
        ...{ mark: randomUUID(), title, text: `${title}\n${inLanguage(TEST.body, language)}` },
        ...{ at: istIso(clock.now()), isRepeat: false, ruleId: null },
      })
      .catch(refuseTrouble);
    // What has waited goes out too.
    deliveries.retry(userId, channel);
    return {};
  };

const refuseTrouble = (error: unknown): never => {
  throw error instanceof ChannelTrouble ? new Refusal('refused', error.message) : error;
};

/** Alerts that a person makes: rules, what has fired, and the channels by which it leaves the computer. */
export const alertRulesHandlers = (deps: AlertRulesModuleDeps): AlertRulesCalls => ({
  list: async ({ state, search, pageNumber, pageSize }, { userId, language }) => {
    let query = deps.database.read.selectFrom('alert_rules').where('user_id', '=', userId);
    if (state === 'watched') query = query.where('state', 'in', WATCHED);
    if (state === 'over') query = query.where('state', 'not in', WATCHED);
    if (search !== '')
      query = query.where((eb) => eb.or([containing('symbol', search), containing('note', search)]));
    const { rows, total } = await paged(query, { pageNumber, pageSize }, (found) =>
      found.selectAll().orderBy('id', 'desc'),
    );
    return { rules: await ruleViews(deps, rows, language), pageNumber, pageSize, total };
  },
  add: addRule(deps),
  change: changeRule(deps),
  arm: armRule(deps),
  remove: removeRule(deps),
  log: listFirings(deps),
  channels: (_input, { userId }) => deps.outsideChannels.shownTo(userId),
  saveChannel: async ({ settings }, { userId }) => {
    await deps.outsideChannels.save(userId, settings);
    await deps.database.write(userId, (tx) =>
      deps.logActivity(tx, userId, 'alerts', `Set up ${CHANNEL_NAMES[settings.kind]} for alerts.`),
    );
    deps.deliveries.retry(userId, settings.kind);
    return deps.outsideChannels.shownTo(userId);
  },
  removeChannel: async ({ channel }, { userId }) => {
    await deps.outsideChannels.remove(userId, channel);
    deps.deliveries.retry(userId, channel);
    return deps.outsideChannels.shownTo(userId);
  },
  testChannel: testChannel(deps),
  settings: async ({ hidesAmounts, quiet }, { userId }) => {
    const values = {
      ...{
        hides_amounts: hidesAmounts ? 1 : 0,
        quiet_from: quiet?.from ?? null,
        quiet_to: quiet?.to ?? null,
      },
    };
    await deps.database.write(userId, (tx) =>
      tx.query
        .insertInto('alert_settings')
        .values({ user_id: userId, ...values })
        .onConflict((oc) => oc.column('user_id').doUpdateSet(values))
        .execute(),
    );
    return deps.outsideChannels.shownTo(userId);
  },
});
