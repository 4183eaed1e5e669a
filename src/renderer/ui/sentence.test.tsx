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

test('each part stands where the sentence has it, with the words inside it', () => {
  const { container } = render(
    <Sentence
      text="<a>{{count}} strategies</a> in <b>Wallet</b>: <amount/>, {{next}}<a>x</a>"
      values={{ count: 3, next: '<b>y</b>' }}
      parts={{ a: <a href="#/one" />, b: <strong />, amount: <em>₹5</em> }}
    />,
  );
  expect(container.innerHTML).toBe(
    '<a href="#/one">3 strategies</a> in <strong>Wallet</strong>: <em>₹5</em>, &lt;b&gt;y&lt;/b&gt;<a href="#/one">x</a>',
  );
});

test('a number chooses the plural of a sentence with parts', () => {
  const totalOf = (count: number) =>
    render(
      <Sentence
        text="Total of all {{count}} trades <amount/>"
        values={{ count }}
        parts={{ amount: <em>₹5</em> }}
      />,
    ).container.textContent;
  expect([totalOf(1), totalOf(2)]).toEqual(['Total of 1 trade ₹5', 'Total of all 2 trades ₹5']);
});

test('what the server says carries its own language', () => {
  const { container } = render(
    <>
      <SaidByServer>Insufficient balance</SaidByServer>
      <SaidByServer>जवाब नहीं मिला।</SaidByServer>
    </>,
  );
  expect([...container.querySelectorAll('span')].map(({ lang }) => lang)).toEqual(['en', 'hi']);
});
