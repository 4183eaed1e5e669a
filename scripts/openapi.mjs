// `npm run openapi -- FILE`: writes what the contract says of every call, as OpenAPI 3.1; to the screen without a file.
import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../src/shared/openapi/openapi-document.ts';

const [file, ...more] = process.argv.slice(2);
if (more.length > 0) {
  console.error('openapi: give one file, or none.');
  process.exit(2);
}
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
if (file === undefined) process.stdout.write(text);
else
  try {
    writeFileSync(file, text);
  } catch (error) {
    console.error(`openapi: ${file} could not be written: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
