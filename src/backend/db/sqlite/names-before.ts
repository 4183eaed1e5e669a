import type { DatabaseSync } from 'node:sqlite';
import {
  type IdentifierNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely';

/** The first version of the schema that calls strategies so. */
const STRATEGIES_SINCE = 18;

/** The table of strategies in a database of any version. */
export const strategiesTableOf = (handle: DatabaseSync): string => {
  const { user_version: version } = handle.prepare('pragma user_version').get() as { user_version: number };
  return version < STRATEGIES_SINCE ? 'tricks' : 'strategies';
};

const [NOW, BEFORE] = ['strategy_id', 'trick_id'];

class ToNamesBefore extends OperationNodeTransformer {
  protected override transformIdentifier(node: IdentifierNode): IdentifierNode {
    return node.name === NOW ? { ...node, name: BEFORE } : node;
  }
}

const rowOfNow = (row: UnknownRow): UnknownRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name === BEFORE ? NOW : name, value]));

/**
 * Lets code of today write under column names from before. For a database that is being brought up to date: a migration
 * that stands before the renaming of its columns asks what keeps sums.
 */
export class NamesBefore implements KyselyPlugin {
  private readonly transformer = new ToNamesBefore();

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return this.transformer.transformNode(node);
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve({ ...result, rows: result.rows.map(rowOfNow) });
  }
}
