import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Endpoint } from '../../src/shared/contract/endpoint.ts';
import { openApiDocument } from '../../src/shared/openapi/openapi-document.ts';

/** A schema validator of its own: it knows nothing of zod. */
const validator = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
validator.addSchema(JSON.parse(JSON.stringify(openApiDocument())) as object, 'interface');

const escaped = (key: string): string => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Problems of a body of a call by the OpenAPI document: of what is sent, or of what comes with a status. */
export const describedProblems = (
  { path, method }: Endpoint,
  part: 'request' | number,
  body: unknown,
): string[] => {
  if (method === 'GET' && part === 'request') return [];
  const place = [
    ...['paths', path, method.toLowerCase()],
    ...(part === 'request' ? ['requestBody'] : ['responses', String(part)]),
    ...['content', 'application/json', 'schema'],
  ];
  const validate = validator.compile({ $ref: `interface#/${place.map(escaped).join('/')}` });
  if (validate(body)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
};
