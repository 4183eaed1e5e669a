import type { Subject } from '../rights.ts';
import { CALL_IDS, endpointOf } from './call-list.ts';
import type { CallId } from './index.ts';

/** Subjects of which a script may propose changes: what is traded, and what is told of it. */
const SUBJECTS: ReadonlySet<Subject> = new Set<Subject>(['Strategy', 'Position', 'Basket', 'Alert']);

/** Where messages leave to, with secrets: a script would name an address of its own. */
const CHANNELS: ReadonlySet<CallId> = new Set<CallId>([
  'alertRules.saveChannel',
  'alertRules.removeChannel',
  'alertRules.testChannel',
  'alertRules.settings',
]);

/** Notes of trades. They are a person's own words, and nothing is traded by them. */
const OWN_NOTES: ReadonlySet<CallId> = new Set<CallId>([
  'journal.addLabel',
  'journal.removeLabel',
  'journal.save',
  'journal.keepPicture',
]);

/**
 * Whether a script may put a call before the person. What moves money between people, asks for a proof, or says who
 * somebody is or where real orders go, is begun by the person alone.
 */
const isProposable = (id: CallId): boolean => {
  const { access, changes, stepUp, money, right } = endpointOf(id);
  return (
    access === 'bearer' &&
    changes &&
    stepUp === null &&
    money !== 'ledger' &&
    right !== null &&
    SUBJECTS.has(right.subject) &&
    !CHANNELS.has(id) &&
    !OWN_NOTES.has(id)
  );
};

/** Calls that a script may propose. */
export const PROPOSABLE: ReadonlySet<CallId> = new Set(CALL_IDS.filter(isProposable));

/** Fields by which a person says that they agree. No script may fill them in: it has read nothing. */
export const WORDS_OF_PERSON: readonly string[] = ['confirmName', 'isAuthorised', 'isUnderstood'];

/** Whether an input moves real money by a typed name. Only the person could complete it. */
export const needsTypedName = (id: CallId, input: Readonly<Record<string, unknown>>): boolean =>
  input['mode'] === 'live' && 'confirmName' in endpointOf(id).body._zod.def.shape;
