import type { alertRules } from '../../../shared/contract/alert-rules.ts';
import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { BackendParts } from '../../backend-parts.ts';
import type { CallContext } from '../../call-context.ts';

/** Parts that the calls about a person's own alerts work with. */
export type AlertRulesModuleDeps = Pick<
  BackendParts,
  'database' | 'clock' | 'hub' | 'alertRules' | 'outsideChannels' | 'deliveries' | 'logActivity'
>;

export type AlertRulesCalls = Handlers<typeof alertRules, CallContext>;
