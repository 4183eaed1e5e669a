import { expect, test } from 'vitest';
import { html, printFacts, printPage } from './print-html.ts';

test('what is put into a document is text, whatever it looks like', () => {
  const name = `<img src=x onerror="alert('1')"> & Sons`;
  expect(html`<p title="${name}">${name}</p>`.source).toBe(
    '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; Sons">' +
      '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; Sons</p>',
  );
});

test('markup stays markup, alone and in lists; numbers are written', () => {
  const rows = [1, 2].map((row) => html`<li>${row}</li>`);
  const list = html`<ol>
    ${rows}
  </ol>`;
  expect(html`${list}<br />`.source.replaceAll(/\s+/g, '')).toBe('<ol><li>1</li><li>2</li></ol><br/>');
});

test('a page escapes its title, its foot and its facts, and says when it is of the sandbox', () => {
  const page = printPage({
    title: '<b>Receipt</b>',
    aside: 'R<1>',
    sandbox: 'Sandbox: no real money moved.',
    body: printFacts([
      ['Note', '</td><script>steal()</script>'],
      ['From', ''],
    ]),
    foot: '<i>',
  });
  expect(page).not.toMatch(/<b>|<script|<i>|R<1>/);
  expect(page).toContain('class="sandbox"');
  expect(page).toContain('&lt;/td&gt;&lt;script&gt;');
  expect(page).not.toContain('From');
  expect(printPage({ title: 'A', aside: '', sandbox: null, body: html``, foot: '' })).not.toContain(
    'class="sandbox"',
  );
});
