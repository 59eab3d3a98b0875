import { expect, onTestFinished, test } from 'vitest';
import { makePreviewThread } from './preview-thread.ts';

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('00000320000002580806000000', 'hex'),
]);

test('code is highlighted with all that it holds escaped, and a picture is measured', async () => {
  const thread = makePreviewThread({ timeoutMs: 20_000 });
  onTestFinished(() => thread.close());
  const html = await thread.highlight('const a = "<script>alert(1)</script>";', 'javascript');
  expect(html).toContain('<span class="hljs-keyword">const</span>');
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toContain('<script');
  expect(await thread.measure(png)).toEqual({ width: 800, height: 600 });
  expect(await thread.measure(Buffer.from('no picture'))).toBeNull();
  // A time that is over before the thread can answer.
  const hurried = makePreviewThread({ timeoutMs: 0 });
  onTestFinished(() => hurried.close());
  expect(await hurried.highlight('const a', 'javascript')).toBeNull();
});
