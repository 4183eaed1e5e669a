import account from './hi/account.json' with { type: 'json' };
import advisors from './hi/advisors.json' with { type: 'json' };
import alertRules from './hi/alert-rules.json' with { type: 'json' };
import backtests from './hi/backtests.json' with { type: 'json' };
import baskets from './hi/baskets.json' with { type: 'json' };
import desktop from './hi/desktop.json' with { type: 'json' };
import fragments from './hi/fragments.json' with { type: 'json' };
import history from './hi/history.json' with { type: 'json' };
import imports from './hi/imports.json' with { type: 'json' };
import live from './hi/live.json' with { type: 'json' };
import gtt from './hi/gtt.json' with { type: 'json' };
import manual from './hi/manual.json' with { type: 'json' };
import money from './hi/money.json' with { type: 'json' };
import options from './hi/options.json' with { type: 'json' };
import reasons from './hi/reasons.json' with { type: 'json' };
import scripts from './hi/scripts.json' with { type: 'json' };
import strategies from './hi/strategies.json' with { type: 'json' };
import journal from './hi/journal.json' with { type: 'json' };
import scanner from './hi/scanner.json' with { type: 'json' };
import watchlists from './hi/watchlists.json' with { type: 'json' };
import words from './hi/words.json' with { type: 'json' };
import { translator } from './translator.ts';

/** Text of a server, in Hindi; values and what is not known stay as they are. */
export const inHindi = translator(
  {
    ...account,
    ...advisors,
    ...alertRules,
    ...backtests,
    ...baskets,
    ...desktop,
    ...fragments,
    ...history,
    ...imports,
    ...live,
    ...gtt,
    ...manual,
    ...money,
    ...options,
    ...reasons,
    ...scripts,
    ...strategies,
    ...journal,
    ...scanner,
    ...watchlists,
  },
  words,
);
