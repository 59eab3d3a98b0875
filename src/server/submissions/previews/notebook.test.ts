import { expect, test } from 'vitest';
import { notebookHtml } from './notebook.ts';

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const write = (cells: unknown, more: object = {}) =>
  Buffer.from(JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells, ...more }));
const code = (source: string | string[], outputs: object[] = []) => ({
  cell_type: 'code',
  execution_count: 3,
  metadata: {},
  source,
  outputs,
});

test('cells are shown with their text, code, printed output and pictures', () => {
  const html = notebookHtml(
    write([
      { cell_type: 'markdown', source: ['# Sales\n', '\n', '| a | b |\n', '|---|---|\n', '| 1 | **2** |'] },
      code(
        ['import pandas\n', 'print("x")'],
        [
          { output_type: 'stream', name: 'stdout', text: ['x\n'] },
          {
            output_type: 'execute_result',
            data: { 'text/plain': ['   a\n', '0  1'], 'text/html': '<b>a</b>' },
          },
          { output_type: 'display_data', data: { 'image/png': `${png}\n`, 'text/plain': '<Figure>' } },
        ],
      ),
    ]),
  );
  expect(html).toContain('<h1>Sales</h1>');
  expect(html).toContain('<strong>2</strong>');
  expect(html).toContain('In [3]');
  expect(html).toContain('<span class="hljs-keyword">import</span>');
  expect(html).toContain('<pre class="output">x</pre>');
  expect(html).toContain('<pre class="output">   a\n0  1</pre>');
  expect(html).toContain(`<img src="data:image/png;base64,${png}" width="1" height="1"`);
  expect(html).not.toContain('<b>');
  expect(html).not.toContain('Figure');
});

test('nothing of a notebook becomes markup, a link or a picture from elsewhere', () => {
  const script = '<script>harm()</script>';
  const html = notebookHtml(
    write([
      { cell_type: 'markdown', source: `${script} [a](javascript:harm()) ![b](https://c.test/x.png)` },
      { cell_type: 'raw', source: script },
      code(script, [
        { output_type: 'error', ename: 'E', evalue: 'e', traceback: [`\u001b[31m${script}\u001b[0m`] },
        {
          output_type: 'display_data',
          data: { 'text/html': script, 'image/svg+xml': `<svg>${script}</svg>` },
        },
        { output_type: 'display_data', data: { 'image/png': '"><script>harm()</script>' } },
      ]),
    ]),
  );
  expect(html).not.toMatch(/<(?:script|svg|a|img)\b/);
  expect(html).not.toContain('\u001b');
  expect(html).toContain('<pre class="output">&lt;script&gt;');
  expect(html).toContain('An output of this kind is not shown.');
  expect(html).toContain('This picture is not shown.');
});

test('long outputs and very many cells are cut', () => {
  const html = notebookHtml(
    write(
      Array.from({ length: 501 }, () => code('a', [{ output_type: 'stream', text: 'x'.repeat(90_000) }])),
    ),
  );
  expect(html).toContain('The first 500 cells are shown.');
  expect(html.length).toBeLessThan(500 * 21_000);
});

test('what is no notebook is refused', () => {
  expect(() => notebookHtml(Buffer.from('{'))).toThrow();
  expect(() => notebookHtml(write('none'))).toThrow();
  expect(() => notebookHtml(write([], { nbformat: 3 }))).toThrow();
});
