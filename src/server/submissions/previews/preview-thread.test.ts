import { expect, onTestFinished, test } from 'vitest';
import { makePreviewThread } from './preview-thread.ts';

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('00000320000002580806000000', 'hex'),
]);

test('code is highlighted with all that it holds escaped, and a picture is measured', async () => {
  const thread = makePreviewThread({ timeoutMs: 20_000 });
  onTestFinished(() => thread.close());
  const code = Buffer.from('const a = "<script>alert(1)</script>";');
  const html = await thread.html(code, 'utf-8', 'javascript');
  expect(html).toContain('<span class="hljs-keyword">const</span>');
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toContain('<script');
  expect(await thread.measure(png)).toEqual({ width: 800, height: 600 });
  expect(await thread.measure(Buffer.from('no picture'))).toBeNull();
  // A time that is over before the thread can answer.
  const hurried = makePreviewThread({ timeoutMs: 0 });
  onTestFinished(() => hurried.close());
  const plain = 'const a = &quot;&lt;script&gt;alert(1)&lt;/script&gt;&quot;;';
  expect(await hurried.html(code, 'utf-8', 'javascript'), 'not highlighted').toBe(plain);
  const large = Buffer.alloc(50_000, 'x');
  expect(await hurried.html(large, 'utf-8', null)).toBeNull();
  expect(await hurried.plain(large, 'utf-8')).toBeNull();
  expect(await hurried.sheet(Buffer.from('a,b\n1,2'), 'utf-8', false)).toBeNull();
});

test('large texts and tables are prepared in the thread, with all that they hold escaped', async () => {
  const thread = makePreviewThread({ timeoutMs: 20_000 });
  onTestFinished(() => thread.close());
  const large = Buffer.from('<b>\u200b'.repeat(10_000));
  expect(await thread.plain(large, 'utf-8')).toBe('<b>⟨U+200B⟩'.repeat(10_000));
  expect(await thread.html(large, 'utf-8', null)).toBe('&lt;b&gt;⟨U+200B⟩'.repeat(10_000));
  expect(await thread.html(Buffer.alloc(150_000, 'x '), 'utf-8', 'javascript')).toHaveLength(150_000);
  expect(await thread.sheet(Buffer.from('name,marks\n<b>,71\n2'), 'utf-8', true)).toEqual({
    table: expect.stringContaining('<td>&lt;b&gt;</td><td>71</td>'),
    rows: 2,
    isWhole: false,
  });
  expect(await thread.sheet(Buffer.from('one\ntwo'), 'utf-8', false)).toBeNull();
});
