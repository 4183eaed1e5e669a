import { parseRuleDocument } from '../../../engine/rules/parse.ts';
import { fail, type Result } from '../../../shared/failure.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { t } from '../../i18n/translate.ts';

/** Name, capital and rules as a file holds them. */
export interface RulesFile {
  readonly name?: string;
  readonly document: RuleDocument;
}

const FORMAT = 'trickdesk-rules';

/** The text of a file that another TrickDesk can read. */
export const rulesFileText = (name: string, document: RuleDocument): string =>
  `${JSON.stringify({ format: FORMAT, name, document }, null, 2)}\n`;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an exported file, or a bare rule document. Refused with a sentence that says what is wrong with it. */
export const readRulesFile = (text: string): Result<RulesFile> => {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return fail('invalid', t('This file is not JSON, so it holds no rules.'));
  }
  if (!isObject(content)) return fail('invalid', t('This file holds no rules.'));
  const isWrapped = content['format'] === FORMAT;
  const parsed = parseRuleDocument(isWrapped ? content['document'] : content);
  if (!parsed.ok) return parsed;
  const name = isWrapped && typeof content['name'] === 'string' ? content['name'] : undefined;
  return { ok: true, value: { name, document: parsed.value } };
};
