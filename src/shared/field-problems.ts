import type { z } from 'zod';
import { formatCount } from './money.ts';

type Issue = z.core.$ZodIssue;

const OF_OTHER_TYPE: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
};

const limitText = (limit: number): string =>
  Number.isInteger(limit) && limit >= 0 ? formatCount(limit) : String(limit);

const boundary = (issue: Issue & { code: 'too_small' | 'too_big' }): string => {
  const isLow = issue.code === 'too_small';
  const limit = limitText(Number(isLow ? issue.minimum : issue.maximum));
  const inclusive = issue.inclusive !== false;
  switch (issue.origin) {
    case 'string':
      return isLow ? `must have at least ${limit} characters` : `must have at most ${limit} characters`;
    case 'array':
      return isLow ? `must have at least ${limit} entries` : `must have at most ${limit} entries`;
    default:
      if (isLow) return inclusive ? `must be at least ${limit}` : `must be more than ${limit}`;
      return inclusive ? `must be at most ${limit}` : `must be less than ${limit}`;
  }
};

/** Problem of a field in plain words. It is put after its name. Messages of zod itself are for programmers. */
export const problemOf = (issue: Issue): string => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing';
  // What the schema says itself.
  if (issue.message.startsWith('must')) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return OF_OTHER_TYPE[issue.expected] ?? `must be of the type ${issue.expected}`;
    case 'too_small':
    case 'too_big':
      return boundary(issue);
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return 'is not one of the accepted forms';
    case 'invalid_format':
      return issue.format === 'date' ? 'must be a day such as 2026-11-20' : `must be a valid ${issue.format}`;
    default:
      return issue.message;
  }
};

/** Every bad field of a payload and its fault, by path (`files.0.name`). */
export const fieldProblems = (error: z.core.$ZodError, input: unknown): Record<string, string> => {
  const problems: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.') || 'payload';
    problems[path] ??= problemOf({ ...issue, input: valueAt(input, issue.path) } as Issue);
  }
  return problems;
};

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  );

/** The same as one sentence for a person. */
export const problemSentence = (problems: Readonly<Record<string, string>>): string =>
  `${Object.entries(problems)
    .map(([field, problem]) => `${field} ${problem}`)
    .join('; ')}.`;
