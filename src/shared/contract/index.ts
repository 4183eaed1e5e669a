import { advisors } from './advisors.ts';
import { alertRules } from './alert-rules.ts';
import { alerts } from './alerts.ts';
import { keys } from './api-keys.ts';
import { authors } from './authors.ts';
import { backtests } from './backtests.ts';
import { baskets } from './baskets.ts';
import type { CallId as CallIdOf, Client as ClientOf } from './endpoint.ts';
import { gtt } from './gtt.ts';
import { home } from './home.ts';
import { journal } from './journal.ts';
import { live } from './live.ts';
import { logs } from './logs.ts';
import { manual } from './manual.ts';
import { market } from './market.ts';
import { options } from './options.ts';
import { positions } from './positions.ts';
import { profile } from './profile.ts';
import { proposals } from './proposals.ts';
import { reports } from './reports.ts';
import { scanner } from './scanner.ts';
import { session } from './session.ts';
import { strategies } from './strategies.ts';
import { stream } from './stream.ts';
import { subscription } from './subscription.ts';
import { team } from './team.ts';
import { tickets } from './tickets.ts';
import { tradebook } from './tradebook.ts';
import { wallet } from './wallet.ts';
import { watchlists } from './watchlists.ts';

/** The whole API. A new call is one entry in its domain's file, and one handler. */
export const contract = {
  session,
  profile,
  home,
  strategies,
  authors,
  positions,
  live,
  manual,
  gtt,
  market,
  options,
  alerts,
  alertRules,
  logs,
  subscription,
  backtests,
  reports,
  wallet,
  team,
  tickets,
  advisors,
  tradebook,
  baskets,
  keys,
  proposals,
  stream,
  watchlists,
  scanner,
  journal,
};

export type TrickDeskContract = typeof contract;
export type CallId = CallIdOf<TrickDeskContract>;
export type Client = ClientOf<TrickDeskContract>;
