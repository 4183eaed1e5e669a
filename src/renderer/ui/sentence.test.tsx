// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { t } from '../i18n/translate.ts';
import { SaidByServer } from './said-by-server.tsx';
import { Sentence } from './sentence.tsx';

/** People name their strategies as they like; a name is never read as a part of the sentence. */
const NAMES = ['Tom & Jerry', 'a </b> & <b>x', '<b/>', '&lt;b&gt;', '{{name}}', '$t(Close)', '$& $1 C:\\new'];

test.each(NAMES)('a value stands in a sentence as it is: %s', (name) => {
  const { container } = render(
    <Sentence text="Type <b>{{name}}</b> to confirm" values={{ name }} parts={{ b: <strong /> }} />,
  );
  expect(container.textContent).toBe(`Type ${name} to confirm`);
  expect(container.querySelector('strong')?.textContent).toBe(name);
  expect(t('{{name}} is live.', { name })).toBe(`${name} is live.`);
});

test('what the server says tells its own language', () => {
  const { container } = render(
    <>
      <SaidByServer>Insufficient balance</SaidByServer>
      <SaidByServer>जवाब नहीं मिला।</SaidByServer>
    </>,
  );
  expect([...container.querySelectorAll('span')].map(({ lang }) => lang)).toEqual(['en', 'hi']);
});
