import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Markdown } from './markdown.tsx';

/** A thread that answers when it is told to. */
class FakeWorker extends EventTarget {
  static all: FakeWorker[] = [];
  asked: { code: string; language: string }[] = [];
  terminate = vi.fn();
  constructor() {
    super();
    FakeWorker.all.push(this);
  }
  postMessage(message: { code: string; language: string }): void {
    this.asked.push(message);
  }
  answer(data: string): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

// What is fetched when it is needed is there: this is not about how long that takes.
beforeAll(async () => {
  await import('./code-colors.ts');
});
beforeEach(() => {
  FakeWorker.all = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const block = (code: string) => `<pre><code data-language="javascript">${code}</code></pre>`;
const current = () => FakeWorker.all.at(-1);

it('code in a known language gets its colours, block by block', async () => {
  const { container } = render(<Markdown text="" html={block('let a') + block('let b')} />);
  const codes = container.querySelectorAll('code');
  await waitFor(() => expect(current()?.asked).toEqual([{ code: 'let a', language: 'javascript' }]));
  current()?.answer('<span class="hljs-keyword">let</span> a');
  await waitFor(() => expect(codes[0]?.innerHTML).toBe('<span class="hljs-keyword">let</span> a'));
  await waitFor(() => expect(current()?.asked).toHaveLength(2));
  current()?.answer('<span class="hljs-keyword">let</span> b');
  await waitFor(() => expect(codes[1]?.querySelector('span')?.textContent).toBe('let'));
  expect(FakeWorker.all).toHaveLength(1);
});

it('without such code there is no thread', async () => {
  render(<Markdown text="" html="<p><code>let a</code></p><pre><code>let a</code></pre>" />);
  render(<Markdown text="let a" />);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(FakeWorker.all).toEqual([]);
  expect(screen.getAllByText('let a')).toHaveLength(3);
});

it('code that keeps the thread busy stays as it is, and the next has a new thread', async () => {
  const tooLong = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(tooLong.signal);
  const { container } = render(<Markdown text="" html={block('let a') + block('let b')} />);
  await waitFor(() => expect(current()?.asked).toHaveLength(1));
  tooLong.abort();
  await waitFor(() => expect(FakeWorker.all).toHaveLength(2));
  expect(FakeWorker.all[0]?.terminate).toHaveBeenCalledOnce();
  current()?.answer('<i>let</i> b');
  await waitFor(() => expect(container.querySelectorAll('code')[1]?.innerHTML).toBe('<i>let</i> b'));
  expect(container.querySelectorAll('code')[0]?.innerHTML).toBe('let a');
});

it('colours that come after an edit leave its text as it is', async () => {
  const { container, rerender } = render(<Markdown text="" html={block('let a')} />);
  await waitFor(() => expect(current()?.asked).toHaveLength(1));
  rerender(<Markdown text="" html={block('let c')} />);
  current()?.answer('<i>let</i> a');
  await waitFor(() => expect(current()?.asked.at(-1)?.code).toBe('let c'));
  expect(container.querySelector('code')?.innerHTML).toBe('let c');
});
