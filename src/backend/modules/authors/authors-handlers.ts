import { type Handlers, Reply } from '../../../shared/contract/endpoint.ts';
import type { authors } from '../../../shared/contract/authors.ts';
import type { CallContext } from '../../call-context.ts';
import type { BackendParts } from '../../backend-parts.ts';
import { onceInLedger } from '../../ledger/once.ts';
import { buyLicence, concernedByLicence } from '../../publications/licences.ts';
import { changesView, holdingOf } from '../../publications/version-changes.ts';

type AuthorsDeps = Pick<
  BackendParts,
  'database' | 'publications' | 'purchases' | 'ledger' | 'clock' | 'notify' | 'logActivity'
>;

type AuthorCalls = Handlers<typeof authors, CallContext>;

const inReview = 'It is in review. You are told what comes of it; until then nobody else sees it.';

/** Save an author's page. A field that is left out stays as it was. */
const saveAuthorPage =
  ({ database }: AuthorsDeps): AuthorCalls['saveProfile'] =>
  async ({ bio, parrvaReference }, { userId }) => {
    const saved = await database.write(userId, (tx) =>
      tx.query
        .updateTable('users')
        .set((eb) => ({
          bio: bio ?? eb.ref('bio'),
          parrva_reference:
            parrvaReference === undefined ? eb.ref('parrva_reference') : parrvaReference || null,
        }))
        .where('id', '=', userId)
        .returning(['bio', 'parrva_reference'])
        .executeTakeFirstOrThrow(),
    );
    return new Reply(
      { bio: saved.bio, parrvaReference: saved.parrva_reference },
      'Your author page is saved.',
    );
  };

/** Publishing, versions, and what those do who follow or hold a copy. */
export const authorsHandlers = (deps: AuthorsDeps): AuthorCalls => {
  const { database, publications } = deps;
  return {
    publish: async (input, { userId }) =>
      new Reply(await publications.publish(userId, { ...input, note: 'The first version.' }), inReview),

    newVersion: async (input, { userId }) =>
      new Reply(await publications.newVersion(userId, input), inReview),

    buy: async ({ strategyId, fee }, context) => {
      const concerned = await concernedByLicence(database.read, strategyId);
      return onceInLedger(deps, context, concerned, async (tx, { key }) => {
        const { name, ...bought } = await buyLicence(
          tx,
          deps,
          { userId: context.userId, key },
          { strategyId, fee },
        );
        return new Reply(bought, `The fee of ${name} is paid, for all its versions.`);
      });
    },

    withdraw: async ({ publicationId }, { userId }) => {
      const withdrawn = await publications.withdraw(userId, publicationId);
      return new Reply(
        withdrawn,
        withdrawn.state === 'draft'
          ? `${withdrawn.name} is out of review.`
          : `${withdrawn.name} is withdrawn; copies of it stay as they are.`,
      );
    },

    mine: async (_input, { userId }) => ({ publications: await publications.of(userId) }),

    changes: async ({ strategyId }, { userId, language }) => {
      const holding = await holdingOf(database.read, userId, strategyId);
      return { version: holding && (await changesView(database.read, strategyId, holding, language)) };
    },

    accept: async ({ strategyId, versionId }, { userId }) => {
      await publications.accept(userId, strategyId, versionId);
      return new Reply({ strategyId }, 'You have the new version now.');
    },

    saveProfile: saveAuthorPage(deps),
  };
};
